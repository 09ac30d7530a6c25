"""The audit: what is appended comes back, and each state of a version ends where the next begins (rules S2, V6)."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from graphmem.clock import SettableClock
from graphmem.domain.event import Action, Actor, Event
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Evidence
from graphmem.domain.owner import Owner
from graphmem.domain.page import Page, PageRequest
from graphmem.domain.status import Status
from graphmem.ids import EventId, LineageId, MemoryId, MessageId, new_id
from graphmem.store import events, memories
from graphmem.store.connection import Database
from graphmem.store.events import EventFilter
from tests.domain.factories import memory, new_version, state, successor, why
from tests.store.scribe import Scribe

SUPERSEDE = why(Action.SUPERSEDE, "D5", "newer value")
EVERYTHING = EventFilter()


async def page(
    database: Database,
    owner: Owner,
    wanted: EventFilter = EVERYTHING,
    request: PageRequest | None = None,
    as_of: datetime | None = None,
) -> Page[Event]:
    return await database.read(lambda tx: events.page(tx, owner.key, request or PageRequest(100), wanted, as_of=as_of))


async def of_lineage(database: Database, owner: Owner, lineage_id: LineageId, as_of: datetime) -> list[Event]:
    return list(await database.read(lambda tx: events.of_lineage(tx, owner.key, lineage_id, as_of=as_of)))


async def test_an_event_comes_back_with_every_field(database: Database, owner: Owner, now: datetime) -> None:
    full = Event(
        id=EventId(new_id()),
        at=now,
        action=Action.KEEP_BOTH,
        rule="D9",
        reason="contradicts what is held",
        actor=Actor(subject="键 'key'", role="reviewer", agent_id="agent-1"),
        memory_id=MemoryId(new_id()),
        lineage_id=LineageId(new_id()),
        related_id=MemoryId(new_id()),
        before=state(Status.OBSERVED, confidence=0.4),
        after=replace(state(Status.ACTIVE, confidence=0.9), weight=0.7, mention_count=3, is_pinned=True),
        evidence=(
            Evidence(message_id=MessageId(new_id()), start=0, end=12),
            Evidence(message_id=MessageId("a:b"), start=7, end=9),
        ),
        similarity=0.875,
        until=now + timedelta(days=1),
    )
    bare = Event(
        id=EventId(new_id()),
        at=now - timedelta(seconds=1),
        action=Action.IGNORE,
        rule="W3",
        reason="small talk",
        actor=Actor(subject="agent-1", role="agent"),
    )
    await database.write(lambda tx: events.append(tx, owner.key, [bare, full]))
    assert (await page(database, owner)).items == (full, bare)


async def test_appending_nothing_is_nothing(database: Database, owner: Owner) -> None:
    await database.write(lambda tx: events.append(tx, owner.key, []))
    assert (await page(database, owner)).items == ()


async def test_the_states_of_a_version_follow_each_other_across_writes(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    held = await scribe.add(memory(status=Status.OBSERVED))
    bystander = await scribe.add(memory())
    clock.advance(timedelta(days=1))

    def twice(ledger: Ledger) -> None:
        active = ledger.change(held, replace(held.state, status=Status.ACTIVE), why(Action.REINFORCE, "D1"))
        ledger.change(active, replace(active.state, mention_count=2), why(Action.REINFORCE, "D1"))

    ledger = await scribe.enter(twice)
    clock.advance(timedelta(days=1))
    await scribe.supersede(ledger.current[held.id], successor(held), SUPERSEDE)
    history = await of_lineage(database, owner, held.lineage_id, clock.now() + timedelta(days=1))
    of_held = [e for e in history if e.memory_id == held.id]
    assert len(of_held) == 4
    assert all(earlier.until == later.at for earlier, later in pairwise(of_held))
    assert all(earlier.after == later.before for earlier, later in pairwise(of_held))
    assert of_held[-1].until is None
    (untouched,) = await of_lineage(database, owner, bystander.lineage_id, clock.now())
    assert untouched.until is None


async def test_a_page_is_filtered_by_action_rule_lineage_and_time(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    first = await scribe.add(memory())
    clock.advance(timedelta(days=1))
    _, second = await scribe.supersede(first, successor(first), SUPERSEDE)
    other = await scribe.add(memory())

    async def listed(wanted: EventFilter, as_of: datetime | None = None) -> list[tuple[str, MemoryId | None]]:
        return [(e.rule, e.memory_id) for e in (await page(database, owner, wanted, as_of=as_of)).items]

    retired, opened = ("D5", first.id), ("D5", second.id)
    assert sorted(await listed(EventFilter(rule="D5"))) == sorted([retired, opened])
    assert await listed(EventFilter(actions=frozenset({Action.ADD}))) == [("D11", other.id), ("D11", first.id)]
    assert await listed(EventFilter(actions=frozenset({Action.ADD}), lineage_id=first.lineage_id)) == [
        ("D11", first.id)
    ]
    assert await listed(EVERYTHING, first.recorded_at) == [("D11", first.id)]
    assert await listed(EventFilter(actions=frozenset())) == []


async def test_events_of_one_instant_are_told_apart_page_by_page(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    first = await scribe.add(memory())
    for _ in range(3):
        _, first = await scribe.supersede(first, successor(first), SUPERSEDE)
    whole = list((await page(database, owner)).items)
    seen: list[Event] = []
    request = PageRequest(1)
    while True:
        one = await page(database, owner, request=request)
        seen += one.items
        if not one.has_next:
            break
        request = PageRequest.of(1, one.cursors[-1].encode())
    assert seen == whole
    assert len(whole) == 7
    assert len({e.at for e in whole}) == 4


async def test_events_of_a_lineage_outlive_its_versions_and_name_them(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    held = await scribe.add(memory())
    before = await of_lineage(database, owner, held.lineage_id, clock.now())
    await database.write(lambda tx: memories.purge(tx, owner.key, held.lineage_id))
    assert await of_lineage(database, owner, held.lineage_id, clock.now()) == before


async def test_what_a_write_ignored_is_in_the_audit_without_a_version(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    held = memory()

    def entries(ledger: Ledger) -> None:
        ledger.add(new_version(held, vector=scribe.vector()), why())
        ledger.ignore(why(Action.IGNORE, "W3", "thanks"), related=held)

    await scribe.enter(entries)
    ignored, added = (await page(database, owner)).items
    assert (ignored.action, ignored.memory_id, ignored.related_id) == (Action.IGNORE, None, held.id)
    assert added.memory_id == held.id
