"""Lists by keyset: complete, in order, and steady while writes go on."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.change import NewVersion
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Memory, MemoryType
from graphmem.domain.owner import Owner
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.domain.status import Status
from graphmem.store import memories
from graphmem.store.connection import Database
from graphmem.store.memories import ListFilter
from tests.domain.factories import memory, new_version, successor, why
from tests.store.scribe import Scribe

EVERYTHING = ListFilter(statuses=frozenset(Status), heads_only=False)
HEADS = ListFilter(statuses=frozenset({Status.ACTIVE}))
SUPERSEDE = why(Action.SUPERSEDE, "D5", "newer value")

Read = Callable[[PageRequest], Awaitable[Page[Memory]]]


def pages_of(
    database: Database, owner: Owner, wanted: ListFilter = EVERYTHING, *, as_of: datetime | None = None
) -> Read:
    async def read(request: PageRequest) -> Page[Memory]:
        if as_of is None:
            return await database.read(lambda tx: memories.page(tx, owner.key, request, wanted))
        instant = as_of
        return await database.read(lambda tx: memories.page_as_of(tx, owner.key, request, wanted, as_of=instant))

    return read


async def walk(read: Read, size: int, between: Callable[[], Awaitable[object]] | None = None) -> list[Memory]:
    """Every item of a list, page by page, with something done between two pages."""
    items: list[Memory] = []
    request = PageRequest(size)
    while True:
        page = await read(request)
        items += page.items
        if not page.has_next:
            return items
        request = PageRequest.of(size, page.cursors[-1].encode())
        if between is not None:
            await between()


async def seven(scribe: Scribe) -> list[Memory]:
    """Seven memories of one write, newest first."""

    def entries(ledger: Ledger) -> None:
        for i in range(7):
            version: NewVersion = new_version(memory(f"memory {i}"), vector=scribe.vector())
            ledger.add(version, why())

    ledger = await scribe.enter(entries)
    return sorted(ledger.current.values(), key=lambda m: m.recorded_at, reverse=True)


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 8])
async def test_a_list_is_complete_and_newest_first_whatever_the_page_size(
    database: Database, owner: Owner, scribe: Scribe, size: int
) -> None:
    written = await seven(scribe)
    assert await walk(pages_of(database, owner), size) == written
    assert await walk(pages_of(database, owner, as_of=END_OF_TIME), size) == written


async def test_no_item_comes_twice_or_is_lost_while_others_are_written(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    written = await seven(scribe)

    async def write_on() -> None:
        clock.advance(timedelta(minutes=-7))
        await scribe.add(memory("meanwhile"))

    assert await walk(pages_of(database, owner), 2, write_on) == written


async def test_a_list_as_of_an_instant_stays_as_it_was_while_its_items_change(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    written = await seven(scribe)
    as_of = written[0].recorded_at
    clock.advance(timedelta(hours=1))
    left = list(written)

    async def replace_the_oldest() -> None:
        oldest = left.pop()
        await scribe.supersede(oldest, successor(oldest), SUPERSEDE)

    assert await walk(pages_of(database, owner, HEADS, as_of=as_of), 2, replace_the_oldest) == written


async def test_at_the_very_instant_of_a_change_a_list_shows_the_state_after_it(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    first = await scribe.add(memory())
    clock.advance(timedelta(hours=1))
    old, new = await scribe.supersede(first, successor(first), SUPERSEDE)
    just_before = new.recorded_at - timedelta(microseconds=1)
    assert await walk(pages_of(database, owner, as_of=new.recorded_at), 10) == [new, old]
    assert await walk(pages_of(database, owner, as_of=just_before), 10) == [first]


async def test_items_of_one_instant_are_told_apart_by_their_ids(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    """No write of ours gives two versions one instant, but a list must not lean on it."""
    twins = [replace(memory(), recorded_at=now, updated_at=now) for _ in range(5)]
    versions = [new_version(m, vector=scribe.vector()) for m in twins]
    await database.write(lambda tx: memories.create(tx, owner.key, versions))
    found = await walk(pages_of(database, owner), 2)
    assert [m.id for m in found] == sorted((m.id for m in twins), reverse=True)


async def test_a_list_is_filtered_by_status_type_slot_and_place(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    paris = await scribe.add(memory("paris", claim=Claim(attribute="city", value="paris"), type=MemoryType.PROFILE))
    plan = await scribe.add(memory("plan", type=MemoryType.PLAN, status=Status.OBSERVED))
    first = await scribe.add(memory("first"))
    old, new = await scribe.supersede(first, successor(first), SUPERSEDE)

    async def listed(wanted: ListFilter) -> list[Memory]:
        now_listed = await walk(pages_of(database, owner, wanted), 10)
        assert await walk(pages_of(database, owner, wanted, as_of=END_OF_TIME), 10) == now_listed
        return now_listed

    every = frozenset(Status)
    assert await listed(ListFilter(statuses=every, heads_only=False)) == [new, old, plan, paris]
    assert await listed(ListFilter(statuses=every)) == [new, plan, paris]
    assert await listed(ListFilter(statuses=frozenset({Status.OBSERVED}))) == [plan]
    assert await listed(ListFilter(statuses=frozenset({Status.SUPERSEDED}), heads_only=False)) == [old]
    assert await listed(ListFilter(statuses=every, types=frozenset({MemoryType.PROFILE, MemoryType.PLAN}))) == [
        plan,
        paris,
    ]
    assert await listed(ListFilter(statuses=every, attribute="city")) == [paris]
    assert await listed(ListFilter(statuses=frozenset())) == []


async def test_a_list_as_of_an_instant_filters_by_the_states_of_then(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    held = await scribe.add(memory(status=Status.OBSERVED))
    then = held.recorded_at
    clock.advance(timedelta(days=1))
    await scribe.change(held, replace(held.state, status=Status.ACTIVE), why(Action.REINFORCE, "D1"))
    observed = ListFilter(statuses=frozenset({Status.OBSERVED}))
    assert await walk(pages_of(database, owner, observed, as_of=then), 10) == [held]
    assert await walk(pages_of(database, owner, HEADS, as_of=then), 10) == []
    assert await walk(pages_of(database, owner, observed), 10) == []
    assert await walk(pages_of(database, owner, observed, as_of=then - timedelta(microseconds=1)), 10) == []


async def test_a_page_after_the_last_item_is_empty(database: Database, owner: Owner, scribe: Scribe) -> None:
    await seven(scribe)
    page = await pages_of(database, owner)(PageRequest(7))
    assert not page.has_next
    beyond = await pages_of(database, owner)(PageRequest(7, page.cursors[-1]))
    assert (beyond.items, beyond.has_next) == ((), False)


@pytest.mark.parametrize("year", [1, 1582, 9999])
async def test_a_cursor_of_any_year_is_a_place_in_the_list(
    database: Database, owner: Owner, scribe: Scribe, year: int
) -> None:
    written = await seven(scribe)
    forged = Cursor("memories", datetime(year, 1, 1, tzinfo=UTC), "id")
    page = await pages_of(database, owner)(PageRequest.of(10, forged.encode()))
    assert list(page.items) == (written if year == 9999 else [])
