"""Reading the named things of a user, as they are or as they were at an instant (rules E1, V3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.entity import Entity, Merges, alias_key
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.names import LONGEST_NAME, EntityKind, normalised
from graphmem.domain.owner import Owner
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.ids import EntityId, MemoryId
from graphmem.pipelines.bounds import checked_instant, checked_text
from graphmem.pipelines.services import Services
from graphmem.store import entities
from graphmem.store.connection import Transaction
from graphmem.store.entities import EntityFilter, Place, reach_of


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Of whom, as of when, and whether with what only sensitive memories say (rule P5)."""

    owner: Owner
    as_of: datetime | None
    sees_sensitive: bool
    types: Types = EVERY_TYPE
    """Types of memories that may be read (rule L2)."""

    @property
    def sees_everything(self) -> bool:
        """Whether no memory is kept from it."""
        return self.sees_sensitive and self.types == EVERY_TYPE

    def instant(self, services: Services) -> datetime:
        """The instant to answer for; the end of time for now."""
        return checked_instant(self.as_of, "asOf", now=services.clock.now()) or END_OF_TIME


async def entities_by_ids(services: Services, view: View, ids: Sequence[EntityId]) -> dict[EntityId, Entity]:
    """Entities by id; one that was part of another at that instant gives the whole. Without what the view can't see."""
    instant = view.instant(services)
    return await services.database.read(lambda tx: _views(tx, view, ids, instant))


async def entities_of(services: Services, view: View, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[Entity, ...]]:
    """The entities that each version mentions, each once; three statements for all."""
    instant = view.instant(services)
    reach = reach_of(view.owner)

    async def read(tx: Transaction) -> dict[MemoryId, tuple[Entity, ...]]:
        said = await entities.of_memories(tx, reach, ids)
        found = await _views(tx, view, list(dict.fromkeys(chain(*said.values()))), instant)
        return {
            memory_id: tuple({found[i].id: found[i] for i in named if i in found}.values())
            for memory_id, named in said.items()
        }

    return await services.database.read(read)


async def entities_page(
    services: Services, view: View, request: PageRequest, *, kind: EntityKind | None, search: str | None
) -> Page[Entity]:
    """A page of the user's entities and of the shared ones its memories mention, the newest first.

    `search` is the beginning of a name, in any spelling of it.
    """
    instant = view.instant(services)
    wanted = EntityFilter(kind=kind, prefix=_prefix(search), sees_everything=view.sees_everything, types=view.types)

    async def read(tx: Transaction) -> Page[Entity]:
        places = await entities.page(tx, reach_of(view.owner), request, wanted, as_of=instant)
        found = await _views(tx, view, [EntityId(place.id) for place in places], instant)
        page = Page[Place].cut(places, request, lambda p: Cursor("entities", p.at, p.id, view.as_of))
        kept = [(found[EntityId(p.id)], c) for p, c in zip(page.items, page.cursors, strict=True) if p.id in found]
        return Page(tuple(entity for entity, _ in kept), tuple(cursor for _, cursor in kept), page.has_next)

    return await services.database.read(read)


async def memory_ids_page(services: Services, view: View, entity: Entity, request: PageRequest) -> Page[MemoryId]:
    """A page of the current versions that mention an entity or a part of it, the newest first."""
    instant = view.instant(services)
    reach = reach_of(view.owner)
    places = await services.database.read(
        lambda tx: entities.mentioned_in(tx, reach, [entity.id, *entity.merged], request, as_of=instant)
    )
    page = Page[Place].cut(places, request, lambda p: Cursor(f"entity/{entity.id}", p.at, p.id, view.as_of))
    return Page(tuple(MemoryId(p.id) for p in page.items), page.cursors, page.has_next)


def _prefix(search: str | None) -> str | None:
    if search is None:
        return None
    text = checked_text(search, "search", LONGEST_NAME)
    return alias_key(text) or normalised(text) or "\0"  # what no name begins with


async def _views(tx: Transaction, view: View, ids: Sequence[EntityId], instant: datetime) -> dict[EntityId, Entity]:
    if not ids:
        return {}
    reach = reach_of(view.owner)
    merges = Merges.at(await entities.merges(tx, reach), instant)
    groups = merges.parts_of({merges.root_of(i) for i in ids})
    rows = await entities.by_ids(tx, reach, list(chain(*groups.values())), as_of=instant, types=view.types)
    wholes = {root: _whole(root, parts, rows, merges, view) for root, parts in groups.items()}
    known = set(rows)
    return {i: whole for i in ids if i in known and (whole := wholes[merges.root_of(i)]) is not None}


def _whole(
    root: EntityId,
    parts: Sequence[EntityId],
    rows: dict[EntityId, tuple[Entity, bool]],
    merges: Merges,
    view: View,
) -> Entity | None:
    """An entity with all that is part of it; none where the view is not to see what names it."""
    there = [part for part in parts if part in rows]
    if root not in rows or (not view.sees_everything and all(rows[part][1] for part in there)):
        return None
    entity = rows[root][0]
    aliases = [a for part in there for a in rows[part][0].aliases if view.sees_everything or not a.is_sensitive]
    names = [a.name for a in aliases]
    maybe = dict.fromkeys(merges.root_of(i) for part in there for i in rows[part][0].maybe_same_as)
    return replace(
        entity,
        name=entity.name if not names or entity.name in names else names[0],
        aliases=tuple(aliases),
        merged=tuple(part for part in there if part != root),
        maybe_same_as=tuple(i for i in maybe if i != root),
    )
