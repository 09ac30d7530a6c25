"""What is kept apart, is no evidence, or is not sure enough to be written at all (W2, W9, W11)."""

from dataclasses import replace

from graphmem.domain.candidate import Intent
from graphmem.domain.conflict.case import Case, Decision
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag
from graphmem.domain.status import Status


def w2_tries_to_instruct(case: Case) -> Decision | None:
    """W2: what tries to instruct is observed for review; it does nothing to what is known."""
    c = case.candidate
    if Flag.SUSPECTED_INJECTION not in c.flags:
        return None
    for r in case.related:
        if r.memory.content == c.content and r.memory.stands and Flag.SUSPECTED_INJECTION in r.memory.flags:
            state = replace(r.memory.state, mention_count=r.memory.state.mention_count + 1)
            return Decision(
                action=Action.REINFORCE, rule="W2", reason="tries to instruct again", status=state.status,
                target=r, target_state=state,
            )  # fmt: skip
    return Decision(
        action=Action.OBSERVE, rule="W2", reason="tries to instruct, so it waits for review", status=Status.OBSERVED
    )


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
