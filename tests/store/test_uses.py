"""Counts on versions: kept by day, from several writers at once, and through merges (spec §2, rule Q4)."""

import asyncio
from datetime import datetime, timedelta

from graphmem.domain.change import Succession
from graphmem.domain.memory import Memory
from graphmem.domain.owner import Owner
from graphmem.domain.use import NewUses
from graphmem.ids import MemoryId
from graphmem.store import memories, uses
from graphmem.store.connection import Database
from tests.domain.factories import memory
from tests.store.scribe import Scribe

WRITERS = 8


def accessed(*instants: datetime, hits: int = 0) -> NewUses:
    """Accesses at some instants, the first of them hits."""
    found = NewUses()
    for place, at in enumerate(instants):
        found.access(at)
        if place < hits:
            found.hit(at)
    return found


async def record(database: Database, owner: Owner, memory_id: MemoryId, new: NewUses, at: datetime) -> None:
    await database.write(lambda tx: uses.record(tx, owner.key, {memory_id: new}, at=at))


async def stored(database: Database, owner: Owner, memory_id: MemoryId) -> Memory:
    return (await database.read(lambda tx: memories.by_ids(tx, owner.key, [memory_id])))[memory_id]


async def test_writers_at_once_lose_no_count(database: Database, owner: Owner, scribe: Scribe, now: datetime) -> None:
    held = await scribe.add(memory())
    await asyncio.gather(*(record(database, owner, held.id, accessed(now, hits=1), now) for _ in range(WRITERS)))
    use = (await stored(database, owner, held.id)).use
    assert (use.access_count, use.hit_count, use.last_hit_at) == (WRITERS, WRITERS, now)


async def test_a_hit_of_long_ago_is_still_the_last_one_when_its_day_is_dropped(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    held = await scribe.add(memory())
    await record(database, owner, held.id, accessed(now, hits=1), now)
    later = now + timedelta(days=200)
    await record(database, owner, held.id, accessed(later), later)
    use = (await stored(database, owner, held.id)).use
    assert (use.access_count, use.hit_count, use.last_hit_at, use.last_accessed_at) == (2, 1, now, later)


async def test_what_did_not_help_counts_since_the_day_of_the_last_hit(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    held = await scribe.add(memory())
    for day in range(3):
        new = NewUses()
        new.did_not_help(now + timedelta(days=day), was_hit=False)
        await record(database, owner, held.id, new, now)
    assert (await stored(database, owner, held.id)).use.fruitless_count == 3
    await record(database, owner, held.id, accessed(now + timedelta(days=1), hits=1), now)
    assert (await stored(database, owner, held.id)).use.fruitless_count == 1


async def test_a_merge_counts_a_day_as_often_as_its_most_used_part(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    first, second, whole = [await scribe.add(memory(f"part {n}")) for n in range(3)]
    yesterday = now - timedelta(days=1)
    await record(database, owner, first.id, accessed(now, now, yesterday, hits=2), now)
    await record(database, owner, second.id, accessed(now, yesterday, yesterday, hits=1), now)
    succession = Succession(whole.id, (first.id, second.id))
    await database.write(lambda tx: uses.carry(tx, owner.key, [succession]))
    use = (await stored(database, owner, whole.id)).use
    assert (use.access_count, use.hit_count, use.last_hit_at) == (3, 2, now)


async def test_another_owner_can_neither_count_nor_take_over(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    bob = scribe.about("bob")
    held, theirs = await scribe.add(memory()), await bob.add(memory())
    await record(database, bob.call.owner, held.id, accessed(now, hits=1), now)
    assert (await stored(database, owner, held.id)).use.access_count == 0
    await record(database, owner, held.id, accessed(now, hits=1), now)
    key = bob.call.owner.key
    await database.write(lambda tx: uses.carry(tx, key, [Succession(theirs.id, (held.id,))]))
    assert (await stored(database, bob.call.owner, theirs.id)).use.access_count == 0
