"""What a caller can ask to be done to entities, and what was done."""

from dataclasses import dataclass

from graphmem.domain.names import EntityKind
from graphmem.ids import EntityId
from graphmem.pipelines.written import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeEntitiesRequest:
    """Entities that are one thing: the others become part of `into_id`."""

    into_id: EntityId
    ids: tuple[EntityId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitEntityRequest:
    """An entity that was merged into another, to stand by itself again."""

    entity_id: EntityId


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAliasRequest:
    """One more name of an entity."""

    entity_id: EntityId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedThing:
    """A thing with its names, as an importer has it."""

    kind: EntityKind
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportAliasesRequest:
    """Things and their names, for a user or for the whole tenant."""

    items: tuple[NamedThing, ...]


class EditedEntities(Result):
    """The entities that an edit was about, as they stand after it."""

    entity_ids: tuple[EntityId, ...]


class ImportedAliases(Result):
    """What became of each item, in the order given; ids and counts, never a name."""

    entity_ids: tuple[EntityId, ...]
    added: tuple[int, ...]
    """Names that were new."""
    taken: tuple[int, ...]
    """Names that are another entity's; the two are listed as maybe the same."""
