"""Leases: one holder at a time, given back or run out."""

import asyncio
from datetime import datetime, timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.ids import new_id
from graphmem.store import leases
from graphmem.store.connection import Database


@pytest.fixture
def name() -> str:
    """A lease that no other test takes."""
    return f"test-{new_id()}"


async def test_one_holder_at_a_time_and_the_next_after_it_gave_back(
    database: Database, name: str, now: datetime
) -> None:
    assert await leases.acquire(database, name, holder="a", now=now)
    assert not await leases.acquire(database, name, holder="b", now=now)
    await leases.release(database, name, holder="a")
    assert await leases.acquire(database, name, holder="b", now=now)


async def test_a_lease_runs_out_where_its_holder_died(database: Database, name: str, now: datetime) -> None:
    assert await leases.acquire(database, name, holder="a", now=now)
    assert not await leases.acquire(database, name, holder="b", now=now + leases.DURATION)
    assert await leases.acquire(database, name, holder="b", now=now + leases.DURATION + timedelta(microseconds=1))


async def test_a_holder_renews_its_own_lease(database: Database, name: str, now: datetime) -> None:
    assert await leases.acquire(database, name, holder="a", now=now)
    assert await leases.acquire(database, name, holder="a", now=now + leases.DURATION)
    assert not await leases.acquire(database, name, holder="b", now=now + leases.DURATION * 1.5)


async def test_who_does_not_hold_a_lease_can_not_give_it_back(database: Database, name: str, now: datetime) -> None:
    assert await leases.acquire(database, name, holder="a", now=now)
    await leases.release(database, name, holder="b")
    assert not await leases.acquire(database, name, holder="b", now=now)


async def test_of_many_at_once_each_holds_it_alone(database: Database, name: str, clock: SettableClock) -> None:
    inside = 0

    async def work() -> None:
        nonlocal inside
        async with leases.hold(database, name, clock):
            inside += 1
            await leases.acquire(database, f"{name}-other", holder="x", now=clock.now())
            assert inside == 1
            inside -= 1

    await asyncio.gather(work(), work(), work())


async def test_a_lease_is_given_back_when_the_work_fails(database: Database, name: str, clock: SettableClock) -> None:
    with pytest.raises(ZeroDivisionError):
        async with leases.hold(database, name, clock):
            raise ZeroDivisionError
    assert await leases.acquire(database, name, holder="next", now=clock.now())
