"""Nothing of one owner is read or changed under another's key (rules L1, P1), whoever the other is."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

import pytest

from graphmem.domain.change import EdgeKind
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Memory
from graphmem.domain.owner import Owner
from graphmem.domain.page import PageRequest
from graphmem.domain.status import Status
from graphmem.ids import OwnerKey
from graphmem.language.tokens import lucene_query, tokens
from graphmem.store import conflicts, events, memories, reviews, users
from graphmem.store.connection import Database, Transaction
from graphmem.store.events import EventFilter
from graphmem.store.memories import ListFilter, Probe
from tests.domain.factories import memory, successor, why
from tests.store.scribe import Scribe
from tests.store.searching import found as found_of
from tests.store.searching import search

LIST = ListFilter(statuses=frozenset(Status), heads_only=False)
CITY = Claim(attribute="city", topic="cup", value="paris")

Reader = Callable[[Transaction, OwnerKey, Memory, Scribe], Awaitable[object]]


def _probe(scribe: Scribe) -> Probe:
    return Probe(position=0, vector=scribe.vector(), attribute=CITY.attribute, topic=CITY.topic)


READERS: dict[str, Reader] = {
    "by_ids": lambda tx, key, m, _: memories.by_ids(tx, key, [m.id]),
    "by_ids_as_of": lambda tx, key, m, _: memories.by_ids_as_of(tx, key, [m.id], as_of=END_OF_TIME),
    "contents": lambda tx, key, m, _: memories.contents(tx, key, [m.id]),
    "by_external_ids": lambda tx, key, m, _: memories.by_external_ids(tx, key, [m.external_id or ""]),
    "lineage_members": lambda tx, key, m, _: memories.lineage_members(tx, key, m.lineage_id, as_of=END_OF_TIME),
    "lineages": lambda tx, key, m, _: memories.lineages(tx, key, [m.id], as_of=END_OF_TIME),
    "edges": lambda tx, key, m, _: memories.edges(tx, key, [m.id], as_of=END_OF_TIME),
    "page": lambda tx, key, m, _: memories.page(tx, key, PageRequest(100), LIST),
    "page_as_of": lambda tx, key, m, _: memories.page_as_of(tx, key, PageRequest(100), LIST, as_of=END_OF_TIME),
    "events": lambda tx, key, m, _: events.page(tx, key, PageRequest(100), EventFilter(), as_of=END_OF_TIME),
    "events of lineage": lambda tx, key, m, _: events.of_lineage(tx, key, m.lineage_id, as_of=END_OF_TIME),
    "stats": lambda tx, key, m, _: users.stats(tx, key),
    "stats_as_of": lambda tx, key, m, _: users.stats_as_of(tx, key, as_of=END_OF_TIME),
}


def size(found: object) -> int:
    """How much a reader found: rows of a list, or items of a page."""
    items = getattr(found, "items", found)
    return len(items() if callable(items) else items)  # pyright: ignore  dicts, tuples and pages alike


def strangers(owner: Owner) -> list[Owner]:
    """Users whose ids are near the owner's."""
    return [
        Owner(owner.tenant, f"{owner.user_id}1"),
        Owner(owner.tenant, owner.user_id[:-1]),
        Owner(f"{owner.tenant}x", owner.user_id),
        Owner(owner.tenant[:-1], f"{owner.tenant[-1]}{owner.user_id}"),
    ]


@pytest.fixture
async def held(scribe: Scribe) -> Memory:
    """The head of a lineage of two versions, with a rival it conflicts with."""
    first = await scribe.add(memory(claim=CITY, external_id="crm/1"))
    rival = await scribe.add(memory(status=Status.OBSERVED, confidence=0.5), angle=0.5)

    def conflict(ledger: Ledger) -> None:
        ledger.connect(EdgeKind.CONFLICT_WITH, rival, first, why(Action.KEEP_BOTH, "D9"))

    await scribe.enter(conflict)
    _, head = await scribe.supersede(first, replace(successor(first), external_id="crm/2"), why(Action.SUPERSEDE, "D5"))
    return head


