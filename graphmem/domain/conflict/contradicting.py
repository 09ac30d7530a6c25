"""What contradicts what is held, and takes nothing back (D6, D7, D8, D9)."""

from dataclasses import replace

from graphmem.domain.candidate import Intent
from graphmem.domain.conflict.case import Case, Decision, Related, reliability
from graphmem.domain.event import Action
from graphmem.domain.status import Status

_ABOUT_MEMORIES = frozenset({Intent.FINISH, Intent.DENY})
"""Said about what is held, not about the world: no side of a contradiction."""


def _other_side(case: Case) -> Related | None:
    return None if case.candidate.intent in _ABOUT_MEMORIES else case.contradicted


def d6_often_used(case: Case) -> Decision | None:
    """D6: what was used often lately is not overturned by one remark; it counts less, and the user is asked."""
    target = _other_side(case)
    policy = case.policy.conflict
    if target is None or target.recent_hits < policy.used_hits or case.candidate.intent is Intent.REVISE:
        return None
    weight = round(target.memory.state.weight * policy.contested_weight, 4)
    return Decision(
        action=Action.KEEP_BOTH, rule="D6", reason="contradicts what is used often; the user is to confirm",
        status=Status.OBSERVED, target=target, target_state=replace(target.memory.state, weight=weight),
    )  # fmt: skip


def d7_surer_and_newer(case: Case) -> Decision | None:
    """D7: a contradiction that is clearly surer, from a source at least as reliable, replaces the old."""
    target = _other_side(case)
    if target is None or not case.is_firm:
        return None
    if reliability(case.candidate.source) < reliability(target.memory.source):
        return None
    if target.memory.state.is_confirmed and not case.is_of_the_user:
        return None
    if target.memory.occurred_at > case.occurred_at:
        return None
    if case.confidence < target.memory.state.confidence + case.policy.conflict.surer_by:
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="D7", reason="newer, surer and from a source at least as reliable",
        status=Status.ACTIVE, target=target,
    )  # fmt: skip


def d8_both_unsure(case: Case) -> Decision | None:
    """D8: two unsure sides of a contradiction both wait for evidence."""
    target = _other_side(case)
    unsure = case.policy.conflict.unsure_below
    if target is None or case.confidence >= unsure or target.memory.state.confidence >= unsure:
        return None
    state = target.memory.state
    return Decision(
        action=Action.KEEP_BOTH, rule="D8", reason="contradicts, and neither side is sure",
        status=Status.OBSERVED, target=target,
        target_state=replace(state, status=Status.OBSERVED) if state.status is Status.ACTIVE else None,
    )  # fmt: skip


def d9_keep_both(case: Case) -> Decision | None:
    """D9: any other contradiction keeps both sides and waits for the user; two equally firm ones, too (D15)."""
    target = _other_side(case)
    if target is None:
        return None
    return Decision(
        action=Action.KEEP_BOTH, rule="D9", reason="contradicts what is held; both are kept until it is resolved",
        status=Status.OBSERVED, target=target,
    )  # fmt: skip
