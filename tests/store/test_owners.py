"""One writer per owner at a time, and a total order of instants whatever the clock does (rule W13)."""

import asyncio
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.clock import SettableClock
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.owner import Owner
from graphmem.domain.page import PageRequest
from graphmem.store import events, owners
from graphmem.store.connection import Database, Transaction
from graphmem.store.events import EventFilter
from graphmem.store.owners import TICK, next_instant
from tests.domain.factories import AT, memory
from tests.store.scribe import Scribe


async def instants(database: Database, owner: Owner) -> list[datetime]:
    """When each event of the owner happened, oldest first."""
    page = await database.read(
        lambda tx: events.page(tx, owner.key, PageRequest(100), EventFilter(), as_of=END_OF_TIME)
    )
    return [event.at for event in reversed(page.items)]


@given(st.timedeltas(timedelta(days=-400), timedelta(days=400)))
def test_the_next_instant_is_now_or_just_after_the_last_one(clock_moved: timedelta) -> None:
    last = AT
    instant = next_instant(last + clock_moved, last)
    assert instant > last
    assert instant == last + max(clock_moved, TICK)


def test_the_first_instant_is_now() -> None:
    assert next_instant(AT, None) == AT


async def test_eight_writers_of_one_owner_write_one_after_another(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    """The clock stands still, so that only the lock can keep their instants apart."""
    rounds = [[scribe.add(memory(f"writer {writer}")) for writer in range(8)] for _ in range(2)]
    written = [m for batch in rounds for m in await asyncio.gather(*batch)]
    recorded = sorted(m.recorded_at for m in written)
    assert len(set(recorded)) == len(written)
    assert await instants(database, owner) == recorded
    assert recorded[-1] - recorded[0] == 15 * TICK


async def test_a_writer_sees_what_the_writer_before_it_did(database: Database, owner: Owner, now: datetime) -> None:
    """Eight increments of the owner's last instant, none lost: each is read and written under the lock."""

    async def step(tx: Transaction) -> datetime:
        last = await owners.lock(tx, owner, at=now)
        following = next_instant(now, last)
        await owners.unlock(tx, owner.key, last_at=following)
        return following

    used = await asyncio.gather(*(database.write(step) for _ in range(8)))
    assert sorted(used) == [now + i * TICK for i in range(8)]


async def test_time_goes_forward_when_the_clock_stands_still_or_jumps_back(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    jumps = [timedelta(0), timedelta(0), timedelta(hours=-3), timedelta(seconds=-1), timedelta(days=1)]
    recorded = [(await scribe.add(memory())).recorded_at]
    for jump in jumps:
        clock.advance(jump)
        recorded.append((await scribe.add(memory())).recorded_at)
    assert recorded == sorted(set(recorded))
    assert await instants(database, owner) == recorded


async def test_writers_of_different_owners_do_not_wait_for_each_other(
    database: Database, owner: Owner, now: datetime
) -> None:
    other = Owner(owner.tenant, "bob")
    other_is_done = asyncio.Event()

    async def hold(tx: Transaction) -> None:
        await owners.lock(tx, owner, at=now)
        await other_is_done.wait()

    holding = asyncio.create_task(database.write(hold))
    await asyncio.wait_for(database.write(lambda tx: owners.lock(tx, other, at=now)), timeout=30)
    other_is_done.set()
    await holding


async def test_a_writer_that_fails_gives_the_lock_back_and_leaves_no_instant(
    database: Database, owner: Owner, now: datetime
) -> None:
    async def fail(tx: Transaction) -> None:
        await owners.lock(tx, owner, at=now)
        await owners.unlock(tx, owner.key, last_at=now)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(fail)
    assert await database.write(lambda tx: owners.lock(tx, owner, at=now)) is None
