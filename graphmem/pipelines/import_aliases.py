"""importAliases: things and their names in bulk, for a user or for the whole tenant (rules E1, E3)."""

from collections.abc import Sequence

from graphmem.domain.entity import Doubt, KnownName, Mention, NewAlias, NewEntities, NewEntity, Origin, alias_key
from graphmem.domain.event import Action
from graphmem.domain.ledger import TICK
from graphmem.domain.names import EntityKind
from graphmem.ids import EntityId, new_id
from graphmem.pipelines.bounds import checked_count
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.edit_entities import audit, checked_name
from graphmem.pipelines.entity_requests import ImportAliasesRequest, ImportedAliases, NamedThing
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.mention import reindex
from graphmem.pipelines.steps.name_vectors import vectors_of, with_vectors
from graphmem.pipelines.writing import write
from graphmem.store import entities
from graphmem.store.entities import reach_of

MOST_NAMES = 1_000
"""Names of one call, each item's first name among them."""


async def import_aliases(services: Services, call: Call, request: ImportAliasesRequest) -> ImportedAliases:
    """Make things known by their names; what is known already is left as it is, so that a call can be repeated.

    An item is the entity of its kind that has its name, else one of its aliases, else a new one. A name that another
    entity has is not taken from it: the two are listed as maybe the same. Raises LimitExceeded and InvalidInput.
    """
    items = request.items
    checked_count(len(items), "items", MOST_NAMES)
    checked_count(sum(1 + len(item.aliases) for item in items), "names of all items", MOST_NAMES)
    named = [_names(services, item, place) for place, item in enumerate(items)]
    vectors = await vectors_of(services, [name for names in named for name in names.values()])

    async def work(draft: Draft) -> ImportedAliases:
        reach = reach_of(draft.call.owner)
        keys = list(dict.fromkeys(key for names in named for key in names))
        known = await entities.known(draft.tx, reach, keys)
        is_personal = bool(draft.call.owner.user_id)
        book = _Book(draft, [n for n in known.known if n.is_personal is is_personal])
        results = [book.enter(item.kind, names) for item, names in zip(items, named, strict=True)]
        mentioned = [Mention(name=a.name, kind=a.kind, key=a.key) for a in book.new.aliases]
        book.new.vectors.extend(with_vectors(mentioned, vectors))
        await entities.store(draft.tx, reach, book.new)
        changed = [entity_id for entity_id, added, _ in results if added]
        if changed:
            draft.ledger.at += TICK
        if changed and is_personal:
            await reindex(draft.tx, reach, list(dict.fromkeys(changed)))
        return ImportedAliases(
            entity_ids=tuple(entity_id for entity_id, _, _ in results),
            added=tuple(added for _, added, _ in results),
            taken=tuple(taken for _, _, taken in results),
        )

    return await write(services, call, request, work, ImportedAliases)


def _names(services: Services, item: NamedThing, place: int) -> dict[str, str]:
    """The item's names by their keys, its own name first."""
    names: dict[str, str] = {}
    for field, value in (("name", item.name), *((f"aliases[{i}]", alias) for i, alias in enumerate(item.aliases))):
        name = checked_name(services, value, f"items[{place}].{field}")
        names.setdefault(alias_key(name), name)
    return names


class _Book:
    """What is known of names, and what this call adds to it."""

    def __init__(self, draft: Draft, known: Sequence[KnownName]) -> None:
        self.new = NewEntities()
        self._draft = draft
        self._holders = {(n.kind, n.key): (n.entity_id, n.root_id) for n in known}

    def enter(self, kind: EntityKind, names: dict[str, str]) -> tuple[EntityId, int, int]:
        """Enter one item; its entity, how many names were new, and how many are another entity's."""
        at = self._draft.ledger.at
        held = [self._holders[kind, key] for key in names if (kind, key) in self._holders]
        entity_id, root_id = held[0] if held else self._make(kind, next(iter(names.values())))
        added = 0
        others: dict[EntityId, None] = {}
        taken = 0
        for key, name in names.items():
            holder = self._holders.get((kind, key))
            if holder is None:
                self._holders[kind, key] = (entity_id, root_id)
                self.new.aliases.append(
                    NewAlias(entity_id=entity_id, kind=kind, name=name, key=key, origin=Origin.CALLER, at=at)
                )
                added += 1
            elif holder[1] != root_id:
                taken += 1
                others.setdefault(holder[0])
        self.new.doubts.extend(Doubt(entity_id=entity_id, other_id=other, at=at) for other in others)
        if added:
            audit(self._draft, Action.IMPORT_ALIASES, entity_id, f"{added} names imported")
        return entity_id, added, taken

    def _make(self, kind: EntityKind, name: str) -> tuple[EntityId, EntityId]:
        entity_id = EntityId(new_id())
        self.new.entities.append(
            NewEntity(id=entity_id, kind=kind, name=name, origin=Origin.CALLER, at=self._draft.ledger.at)
        )
        return entity_id, entity_id
