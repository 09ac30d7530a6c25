"""Values of the domain with sensible parts, for tests that care about one or two of them."""

from dataclasses import replace
from datetime import UTC, datetime

from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.change import NewVersion
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action, Actor
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory, MemoryType, Source, State
from graphmem.domain.status import Status
from graphmem.ids import LineageId, MemoryId, new_id

AT = datetime(2026, 3, 1, 9, tzinfo=UTC)
ACTOR = Actor(subject="agent-1", role="agent", agent_id="agent-1")


def state(status: Status = Status.ACTIVE, *, confidence: float = 1.0, importance: float = 0.6) -> State:
    """A state; active and certain where nothing else is said."""
    return State(status=status, confidence=confidence, importance=importance)


def memory(
    content: str = "User drinks green tea",
    *,
    status: Status = Status.ACTIVE,
    type: MemoryType = MemoryType.PREFERENCE,  # noqa: A002  the field's own name
    claim: Claim | None = None,
    confidence: float = 1.0,
    importance: float = 0.6,
    source: Source = Source.USER_STATED,
    at: datetime = AT,
    memory_id: str | None = None,
    lineage_id: str | None = None,
    version: int = 1,
    session_id: str | None = None,
    external_id: str | None = None,
    flags: frozenset[Flag] = frozenset(),
) -> Memory:
    """The head of a lineage of its own."""
    own_id = MemoryId(memory_id or new_id())
    return Memory(
        id=own_id,
        lineage_id=LineageId(lineage_id or own_id),
        version=version,
        type=type,
        content=content,
        language="en",
        claim=claim or Claim(),
        state=state(status, confidence=confidence, importance=importance),
        source=source,
        recorded_at=at,
        updated_at=at,
        occurred_at=at,
        session_id=session_id,
        external_id=external_id,
        flags=flags,
    )


def new_version(of: Memory, *, vector: list[float] | None = None, search_text: str = "green tea") -> NewVersion:
    """A version to write; its vector has one dimension where none is given."""
    return NewVersion(memory=of, vector=[1.0] if vector is None else vector, search_text=search_text)


def successor(of: Memory, content: str = "User drinks black tea") -> Memory:
    """The next version of a memory's lineage."""
    return replace(of, id=MemoryId(new_id()), version=of.version + 1, content=content)


def candidate(
    content: str = "User drinks green tea",
    *,
    type: MemoryType = MemoryType.PREFERENCE,  # noqa: A002  the field's own name
    claim: Claim | None = None,
    intent: Intent = Intent.STATE,
    source: Source = Source.USER_STATED,
    is_explicit: bool = False,
    flags: frozenset[Flag] = frozenset(),
) -> Candidate:
    """A statement of the user, read with certainty."""
    return Candidate(
        type=type,
        content=content,
        language="en",
        claim=claim or Claim(),
        span=None,
        intent=intent,
        source=source,
        is_explicit=is_explicit,
        flags=flags,
    )


def why(action: Action = Action.ADD, rule: str = "D11", reason: str = "nothing held says this") -> Why:
    """A reason to enter something in a ledger."""
    return Why(action=action, rule=rule, reason=reason, actor=ACTOR)
