"""When something observed becomes active: said again at another time, or confirmed (rule W10)."""

from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.domain.assessment import INFERRED
from graphmem.domain.memory import Flag, Memory, MemoryType, Source, State
from graphmem.domain.policy import Policy
from graphmem.domain.status import Status


def is_support(memory: Memory, *, session_id: str | None, said_at: datetime, policy: Policy) -> bool:
    """Whether a mention stands by itself: in another session than the last one, or a day after it."""
    state = memory.state
    before = state.last_session_id or memory.session_id
    if session_id is not None and before is not None and session_id != before:
        return True
    apart = timedelta(hours=policy.promotion.apart_hours)
    return said_at - (state.mentioned_at or memory.occurred_at) >= apart


def passes_gate(memory: Memory, policy: Policy) -> bool:
    """Whether it was sure and important enough by itself, and is observed for another reason."""
    return policy.gate.is_passed(memory.state.confidence, memory.state.importance)


def mentions_needed(memory: Memory, policy: Policy, *, is_contested: bool) -> int:
    """How many mentions that support each other make it active: a passing interest needs one more."""
    is_passing = (
        memory.type is MemoryType.PREFERENCE
        and Flag.SUBJECTIVE not in memory.flags
        and not is_contested
        and not passes_gate(memory, policy)
    )
    return policy.promotion.passing_mentions if is_passing else policy.promotion.mentions


def may_be_active(memory: Memory) -> bool:
    """What tries to instruct never becomes active (rule W2)."""
    return Flag.SUSPECTED_INJECTION not in memory.flags


def mentioned(memory: Memory, *, confidence: float, session_id: str | None, said_at: datetime, supports: bool) -> State:
    """The state after one mention more: the higher confidence, and the mention counted (rule D1)."""
    state = memory.state
    return replace(
        state,
        mention_count=state.mention_count + 1,
        mention_sessions=state.mention_sessions + (1 if supports else 0),
        mentioned_at=max(said_at, state.mentioned_at or said_at),
        last_session_id=session_id or state.last_session_id,
        confidence=max(state.confidence, confidence),
    )


def promoted(state: State, policy: Policy) -> State:
    """The state of what became active by support: as sure as the gate asks, and no longer denied."""
    least = policy.gate.least(policy.gate.confidence)
    return replace(state, status=Status.ACTIVE, confidence=max(state.confidence, least), denial_count=0)


def confirmed(memory: Memory, policy: Policy) -> State:
    """The state of what the user said yes to; what tries to instruct stays observed."""
    state = memory.state
    return replace(
        state,
        status=Status.ACTIVE if may_be_active(memory) else state.status,
        confidence=max(state.confidence, policy.promotion.confirmed_confidence),
        is_confirmed=True,
        denial_count=0,
    )


def needs_the_users_word(memory: Memory) -> bool:
    """What an agent made up is active only by the user's word, however often it comes (rules W9, W10)."""
    return memory.source is Source.AGENT_GENERATED


def only_conflict_holds_back(memory: Memory, policy: Policy) -> bool:
    """Whether it is observed although it would be active by itself: then only what contradicts it holds it back."""
    state = memory.state
    is_enough = policy.gate.is_passed(state.confidence, state.importance, is_inferred=memory.source in INFERRED)
    is_open = state.status is Status.OBSERVED and not state.denial_count and Flag.SUBJECTIVE not in memory.flags
    return is_enough and is_open and may_be_active(memory) and not needs_the_users_word(memory)
