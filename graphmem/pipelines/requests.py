"""What a caller can ask of the pipelines, as values."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.domain.candidate import MessageRole
from graphmem.domain.memory import Flag, MemoryType, Source, Verdict
from graphmem.domain.owner import Owner, SharedSpace
from graphmem.domain.principal import Principal
from graphmem.domain.routing import RouteKind
from graphmem.ids import MemoryId, RecallId
from graphmem.language.script import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Who writes about whom, and under which key of repetition (rule W13)."""

    principal: Principal
    owner: Owner
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidTurn:
    """One message as the caller sends it; `at` is now where it says none."""

    role: MessageRole
    content: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserveRequest:
    """Turns of one exchange, oldest first; a session is made where none is named."""

    turns: tuple[SaidTurn, ...]
    session_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberRequest:
    """One statement to remember as it stands."""

    content: str
    type: MemoryType | None = None
    """Null: what the words say, else a fact."""
    source: Source = Source.USER_STATED
    session_id: str | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    search_phrases: tuple[str, ...] = ()
    flags: frozenset[Flag] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportItem:
    """One memory from elsewhere."""

    content: str
    external_id: str | None = None
    """The importer's own id: the same again is a replay, not a second memory."""
    type: MemoryType = MemoryType.FACT
    occurred_at: datetime | None = None
    confidence: float = 1.0
    vector: tuple[float, ...] | None = None
    """Ready-made vector of the active space, or null to have it embedded."""
    session_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """Memories from elsewhere: stored as they are, or each put through the decider."""

    items: tuple[ImportItem, ...]
    is_verbatim: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordOutcomeRequest:
    """What a tool reports of a task (rule T1)."""

    kind: str
    key: str
    """The business's own key of the task within its kind, such as an order number."""
    status: str
    progress: float | None = None
    acceptance: str | None = None
    fields: tuple[tuple[str, str], ...] = ()
    summary: str | None = None
    """The sentence to remember; made from the rest where left out."""
    occurred_at: datetime | None = None
    session_id: str | None = None


class Order(StrEnum):
    """How results are ordered."""

    SCORE = "score"
    TIME = "time"
    """The oldest first, among the best: a timeline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadableSpace:
    """A shared space, and the types of memories that the caller may read there (rule L2)."""

    space: SharedSpace
    types: frozenset[MemoryType]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """A question to a user's memories."""

    query: str
    limit: int | None = None
    types: frozenset[MemoryType] | None = None
    spaces: tuple[ReadableSpace, ...] = ()
    """Shared spaces that are looked through beside the user's memories."""
    as_of: datetime | None = None
    """Answer from what was held at that instant (rule Q9); null: now."""
    asked_at: datetime | None = None
    """When, and in which zone, it is asked: what dates in the query are relative to; null: now, in UTC."""
    session_id: str | None = None
    """The session it is asked in: what the query refers back to is written out from its turns (rule Q1)."""
    valid_at: datetime | None = None
    """What was true then, of what is held (rule Q9); null: now."""
    route: RouteKind | None = None
    """Where to look first; null: the question decides (rule Q5)."""
    includes_past: bool | None = None
    """Whether superseded, expired and archived versions answer too; null: where the question asks for the past."""
    tentative: int = 0
    """How many observed memories at most may follow what is held."""
    order: Order = Order.SCORE
    wants_explanation: bool = False
    is_counted: bool = True
    """Whether its results count as used, and it as a miss; not so for who only looks (rule Q4)."""
    sees_sensitive: bool = True
    """Without it, sensitive memories are no candidates: a score would confirm a guessed word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextRequest:
    """What an agent is about to answer, and how much of what is known it has room for (rule Q6)."""

    query: str | None = None
    """Null at the opening of a session: what is always there."""
    budget: int | None = None
    """Tokens of all blocks together; null: the default."""
    session_id: str | None = None
    types: frozenset[MemoryType] | None = None
    """Of the user's memories; and of the spaces', where a question is asked."""
    spaces: tuple[ReadableSpace, ...] = ()
    as_of: datetime | None = None
    asked_at: datetime | None = None
    route: RouteKind | None = None
    includes_past: bool | None = None
    language: Language | None = None
    """Of the words around the memories; null: that of the query, or of what is known."""
    is_counted: bool = True
    """Whether what is written counts as used (rule Q4)."""
    sees_sensitive: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallFeedbackRequest:
    """Whether a recall helped (rule Q10)."""

    is_helpful: bool
    recall_id: RecallId | None = None
    query: str | None = None
    """The recall's words, for one that is too long ago to be known by its id."""
    memory_ids: tuple[MemoryId, ...] = ()
    """The memories that did, or did not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectRequest:
    """New words for a memory; refused where `expected_version` is no longer the current one."""

    memory_id: MemoryId
    content: str
    reason: str | None = None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RollbackRequest:
    """Make a new version with the content of an old one (rule V2)."""

    memory_id: MemoryId
    """Any version of the lineage."""
    to_version: int
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """Remove a memory with all its versions, for good (rule F5)."""

    memory_id: MemoryId


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmRequest:
    """The user's yes to a memory (rule W10)."""

    memory_id: MemoryId


class Resolution(StrEnum):
    """How a conflict ends (rule D13)."""

    KEEP_OLD = "keep_old"
    KEEP_NEW = "keep_new"
    MERGE = "merge"
    BOTH_TRUE = "both_true"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveConflictRequest:
    """Which of two memories in conflict holds, in whichever order they are named."""

    memory_id: MemoryId
    other_id: MemoryId
    resolution: Resolution
    content: str | None = None
    """Words for a merge; null joins both sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRequest:
    """What somebody found who looked at a memory."""

    memory_id: MemoryId
    verdict: Verdict
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitRequest:
    """The parts of a statement; refused where `expected_version` is no longer the current one."""

    memory_id: MemoryId
    parts: tuple[str, ...]
    expected_version: int | None = None
