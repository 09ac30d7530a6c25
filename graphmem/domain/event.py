"""The audit: one event a change, with the state after it and the interval in which that state held (rule S2)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.domain.memory import Evidence, State
from graphmem.ids import EntityId, EventId, LineageId, MemoryId


class Action(StrEnum):
    """What was done to what is known (spec §4), and what a caller did by name."""

    ADD = "add"
    OBSERVE = "observe"
    REINFORCE = "reinforce"
    MERGE = "merge"
    SPLIT = "split"
    SUPERSEDE = "supersede"
    EXCEPTION = "exception"
    KEEP_BOTH = "keep_both"
    EXPIRE = "expire"
    IGNORE = "ignore"
    CORRECT = "correct"
    ROLLBACK = "rollback"
    CONFIRM = "confirm"
    RESOLVE = "resolve"
    REVIEW = "review"
    FORGET = "forget"
    IMPORT = "import"
    MERGE_ENTITIES = "merge_entities"
    SPLIT_ENTITY = "split_entity"
    ADD_ALIAS = "add_alias"
    IMPORT_ALIASES = "import_aliases"


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who did it: the subject of the key or token, its role, and the agent it spoke for."""

    subject: str
    role: str
    agent_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One change, append-only; holds ids, scores and rules, never the text of a person (rule V6)."""

    id: EventId
    at: datetime
    action: Action
    rule: str
    """The id of the rule that decided ("D5"), or of the operation that was asked for ("V2")."""
    reason: str
    actor: Actor
    memory_id: MemoryId | None = None
    """The version whose state this event sets; null for what was ignored."""
    lineage_id: LineageId | None = None
    before: State | None = None
    after: State | None = None
    related_id: MemoryId | None = None
    """The other memory that took part: what was replaced, contradicted, repeated."""
    entity_id: EntityId | None = None
    """The entity that was merged, split off or named (rule E3)."""
    related_entity_id: EntityId | None = None
    """The entity it was merged into or split from."""
    evidence: tuple[Evidence, ...] = ()
    similarity: float | None = None
    until: datetime | None = None
    """When the next event of the same version took over; null while this one's state holds."""
