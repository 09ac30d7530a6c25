"""What nothing held says (D11)."""

from graphmem.domain.conflict.case import Case, Decision
from graphmem.domain.event import Action
from graphmem.domain.status import Status


def d11_nothing_related(case: Case) -> Decision:
    """D11: something new is added, or observed where the gate holds it back."""
    if case.is_firm:
        return Decision(action=Action.ADD, rule="D11", reason="nothing held says this", status=Status.ACTIVE)
    return Decision(action=Action.OBSERVE, rule="W9", reason="not sure or important enough yet", status=Status.OBSERVED)
