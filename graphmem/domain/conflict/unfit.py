"""What is no evidence, or not sure enough to be written at all (W9, W11)."""

from graphmem.domain.candidate import Intent
from graphmem.domain.conflict.case import Case, Decision
from graphmem.domain.event import Action


def w9_inferred_too_unsure(case: Case) -> Decision | None:
    """W9: likes, personality and emotion that were inferred, and not surely so, are not written."""
    if case.is_worth_writing:
        return None
    return Decision(
        action=Action.IGNORE, rule="W9", reason="inferred about the person, and not surely enough", status=case.gated
    )


def w11_repeats_the_agent(case: Case) -> Decision | None:
    """W11: what only repeats the agent is no evidence; it neither adds nor reinforces, unless it is a yes."""
    c = case.candidate
    if case.echo is None or c.intent is not Intent.STATE or c.is_explicit:
        return None
    return Decision(action=Action.IGNORE, rule="W11", reason="repeats what the agent has just said", status=case.gated)
