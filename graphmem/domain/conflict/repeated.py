"""What says the same again (D1), with what that promotes (W10, W12) and ends (D13); what adds to it (D2)."""

from dataclasses import replace

from graphmem.domain.candidate import Intent
from graphmem.domain.conflict.case import Case, Decision, Related, reliability
from graphmem.domain.contradiction import same_claim
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, State
from graphmem.domain.merging import Joined, join, says_the_same
from graphmem.domain.promotion import (
    is_support,
    may_be_active,
    mentioned,
    mentions_needed,
    needs_the_users_word,
    passes_gate,
    promoted,
)
from graphmem.domain.status import LIVE, Status

_SAYABLE_AGAIN = LIVE | {Status.ARCHIVED}


def d1_says_the_same(case: Case) -> Decision | None:
    """D1: the same statement again reinforces what is held, and makes it active where that is due."""
    if case.candidate.intent is not Intent.STATE and not _is_no_change(case):
        return None
    target = next((r for r in said_before(case) if _joined(case, r) is None), None)
    if target is None:
        return None
    state, is_promoted = _reinforced(case, target)
    decided = Decision(
        action=Action.REINFORCE, rule="D1", reason="says the same again", status=state.status,
        target=target, target_state=state,
    )  # fmt: skip
    if is_promoted:
        return replace(decided, reason="said again at another time, now active (W10)", others=case.rivals_of(target))
    losers = _observed_rivals(case, target) if state.status is Status.ACTIVE and case.is_firm else ()
    return replace(decided, others=losers, fate=Status.EXPIRED)


def _is_no_change(case: Case) -> bool:
    """Whether words of change ("from now on …") say what is held already, and nothing held says otherwise."""
    c = case.candidate
    is_held = any(same_claim(c.claim, r.memory.claim) and r.memory.stands for r in case.related)
    return c.intent is Intent.REVISE and is_held and case.contradicted is None


def said_before(case: Case) -> tuple[Related, ...]:
    """The heads that say what the candidate says, live or archived; exceptions aside, what is active first."""
    c, policy = case.candidate, case.policy.conflict
    found = [
        r
        for r in case.related
        if r.memory.status in _SAYABLE_AGAIN
        and Flag.EXCEPTION not in r.memory.flags
        and says_the_same(c, r.memory, r.similarity, policy)
    ]
    return tuple(sorted(found, key=lambda r: (r.memory.status is not Status.ACTIVE, -r.similarity)))


def _joined(case: Case, related: Related) -> Joined | None:
    return join(case.candidate, related.memory, related.similarity, case.policy.conflict)


def _reinforced(case: Case, target: Related) -> tuple[State, bool]:
    """The target's state after the mention, and whether that made something observed active."""
    memory, policy = target.memory, case.policy
    supports = is_support(memory, session_id=case.session_id, said_at=case.said_at, policy=policy)
    state = mentioned(
        memory,
        confidence=case.confidence,
        session_id=case.session_id,
        said_at=case.said_at,
        supports=supports and case.is_of_the_user,
    )
    match memory.status:
        case Status.OBSERVED if _is_due(case, target, supports=supports):
            return promoted(state, policy), True
        case Status.INACTIVE:
            return replace(state, status=Status.ACTIVE), False
        case Status.ARCHIVED if passes_gate(memory, policy) or _is_due(case, target, supports=supports):
            return replace(state, status=Status.ACTIVE), False
        case _:
            return state, False


def _is_due(case: Case, target: Related, *, supports: bool) -> bool:
    """Whether this mention makes an observed memory active (rule W10); only the user's own words can."""
    memory = target.memory
    if not case.is_of_the_user or not may_be_active(memory):
        return False
    if needs_the_users_word(memory):
        return case.is_firm
    if case.is_firm and not passes_gate(memory, case.policy):
        return True
    if Flag.SUBJECTIVE in memory.flags and case.candidate.is_explicit:
        return True
    needed = mentions_needed(memory, case.policy, is_contested=bool(target.rivals))
    return supports and memory.state.mention_sessions + 1 >= needed


def _observed_rivals(case: Case, target: Related) -> tuple[Related, ...]:
    """The waiting sides against which the user has just said the old one again (rule D13)."""
    said = reliability(case.candidate.source)
    return tuple(
        r for r in case.rivals_of(target) if r.memory.status is Status.OBSERVED and said >= reliability(r.memory.source)
    )


def d2_adds_to_it(case: Case) -> Decision | None:
    """D2: a detail, or another side, of what is held makes one version that holds both; the oldest lineage goes on."""
    c = case.candidate
    if c.intent is not Intent.STATE or Flag.SUSPECTED_INJECTION in c.flags:
        return None
    parts = [r for r in case.related if r.memory.stands and _can_merge(case, r) and _joined(case, r) is not None]
    if not parts:
        return None
    oldest = min(parts, key=lambda r: r.memory.lineage_id)
    joined = _joined(case, oldest)
    is_waiting = not case.is_firm or (oldest.memory.status is Status.OBSERVED and bool(oldest.rivals))
    # Further parts end in it only where what is said now holds them too.
    others = tuple(r for r in parts if r is not oldest and joined is not None and _is_held_by(joined, r, case))
    return Decision(
        action=Action.MERGE, rule="D2", reason="adds to what is held; one version holds both",
        status=Status.OBSERVED if is_waiting else Status.ACTIVE, target=oldest, others=others, joined=joined,
    )  # fmt: skip


def _can_merge(case: Case, related: Related) -> bool:
    """An unsure detail is no part of something sure, and what tries to instruct is part of nothing."""
    is_safe = Flag.SUSPECTED_INJECTION not in related.memory.flags
    return is_safe and (case.is_firm or related.memory.status is Status.OBSERVED)


def _is_held_by(joined: Joined, related: Related, case: Case) -> bool:
    c = replace(case.candidate, content=joined.content, claim=joined.claim)
    again = join(c, related.memory, related.similarity, case.policy.conflict)
    return again is not None and again.is_as_said