async def test_readers_find_what_their_own_owner_holds_and_nothing_for_a_stranger(
    database: Database, owner: Owner, scribe: Scribe, held: Memory
) -> None:
    async def found(key: OwnerKey) -> dict[str, int]:
        async def read(tx: Transaction) -> dict[str, int]:
            return {name: size(await reader(tx, key, held, scribe)) for name, reader in READERS.items()}

        return await database.read(read)

    assert [name for name, count in (await found(owner.key)).items() if count == 0] == []
    for stranger in strangers(owner):
        assert {name: count for name, count in (await found(stranger.key)).items() if count} == {}


async def test_recall_of_a_stranger_finds_nothing_by_meaning_or_words_even_with_the_owners_query(
    database: Database, owner: Owner, scribe: Scribe, held: Memory, now: datetime
) -> None:
    words = lucene_query(tokens("green tea"), owner.key)
    for someone, expected in [(owner, [held.id]), *((stranger, []) for stranger in strangers(owner))]:
        wanted = search(vector=scribe.vector(), query=words, now=now)
        assert [f.memory.id for f in await found_of(database, someone, wanted)] == expected
        assert [f.memory.id for f in await found_of(database, someone, wanted, as_of=END_OF_TIME)] == expected


async def test_relating_for_a_stranger_finds_nothing(
    database: Database, owner: Owner, scribe: Scribe, held: Memory
) -> None:
    for someone, expected in [(owner, True), *((stranger, False) for stranger in strangers(owner))]:
        found = await database.read(
            lambda tx, someone=someone: memories.relate(tx, someone.key, [_probe(scribe)], session_id=None, limit=20)
        )
        assert (held.id in [f.memory.id for f in found[0]]) is expected


async def test_no_write_of_a_stranger_changes_anything(
    database: Database, owner: Owner, scribe: Scribe, held: Memory
) -> None:
    async def everything() -> list[object]:
        readers = [READERS[n] for n in ("by_ids", "contents", "edges", "events", "page", "stats")]
        return [await database.read(lambda tx, r=r: r(tx, owner.key, held, scribe)) for r in readers]

    before = await everything()
    own = await scribe.about("bob").add(memory())
    key = scribe.about("bob").call.owner.key
    gone = replace(held, state=replace(held.state, status=Status.EXPIRED), is_head=False)
    theirs = await database.read(lambda tx: events.of_lineage(tx, owner.key, held.lineage_id, as_of=END_OF_TIME))
    edge = replace(
        (await database.read(lambda tx: memories.edges(tx, owner.key, [held.id], as_of=END_OF_TIME)))[0],
        source=own.id,
        target=held.id,
    )
    forged = [replace(event, id=type(event.id)(f"{event.id}-forged")) for event in theirs]
    await database.write(lambda tx: memories.change_state(tx, key, [gone]))
    await database.write(lambda tx: memories.connect(tx, key, [edge]))
    await database.write(lambda tx: conflicts.close(tx, key, [held.id], at=held.recorded_at))
    await database.write(lambda tx: conflicts.resolve(tx, key, [(own.id, held.id)], at=held.recorded_at))
    await database.write(lambda tx: memories.inherit_evidence(tx, key, [(own.id, held.id)]))
    await database.write(lambda tx: memories.purge(tx, key, held.lineage_id))
    await database.write(lambda tx: events.append(tx, key, forged))
    assert await everything() == before


async def test_conflicts_and_reviews_are_listed_for_their_owner_only(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    first = await scribe.add(memory(claim=CITY))
    denied = replace(memory(status=Status.OBSERVED), state=replace(memory().state, denial_count=1))
    rival = await scribe.add(denied, angle=0.5)
    await scribe.enter(lambda ledger: ledger.connect(EdgeKind.CONFLICT_WITH, rival, first, why(Action.KEEP_BOTH, "D9")))
    request = PageRequest(100)
    for someone, expected in [(owner, 1), *((stranger, 0) for stranger in strangers(owner))]:
        key = someone.key
        open_ones = await database.read(lambda tx, key=key: conflicts.page(tx, key, request, as_of=None))
        waiting = await database.read(lambda tx, key=key: reviews.page(tx, key, request))
        waited = await database.read(lambda tx, key=key: reviews.page_as_of(tx, key, request, as_of=END_OF_TIME))
        assert [len(page.items) for page in (open_ones, waiting, waited)] == [expected] * 3
