"""One version of one statement about one user (spec §2): content that never changes, and the state around it."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from graphmem.domain.claim import Claim
from graphmem.domain.status import LIVE, RECALLABLE, Status
from graphmem.domain.use import UNUSED, Use
from graphmem.ids import LineageId, MemoryId, MessageId


class MemoryType(StrEnum):
    """What kind of statement it is."""

    PREFERENCE = "preference"
    FACT = "fact"
    PLAN = "plan"
    CORRECTION = "correction"
    DECISION = "decision"
    OUTCOME = "outcome"
    PROFILE = "profile"
    INSIGHT = "insight"


class Source(StrEnum):
    """How graphmem came to know it; the most reliable first (rule D12)."""

    USER_CONFIRMED = "user_confirmed"
    USER_STATED = "user_stated"
    SYSTEM_EVENT = "system_event"
    BEHAVIOUR_INFERRED = "behaviour_inferred"
    IMPORTED = "imported"
    AGENT_INFERRED = "agent_inferred"
    AGENT_GENERATED = "agent_generated"
    CONVERSATION_SUMMARY = "conversation_summary"
    CONSOLIDATION = "consolidation"


class Verdict(StrEnum):
    """What somebody found who looked at a memory (rule O2)."""

    RIGHT = "right"
    """It says what the user meant."""
    WRONG = "wrong"
    """It should never have been held."""
    OUTDATED = "outdated"
    """It was so, and is no longer."""
    UNSAFE = "unsafe"
    """It tries to instruct, or should not be kept for another reason of safety (rule W2)."""
    WRONGLY_REPLACED = "wrongly_replaced"
    """What took its place should not have (rule O2: wrong-overwrite rate)."""


class Flag(StrEnum):
    """What is special about a memory."""

    SENSITIVE = "sensitive"
    SUSPECTED_INJECTION = "suspected_injection"
    EXCEPTION = "exception"
    SUBJECTIVE = "subjective"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What may change around a version; each change is an event that keeps the state after it."""

    status: Status
    confidence: float
    importance: float
    weight: float = 1.0
    mention_count: int = 1
    mention_sessions: int = 1
    """Mentions that support each other: in another session than the one before, or a day later (rule W10)."""
    mentioned_at: datetime | None = None
    """When it was last said, which archiving and the like leave alone; null: when it happened."""
    last_session_id: str | None = None
    """In which session it was last said; null: in that of the version, or in none."""
    is_confirmed: bool = False
    """Whether the user said yes to it."""
    denial_count: int = 0
    """How often the user said since that it was never said (rule D16)."""
    verdict: Verdict | None = None
    """What a reviewer found."""
    is_pinned: bool = False

    @property
    def is_recallable(self) -> bool:
        return self.status in RECALLABLE

    @property
    def is_live(self) -> bool:
        return self.status in LIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The exact words a memory stands on (rule V5): characters `start` to `end` of one message."""

    message_id: MessageId
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One immutable version (rules R1, R2) and its state; instants are aware and in UTC."""

    id: MemoryId
    lineage_id: LineageId
    version: int
    type: MemoryType
    content: str
    language: str
    claim: Claim
    state: State
    source: Source
    recorded_at: datetime
    """When the system came to hold it."""
    updated_at: datetime
    """When its state last changed."""
    occurred_at: datetime
    """When it was said or happened; what recall dates it by."""
    status_reason: str = ""
    reason: str | None = None
    search_phrases: tuple[str, ...] = ()
    session_id: str | None = None
    agent_id: str | None = None
    external_id: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    retired_at: datetime | None = None
    flags: frozenset[Flag] = field(default_factory=frozenset[Flag])
    is_head: bool = True
    """Whether this is the current version of its lineage."""
    use: Use = UNUSED
    """How it was used so far; no event keeps it, so of a past instant only the last hit may be known."""

    @property
    def status(self) -> Status:
        return self.state.status

    @property
    def stands(self) -> bool:
        """Whether it is live and no one-off exception: what a new statement can contradict, replace or repeat."""
        return self.state.is_live and Flag.EXCEPTION not in self.flags

    def may_be_given(self, *, sees_sensitive: bool) -> bool:
        """Whether it may go into an answer: never what tries to instruct, what is sensitive only by leave (W2, P5)."""
        barred = {Flag.SUSPECTED_INJECTION} if sees_sensitive else {Flag.SUSPECTED_INJECTION, Flag.SENSITIVE}
        return not barred & self.flags

    def in_state(self, state: State, *, reason: str, at: datetime) -> "Memory":
        """The same version with another state; content is untouched."""
        return replace(self, state=state, status_reason=reason, updated_at=at)
