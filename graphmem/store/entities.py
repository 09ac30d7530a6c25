"""Entities, their names, merges and mentions; a user reaches its own and those that its tenant shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.entity import Alias, Entity, KnownName, Merge, NameVector, NearName, NewEntities
from graphmem.domain.name_meaning import is_han
from graphmem.domain.names import EntityKind
from graphmem.domain.owner import Owner, commons_key
from graphmem.domain.page import PageRequest
from graphmem.ids import EntityId, LineageId, MemoryId, OwnerKey
from graphmem.store.connection import Row, Transaction
from graphmem.store.records import cosine_of, instant, optional_instant, score_of, vector_parameter


@dataclass(frozen=True, slots=True)
class Reach:
    """Whose entities a statement may touch: the user's own, and those of its tenant."""

    owner: OwnerKey
    tenant: OwnerKey


def reach_of(owner: Owner) -> Reach:
    """What a user reaches; the commons of a tenant reach nothing but themselves."""
    return Reach(owner.key, commons_key(owner.tenant))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFilter:
    """Which entities a list holds."""

    kind: EntityKind | None = None
    prefix: str | None = None
    """Beginning of a folded name."""
    sees_everything: bool = True
    """Without it, what only sensitive memories name, or those of other types, is left out (rules P5, L2)."""
    types: Types = EVERY_TYPE


@dataclass(frozen=True, slots=True)
class Place:
    """A thing in a list that goes from the newest to the oldest."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredName:
    """A name as it is stored, and the entity that it names."""

    id: str
    entity_id: EntityId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Names to be found by their vectors: how many of each at most, and how near at least."""

    names: Sequence[NameVector]
    nearest: int
    least_cosine: float


NOTHING_SOUGHT = Sought(names=(), nearest=1, least_cosine=1.0)


@dataclass(frozen=True, slots=True)
class NamesFound:
    """What is known of names that were asked for."""

    known: list[KnownName]
    near: list[NearName]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidText:
    """What a version says, and the entities it mentions."""

    id: MemoryId
    content: str
    search_phrases: tuple[str, ...]
    entity_ids: tuple[EntityId, ...]


async def known(
    tx: Transaction, reach: Reach, keys: Sequence[str], *, compared: int = 0, sought: Sought = NOTHING_SOUGHT
) -> NamesFound:
    """Names with one of the keys, and the newest `compared` names of the user, each with what it names now.

    Beside these the names near to those sought that no key finds, of the same kind and in the other script.
    """
    rows = await tx.all(
        "entities/known",
        owner=reach.owner,
        tenant=reach.tenant,
        keys=list(keys),
        compared=compared,
        sought=[
            {"key": n.key, "kind": n.kind.value, "wants_han": not is_han(n.name), "vector": vector_parameter(n.vector)}
            for n in sought.names
        ],
        nearest=sought.nearest,
        least=score_of(sought.least_cosine),
    )
    found = NamesFound([], [])
    for row in rows:
        if row["near"] is None:
            found.known.append(_known_name(row))
        else:
            found.near.append(NearName(key=row["near"], known=_known_name(row), cosine=cosine_of(row["score"])))
    return found


def _known_name(row: Row) -> KnownName:
    return KnownName(
        entity_id=EntityId(row["entity_id"]),
        root_id=EntityId(row["root_id"]),
        kind=EntityKind(row["kind"]),
        name=row["name"],
        key=row["key"],
        is_personal=row["is_personal"],
        has_vector=row["has_vector"],
        names=tuple(row["names"]),
    )


async def store(tx: Transaction, reach: Reach, new: NewEntities) -> None:
    """Write new entities, names, vectors, doubts and mentions; memories that mention them are there already."""
    if new.is_empty:
        return
    entities = [
        {"id": e.id, "kind": e.kind.value, "name": e.name, "origin": e.origin.value, "at": e.at} for e in new.entities
    ]
    aliases = [
        {
            "id": _alias_id(reach, a.kind, a.key),
            "entity_id": a.entity_id,
            "kind": a.kind.value,
            "key": a.key,
            "folded": a.folded,
            "name": a.name,
            "origin": a.origin.value,
            "at": a.at,
        }
        for a in new.aliases
    ]
    mentions = [
        {"memory_id": m.memory_id, "entity_id": m.entity_id, "key": m.key}
        for m in sorted(new.mentions, key=lambda m: (m.entity_id, m.memory_id))
    ]
    await tx.run(
        "entities/store",
        owner=reach.owner,
        tenant=reach.tenant,
        entities=entities,
        aliases=aliases,
        vectors=[
            {"id": _alias_id(reach, v.kind, v.key), "is_han": is_han(v.name), "vector": vector_parameter(v.vector)}
            for v in new.vectors
        ],
        doubts=[{"entity_id": d.entity_id, "other_id": d.other_id, "at": d.at} for d in new.doubts],
        mentions=mentions,
        kinds=[{"entity_id": k.entity_id, "kind": k.kind.value} for k in new.kinds],
    )


def _alias_id(reach: Reach, kind: EntityKind, key: str) -> str:
    return f"{reach.owner}/{kind.value}/{key}"


async def merges(tx: Transaction, reach: Reach) -> list[Merge]:
    """Every merge that the user or the tenant made, those that were taken back too."""
    return [
        Merge(
            part=EntityId(row["part"]),
            whole=EntityId(row["whole"]),
            at=instant(row["at"]),
            until=optional_instant(row["until"]),
        )
        for row in await tx.all("entities/merges", owner=reach.owner, tenant=reach.tenant)
    ]


