"""Entities in the store: nothing of one owner is read or changed under another's key (rules L1, P1)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from graphmem.domain.entity import KnownName, NameVector, NearName, NewAlias, NewEntities, NewEntity, NewMention, Origin
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.memory import Memory
from graphmem.domain.names import EntityKind
from graphmem.domain.owner import Commons, Owner
from graphmem.domain.page import PageRequest
from graphmem.ids import EntityId, new_id
from graphmem.store import entities, owners
from graphmem.store.connection import Database, Transaction
from graphmem.store.entities import EntityFilter, Reach, Sought, reach_of
from tests.domain.factories import memory
from tests.store.scribe import Scribe
from tests.store.test_isolation import size, strangers

ALIKE = [1.0] + [0.0] * 511
SOUGHT = NameVector(kind=EntityKind.PERSON, key="李安", name="李安", vector=ALIKE)
Reader = Callable[[Transaction, Reach], Awaitable[object]]


def two_named(held: Memory, at: datetime) -> NewEntities:
    """Two people with a name each, of whom a memory mentions the first."""
    one, other = EntityId(new_id()), EntityId(new_id())
    kind, origin = EntityKind.PERSON, Origin.CONVERSATION
    return NewEntities(
        entities=[
            NewEntity(id=one, kind=kind, name="Ann Lee", origin=origin, at=at),
            NewEntity(id=other, kind=kind, name="Zed Moe", origin=origin, at=at),
        ],
        aliases=[
            NewAlias(entity_id=one, kind=kind, name="Ann Lee", key="annlee", origin=origin, at=at),
            NewAlias(entity_id=other, kind=kind, name="Zed Moe", key="zedmoe", origin=origin, at=at),
        ],
        mentions=[NewMention(memory_id=held.id, entity_id=one, key="annlee")],
        vectors=[NameVector(kind=kind, key="annlee", name="Ann Lee", vector=ALIKE)],
    )


@pytest.fixture
async def held(scribe: Scribe) -> Memory:
    return await scribe.add(memory("green tea"))


@pytest.fixture
async def new(database: Database, owner: Owner, held: Memory, now: datetime) -> NewEntities:
    """What is stored for the owner: the second of two was merged into the first."""
    new = two_named(held, now)
    one, other = new.entities
    reach = reach_of(owner)

    async def work(tx: Transaction) -> None:
        await entities.store(tx, reach, new)
        await entities.merge(tx, reach, whole=one.id, parts=[other.id], at=now)

    await database.write(work)
    return new


async def names(tx: Transaction, reach: Reach, keys: list[str]) -> list[KnownName]:
    return (await entities.known(tx, reach, keys, compared=10)).known


async def near(tx: Transaction, reach: Reach, *names: NameVector, keys: Sequence[str] = ()) -> list[NearName]:
    return (await entities.known(tx, reach, keys, sought=Sought(names=names, nearest=5, least_cosine=0.9))).near


def readers(new: NewEntities, held: Memory) -> dict[str, Reader]:
    ids = [e.id for e in new.entities]
    first = PageRequest(10)
    return {
        "known": lambda tx, r: names(tx, r, ["annlee", "zedmoe"]),
        "near": lambda tx, r: near(tx, r, SOUGHT),
        "merges": entities.merges,
        "by_ids": lambda tx, r: entities.by_ids(tx, r, ids, as_of=END_OF_TIME),
        "of_memories": lambda tx, r: entities.of_memories(tx, r, [held.id]),
        "of_lineage": lambda tx, r: entities.of_lineage(tx, r.owner, held.lineage_id),
        "page": lambda tx, r: entities.page(tx, r, first, EntityFilter(), as_of=END_OF_TIME),
        "search": lambda tx, r: entities.page(tx, r, first, EntityFilter(prefix="zed"), as_of=END_OF_TIME),
        "mentioned_in": lambda tx, r: entities.mentioned_in(tx, r, ids, first, as_of=END_OF_TIME),
        "texts": lambda tx, r: entities.texts(tx, r, ids, limit=10),
    }


async def test_every_reader_finds_what_is_the_owners_and_nothing_for_a_stranger(
    database: Database, owner: Owner, new: NewEntities, held: Memory
) -> None:
    async def found(who: Owner) -> dict[str, int]:
        async def read(tx: Transaction) -> dict[str, int]:
            return {name: size(await reader(tx, reach_of(who))) for name, reader in readers(new, held).items()}

        return await database.read(read)

    assert [name for name, count in (await found(owner)).items() if count == 0] == []
    for stranger in [*strangers(owner), Commons(owner.tenant)]:
        assert {name: count for name, count in (await found(stranger)).items() if count} == {}


async def test_no_write_of_a_stranger_changes_anything(
    database: Database, owner: Owner, new: NewEntities, held: Memory, now: datetime
) -> None:
    async def everything() -> list[object]:
        return [await database.read(lambda tx, r=r: r(tx, reach_of(owner))) for r in readers(new, held).values()]

    before = await everything()
    one, other = (e.id for e in new.entities)
    forged = NewEntities(aliases=[new.aliases[0]], mentions=new.mentions)
    for stranger in [*strangers(owner), Commons(owner.tenant)]:
        reach = reach_of(stranger)
        await database.write(lambda tx, r=reach: entities.store(tx, r, forged))
        await database.write(lambda tx, r=reach: entities.merge(tx, r, whole=other, parts=[one], at=now))
        assert not await database.write(lambda tx, r=reach: entities.split(tx, r, other, at=now))
        await database.write(lambda tx, r=reach: entities.prune(tx, r.owner, [one, other]))
        await database.write(lambda tx, r=reach: entities.reindex(tx, r.owner, {held.id: "forged"}))
    assert await everything() == before


async def test_a_merge_ends_once(database: Database, owner: Owner, new: NewEntities, now: datetime) -> None:
    reach, part = reach_of(owner), new.entities[1].id
    assert await database.write(lambda tx: entities.split(tx, reach, part, at=now))
    assert not await database.write(lambda tx: entities.split(tx, reach, part, at=now))


async def test_a_name_is_stored_once(database: Database, owner: Owner, new: NewEntities) -> None:
    again = NewEntities(aliases=new.aliases)
    await database.write(lambda tx: entities.store(tx, reach_of(owner), again))
    found = await database.read(lambda tx: names(tx, reach_of(owner), ["annlee"]))
    assert sorted(n.key for n in found) == ["annlee", "zedmoe"]


async def test_what_is_near_is_of_the_kind_and_in_the_other_script_and_near_enough(
    database: Database, owner: Owner, new: NewEntities
) -> None:
    async def found(sought: NameVector) -> list[str]:
        rows = await database.read(lambda tx: near(tx, reach_of(owner), sought))
        return [n.known.name for n in rows]

    assert await found(SOUGHT) == ["Ann Lee"]
    assert await found(replace(SOUGHT, kind=EntityKind.PLACE)) == []
    assert await found(replace(SOUGHT, name="Ang Lee", key="anglee")) == []
    assert await found(replace(SOUGHT, vector=[0.6, 0.8, *ALIKE[2:]])) == []


async def test_a_name_that_is_known_by_its_key_is_not_sought_by_its_vector(
    database: Database, owner: Owner, new: NewEntities
) -> None:
    held = replace(SOUGHT, key="zedmoe")
    assert await database.read(lambda tx: near(tx, reach_of(owner), held, keys=["zedmoe"])) == []


async def test_the_lock_of_the_commons_makes_no_user(database: Database, owner: Owner, now: datetime) -> None:
    commons = Commons(owner.tenant)
    assert await database.write(lambda tx: owners.lock(tx, commons, at=now)) is None
    rows = await database.execute("MATCH (u:User {tenant: $tenant}) RETURN u.id AS id", tenant=owner.tenant)
    assert rows == []
