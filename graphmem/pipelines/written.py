"""What a write did: ids, rules and scores, never text, so that it can be kept and given again (rules W13, W14)."""

from pydantic import BaseModel, ConfigDict

from graphmem.domain.event import Action
from graphmem.domain.status import Status
from graphmem.ids import LineageId, MemoryId, MessageId


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Fragment(_Frozen):
    """Characters `start` to `end` of a message."""

    message_id: MessageId
    start: int
    end: int


class MadeDecision(_Frozen):
    """How one candidate ended (rule W14)."""

    action: Action
    rule: str
    reason: str
    memory_id: MemoryId | None = None
    """The version that was written or changed; null where the candidate was ignored."""
    related_id: MemoryId | None = None
    """The version it was decided against: what was replaced, repeated or contradicted."""
    status: Status | None = None
    similarity: float | None = None
    confidence: float | None = None
    importance: float | None = None
    fragment: Fragment | None = None
    external_id: str | None = None


class Result(_Frozen):
    """What any write gives back."""

    is_replay: bool = False
    """Whether this is the first result again, for an idempotency key that was used before."""


class WriteWarning(_Frozen):
    """Something that made a write poorer without failing it."""

    code: str
    message: str


class Written(Result):
    """How each candidate of a write ended."""

    decisions: tuple[MadeDecision, ...]
    session_id: str | None = None
    warnings: tuple[WriteWarning, ...] = ()


class Forgotten(Result):
    """What was removed for good."""

    lineage_id: LineageId
    versions: int