async def merge(tx: Transaction, reach: Reach, *, whole: EntityId, parts: Sequence[EntityId], at: datetime) -> None:
    """Merge the owner's entities into one of the owner's or the tenant's; nothing of them is moved or lost."""
    await tx.run("entities/merge", owner=reach.owner, tenant=reach.tenant, whole=whole, parts=list(parts), at=at)


async def split(tx: Transaction, reach: Reach, entity_id: EntityId, *, at: datetime) -> bool:
    """End the merge of one of the owner's entities; whether there was one."""
    row = await tx.one("entities/split", what="entity", owner=reach.owner, tenant=reach.tenant, id=entity_id, at=at)
    return bool(row["ended"])


async def by_ids(
    tx: Transaction, reach: Reach, ids: Sequence[EntityId], *, as_of: datetime, types: Types = EVERY_TYPE
) -> dict[EntityId, tuple[Entity, bool]]:
    """Entities by id with their own names and doubts at an instant, and whether only sensitive memories name them.

    As those count memories of other types than asked for, too.
    """
    rows = await tx.all(
        "entities/by_ids", owner=reach.owner, tenant=reach.tenant, ids=list(ids), types=sorted(types), as_of=as_of
    )
    return {EntityId(row["id"]): (_entity_of(row), row["is_withheld"]) for row in rows}


def _entity_of(row: Row) -> Entity:
    return Entity(
        id=EntityId(row["id"]),
        kind=EntityKind(row["kind"]),
        name=row["name"],
        aliases=tuple(
            Alias(
                name=a["name"],
                since=instant(a["since"]),
                entity_id=EntityId(row["id"]),
                is_sensitive=a["is_withheld"],
            )
            for a in row["aliases"]
        ),
        is_personal=row["is_personal"],
        created_at=instant(row["created_at"]),
        maybe_same_as=tuple(EntityId(i) for i in row["maybe"]),
    )


async def of_memories(tx: Transaction, reach: Reach, ids: Sequence[MemoryId]) -> dict[MemoryId, list[EntityId]]:
    """The entities that each version mentions, by the names it used."""
    found: dict[MemoryId, list[EntityId]] = {}
    for row in await tx.all("entities/of_memories", owner=reach.owner, tenant=reach.tenant, ids=list(ids)):
        found.setdefault(MemoryId(row["memory_id"]), []).append(EntityId(row["entity_id"]))
    return found


async def of_lineage(tx: Transaction, owner: OwnerKey, lineage_id: LineageId) -> list[EntityId]:
    """The owner's own entities that any version of a lineage mentions."""
    rows = await tx.all("entities/of_lineage", owner=owner, lineage_id=lineage_id)
    return [EntityId(row["id"]) for row in rows]


async def page(
    tx: Transaction, reach: Reach, request: PageRequest, wanted: EntityFilter, *, as_of: datetime
) -> list[Place]:
    """Entities in the order of a page, one more than asked for where there are more."""
    rows = await tx.all(
        "entities/page",
        owner=reach.owner,
        tenant=reach.tenant,
        kind=None if wanted.kind is None else wanted.kind.value,
        prefix=wanted.prefix,
        types=sorted(wanted.types),
        sees_everything=wanted.sees_everything,
        as_of=as_of,
        before_at=request.before_at(as_of),
        before_id=request.before_id,
        limit=request.fetched,
    )
    return [Place(row["id"], instant(row["created_at"])) for row in rows]


async def mentioned_in(
    tx: Transaction, reach: Reach, ids: Sequence[EntityId], request: PageRequest, *, as_of: datetime
) -> list[Place]:
    """Current versions that mention one of the entities, newest first, one more than asked for where there are more."""
    rows = await tx.all(
        "entities/mentioned_in",
        owner=reach.owner,
        tenant=reach.tenant,
        ids=list(ids),
        as_of=as_of,
        before_at=request.before_at(as_of),
        before_id=request.before_id,
        limit=request.fetched,
    )
    return [Place(row["id"], instant(row["recorded_at"])) for row in rows]


async def prune(tx: Transaction, owner: OwnerKey, ids: Sequence[EntityId]) -> None:
    """Take away names and entities that came from memories which are gone (rule F5)."""
    await tx.run("entities/prune", owner=owner, ids=list(ids))


async def names(tx: Transaction, owner: OwnerKey, *, after_id: str, limit: int) -> list[StoredName]:
    """The owner's names in the order of their ids, after a given one."""
    rows = await tx.all("entities/names", owner=owner, after_id=after_id, limit=limit)
    return [StoredName(id=row["id"], entity_id=EntityId(row["entity_id"]), name=row["name"]) for row in rows]


async def drop_names(tx: Transaction, owner: OwnerKey, ids: Sequence[str]) -> None:
    """Take names away, and the entities that have none left."""
    if ids:
        await tx.run("entities/drop_names", owner=owner, ids=list(ids))


async def texts(tx: Transaction, reach: Reach, ids: Sequence[EntityId], *, limit: int) -> list[SaidText]:
    """What the newest versions that mention one of the entities say."""
    rows = await tx.all("entities/texts", owner=reach.owner, tenant=reach.tenant, ids=list(ids), limit=limit)
    return [
        SaidText(
            id=MemoryId(row["id"]),
            content=row["content"],
            search_phrases=tuple(row["search_phrases"] or ()),
            entity_ids=tuple(EntityId(i) for i in row["entity_ids"]),
        )
        for row in rows
    ]


async def reindex(tx: Transaction, owner: OwnerKey, search_texts: Mapping[MemoryId, str]) -> None:
    """Give versions another analysed text; their content stays (rule R2)."""
    if search_texts:
        rows = [{"id": i, "search_text": text} for i, text in search_texts.items()]
        await tx.run("entities/reindex", owner=owner, texts=rows)
