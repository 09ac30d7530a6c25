"""What a decider reads out of a turn: candidates for memories, before anything known is looked at (rule W4)."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.domain.claim import Claim
from graphmem.domain.memory import Flag, MemoryType, Source


class MessageRole(StrEnum):
    """Who said a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One screened message of a conversation."""

    role: MessageRole
    content: str
    at: datetime


class Intent(StrEnum):
    """What the speaker does with a statement."""

    STATE = "state"
    """Says it is so."""
    REVISE = "revise"
    """Takes back or changes something said before ("actually", "no longer", 改成, 算了): rule D4."""
    EXCEPT = "except"
    """Allows something once, against a standing statement ("just today", 这次…也行): rule D3."""
    FINISH = "finish"
    """Says that something held is done or no longer true ("the order has arrived", 去过了): rule D10."""
    DENY = "deny"
    """Says that it was never said ("I never said that", 我没说过这句话): rule D16."""
    CONFIRM = "confirm"
    """Says yes to what was asked or to what the agent said ("yes, that's right", 对): rules W10, W11, D13."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters `start` to `end` of turn number `turn` (from 0) of the turns given."""

    turn: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One statement that may become a memory, or the reason why a sentence may not."""

    type: MemoryType
    content: str
    """One canonical third-person sentence, in the language of the speaker."""
    language: str
    claim: Claim
    span: Span | None
    """The words it stands on; null for an explicit `remember`, which has no message."""
    intent: Intent = Intent.STATE
    source: Source = Source.USER_STATED
    certainty: float = 1.0
    """How sure the decider is, 0 to 1; hedges ("maybe", 可能) cut it."""
    is_emphasised: bool = False
    is_situational: bool = False
    is_explicit: bool = False
    """Asked for in words ("remember that …", 记住…)."""
    is_retraction: bool = False
    """Takes back what was said right before ("scratch that"), so that what this had replaced holds again."""
    reason: str | None = None
    reason_span: Span | None = None
    """The words of the reason, where they lie outside `span`."""
    search_phrases: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    flags: frozenset[Flag] = field(default_factory=frozenset[Flag])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """A sentence that is not remembered, with the rule that says why (rule W14)."""

    span: Span
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something about the reading itself that the caller is told and the audit keeps; never the text of a person."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that a decider read out of the new turns."""

    candidates: tuple[Candidate, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    notices: tuple[Notice, ...] = ()
