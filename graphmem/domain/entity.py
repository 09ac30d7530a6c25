"""Named things: an entity, its names over time, and what a write adds to what is known of them (rules E1, E2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.domain.names import EntityKind, is_name, normalised
from graphmem.ids import EntityId, MemoryId
from graphmem.language.concepts import Concept, lexicon

_KINDS = {
    "kin": EntityKind.PERSON,
    "city": EntityKind.PLACE,
    "country": EntityKind.PLACE,
    "region": EntityKind.PLACE,
    "company": EntityKind.ORGANISATION,
}
"""Classes of the lexicon whose members are single things, at least to one user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """One name of an entity, and since when it is known by it."""

    name: str
    since: datetime
    entity_id: EntityId
    """The part of the entity that has it: the entity itself, or one merged into it."""
    is_sensitive: bool = False
    """Whether only sensitive memories have said it (rule P5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One thing with a name, as it is known at an instant; entities merged into it are part of it."""

    id: EntityId
    kind: EntityKind
    name: str
    aliases: tuple[Alias, ...]
    is_personal: bool
    """Whether it belongs to the user; else it is shared by the tenant."""
    created_at: datetime
    merged: tuple[EntityId, ...] = ()
    """Entities that were merged into it and were not split off again."""
    maybe_same_as: tuple[EntityId, ...] = ()
    """Entities that may be the same; for review."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name in a text."""

    name: str
    """As it was written."""
    kind: EntityKind
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownName:
    """A name that is known: whose it is, and the entity that this one was merged into, or itself."""

    entity_id: EntityId
    root_id: EntityId
    kind: EntityKind
    name: str
    key: str
    is_personal: bool
    names: tuple[str, ...] = ()
    """All names of the root, where this one was looked for by its key."""
    has_vector: bool = True
    """Whether it can be found by what it means; names of before can't until they are said again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearName:
    """A known name whose vector is near to that of one in a text."""

    key: str
    """Of the name in the text."""
    known: KnownName
    cosine: float


class Origin(StrEnum):
    """How an entity or a name came to be known."""

    CONVERSATION = "conversation"
    """A memory says it; forgetting the last one that does takes it away."""
    CALLER = "caller"
    """Somebody gave it on purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntity:
    """An entity to write."""

    id: EntityId
    kind: EntityKind
    name: str
    origin: Origin
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAlias:
    """A name to write; an entity's own first name is one."""

    entity_id: EntityId
    kind: EntityKind
    name: str
    key: str
    origin: Origin
    at: datetime

    @property
    def folded(self) -> str:
        return normalised(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameVector:
    """The vector of a name to write, which has the key within the kind."""

    kind: EntityKind
    key: str
    name: str
    vector: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Two entities that may be one, for review."""

    entity_id: EntityId
    other_id: EntityId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMention:
    """That a version names an entity, by the name of this key."""

    memory_id: MemoryId
    entity_id: EntityId
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldKind:
    """That an entity of which nothing had told the kind turned out to be of one."""

    entity_id: EntityId
    kind: EntityKind


@dataclass(slots=True)
class NewEntities:
    """What one write adds to what is known of named things."""

    entities: list[NewEntity] = field(default_factory=list[NewEntity])
    aliases: list[NewAlias] = field(default_factory=list[NewAlias])
    doubts: list[Doubt] = field(default_factory=list[Doubt])
    mentions: list[NewMention] = field(default_factory=list[NewMention])
    kinds: list[ToldKind] = field(default_factory=list[ToldKind])
    vectors: list[NameVector] = field(default_factory=list[NameVector])

    @property
    def is_empty(self) -> bool:
        return not (self.entities or self.aliases or self.doubts or self.mentions or self.kinds or self.vectors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """That an entity is part of another, from one instant until another."""

    part: EntityId
    whole: EntityId
    at: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Merges:
    """Which entities are one at an instant: a forest, since only what is no part can be merged into another."""

    wholes: Mapping[EntityId, EntityId]

    @staticmethod
    def at(merges: Iterable[Merge], instant: datetime) -> "Merges":
        """The merges that held at an instant."""
        held = (m for m in merges if m.at <= instant and (m.until is None or m.until > instant))
        return Merges({m.part: m.whole for m in held})

    def root_of(self, entity_id: EntityId) -> EntityId:
        """The entity that this one is part of, or itself."""
        seen = {entity_id}
        while (whole := self.wholes.get(entity_id)) is not None and whole not in seen:
            entity_id = whole
            seen.add(whole)
        return entity_id

    def parts_of(self, roots: Iterable[EntityId]) -> dict[EntityId, list[EntityId]]:
        """Everything that was merged into each root, itself first."""
        found = {root: [root] for root in roots}
        for part in sorted(self.wholes):
            root = self.root_of(part)
            if root in found and part != root:
                found[root].append(part)
        return found


def concept_of(name: str) -> Concept | None:
    """The single thing of the lexicon that a whole name stands for ("mum" and 妈妈 are one)."""
    mentions = lexicon().mentions(name.strip())
    if len(mentions) != 1 or mentions[0].end - mentions[0].start != len(name.strip()):
        return None
    concept = mentions[0].concept
    return concept if concept.kind in _KINDS else None


def kind_of(concept: Concept) -> EntityKind | None:
    """What kind of entity a concept is; none where it is no single thing."""
    return _KINDS.get(concept.kind)


def alias_key(name: str) -> str:
    """The key under which a name is known: its folded letters and digits, or its concept's, which languages share.

    Empty where too little is left to tell one thing from another.
    """
    if not is_name(name):
        return ""
    concept = concept_of(name)
    return normalised(name) if concept is None else normalised(concept.id)
