"""Candidates from the real indexes: for an answer (rule Q1), for a decision (W12), and as of an instant (Q9)."""

import math
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.memory import Memory, MemoryType
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant
from graphmem.domain.status import LIVE, Status
from graphmem.language.tokens import lucene_query, search_text, tokens
from graphmem.store import memories
from graphmem.store.connection import Database, Transaction
from graphmem.store.memories import Found, Probe
from tests.domain.factories import memory, new_version, successor, why
from tests.store.scribe import Scribe
from tests.store.searching import found as found_now
from tests.store.searching import search

SUPERSEDE = why(Action.SUPERSEDE, "D5", "newer value")
NEAR, FAR = 0.2, 1.4
"""Angles between vectors; their cosines are .98 and .17."""


async def recall(
    database: Database,
    owner: Owner,
    now: datetime,
    *,
    vector: list[float] | None = None,
    words: str | None = None,
    types: frozenset[MemoryType] | None = None,
    depth: int = 50,
) -> list[Entrant]:
    query = None if words is None else lucene_query(tokens(words), owner.key)
    return await found_now(database, owner, search(vector=vector, query=query, types=types, now=now, depth=depth))


async def relate(
    database: Database, owner: Owner, probe: Probe, *, session_id: str | None = None, limit: int = 20
) -> list[Found]:
    found = await database.read(lambda tx: memories.relate(tx, owner.key, [probe], session_id=session_id, limit=limit))
    return found[probe.position]


def probe(scribe: Scribe, *, angle: float = 0.0, attribute: str | None = None, topic: str | None = None) -> Probe:
    return Probe(position=0, vector=scribe.vector(angle), attribute=attribute, topic=topic)


async def test_recall_finds_by_meaning_with_the_exact_cosine(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    near = await scribe.add(memory("near"), angle=NEAR)
    far = await scribe.add(memory("far"), angle=FAR)
    found = await recall(database, owner, now, vector=scribe.vector())
    assert [f.memory for f in found] == [near, far]
    assert [f.cosines[0] for f in found] == pytest.approx([math.cos(NEAR), math.cos(FAR)], abs=1e-5)


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("User drinks green tea", "teas?"),
        ("用户喜欢钛金属材质水杯", "钛杯"),
        ("用户喜歡鈦杯", "钛杯"),
        ("User's order is ORD-2024-001", "ord-2024"),
        ("User pays 12,000 yuan", "12000"),
    ],
)
async def test_recall_finds_by_words_in_both_languages(
    database: Database, owner: Owner, scribe: Scribe, now: datetime, stored: str, asked: str
) -> None:
    held = await scribe.add(memory(stored), words=search_text(stored))
    await scribe.add(memory("other"), words=search_text("nothing alike 别的"))
    (found,) = await recall(database, owner, now, words=asked)
    assert found.memory == held
    assert found.search_text == search_text(stored)
    assert found.cosines[0] == 0.0


async def test_recall_joins_both_lists_and_names_each_memory_once(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    both = await scribe.add(memory("both"), angle=NEAR, words="steel cup")
    words_only = await scribe.add(memory("words"), angle=FAR, words="steel spoon")
    found = await recall(database, owner, now, vector=scribe.vector(), words="steel", depth=2)
    assert [f.memory.id for f in found] == [both.id, words_only.id]


async def test_recall_leaves_out_what_is_over_and_what_is_not_wanted(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    hour = timedelta(hours=1)
    await scribe.add(replace(memory("over"), valid_to=now - hour))
    await scribe.add(memory("of another type", type=MemoryType.PLAN))
    still = await scribe.add(replace(memory("still valid"), valid_to=now + hour))
    found = await recall(
        database, owner, now, vector=scribe.vector(), words="tea", types=frozenset({MemoryType.PREFERENCE})
    )
    assert [f.memory for f in found] == [still]


async def test_full_text_can_be_asked_for_what_is_recallable_alone(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    """Superseded and observed versions would fill the list before it is filtered."""

    async def recalled() -> list[Memory]:
        query = f"+recall_key:{owner.key} +search_text:(tea)"
        return [f.memory for f in await found_now(database, owner, search(query=query, now=now, depth=1))]

    await scribe.add(memory(status=Status.OBSERVED), words="tea")
    newest = await scribe.add(memory(), words="tea and more words, which rank it lower")
    for _ in range(3):
        _, newest = await scribe.supersede(newest, successor(newest), SUPERSEDE)
    assert await recalled() == [newest]
    observed = await scribe.change(newest, replace(newest.state, status=Status.OBSERVED), why(Action.KEEP_BOTH, "D8"))
    assert await recalled() == []
    active = replace(observed.state, status=Status.ACTIVE)
    promoted = await scribe.change(observed, active, why(Action.REINFORCE, "D1"))
    assert await recalled() == [promoted]


async def test_recall_without_a_vector_or_a_word_finds_nothing(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    await scribe.add(memory())
    assert await recall(database, owner, now) == []


async def test_a_write_is_found_by_the_next_recall_and_a_retired_version_no_more(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    old = await scribe.add(memory())
    new = old
    for _ in range(5):
        _, new = await scribe.supersede(new, successor(new), SUPERSEDE)
        found = await recall(database, owner, now, vector=scribe.vector(), words="tea")
        assert [f.memory for f in found] == [new]


async def test_relate_finds_heads_by_vector_slot_topic_and_session(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    by_vector = await scribe.add(memory("vector"), angle=NEAR)
    by_slot = await scribe.add(memory("slot", claim=Claim(attribute="city", value="paris")), angle=FAR)
    by_topic = await scribe.add(memory("topic", claim=Claim(topic="cup", value="steel")), angle=FAR + 0.1)
    by_session = await scribe.add(memory("session", session_id="s1"), angle=FAR + 0.2)
    await scribe.add(memory("nothing in common", session_id="s2"), angle=FAR + 0.3)
    wanted = probe(scribe, attribute="city", topic="cup")
    found = await relate(database, owner, wanted, session_id="s1", limit=1)
    assert [f.memory for f in found] == [by_vector, by_slot, by_topic, by_session]
    assert [f.cosine for f in found] == pytest.approx(
        [math.cos(NEAR), math.cos(FAR), math.cos(FAR + 0.1), math.cos(FAR + 0.2)], abs=1e-5
    )


async def test_relate_reads_heads_of_every_status_but_the_superseded(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    heads: list[Memory] = [
        await scribe.add(memory(status=status)) for status in sorted({*LIVE, Status.ARCHIVED, Status.EXPIRED})
    ]
    heads[0:1] = [(await scribe.supersede(heads[0], successor(heads[0]), SUPERSEDE))[1]]
    found = await relate(database, owner, probe(scribe))
    assert sorted(f.memory.id for f in found) == sorted(m.id for m in heads)


async def test_relate_answers_each_probe_by_its_position(database: Database, owner: Owner, scribe: Scribe) -> None:
    held = await scribe.add(memory(claim=Claim(attribute="city", value="paris")))
    probes = [
        Probe(position=3, vector=scribe.vector(), attribute="city", topic=None),
        Probe(position=7, vector=scribe.vector(FAR), attribute=None, topic="nothing"),
    ]
    found = await database.read(lambda tx: memories.relate(tx, owner.key, probes, session_id=None, limit=5))
    assert {position: [f.memory for f in rows] for position, rows in found.items()} == {3: [held], 7: [held]}


async def test_relate_does_not_see_a_memory_written_in_the_same_transaction_by_vector_alone(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    """The index shows a vector after its commit only: within a write, what it made is compared in memory."""
    fresh = memory()

    async def in_one(tx: Transaction) -> list[Found]:
        await memories.create(tx, owner.key, [new_version(fresh, vector=scribe.vector())])
        return (await memories.relate(tx, owner.key, [probe(scribe)], session_id=None, limit=5))[0]

    assert await database.write(in_one) == []
    assert [f.memory.id for f in await relate(database, owner, probe(scribe))] == [fresh.id]


async def test_as_of_recall_ranks_what_was_recallable_then_by_exact_likeness(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    near = await scribe.add(memory("near"), angle=NEAR)
    far = await scribe.add(memory("far", type=MemoryType.PLAN), angle=FAR, words="far")
    await scribe.add(memory("observed", status=Status.OBSERVED), words="observ")
    then = clock.now() + timedelta(hours=1)
    clock.advance(timedelta(days=1))
    await scribe.supersede(near, successor(near), SUPERSEDE, angle=NEAR)
    await scribe.add(memory("later"))

    async def recalled(
        vector: list[float] | None, types: frozenset[MemoryType] | None = None, words: str | None = None
    ) -> list[Entrant]:
        query = None if words is None else lucene_query(tokens(words), owner.key, every_version=True)
        wanted = search(vector=vector, query=query, types=types, now=then, depth=10)
        return await found_now(database, owner, wanted, as_of=then)

    found = await recalled(scribe.vector())
    assert [f.memory for f in found] == [near, far]
    assert [f.cosines[0] for f in found] == pytest.approx([math.cos(NEAR), math.cos(FAR)], abs=1e-5)
    assert [f.memory for f in await recalled(scribe.vector(), frozenset({MemoryType.PLAN}))] == [far]
    assert {f.memory.id: f.cosines[0] for f in await recalled(None, words="far observed later")} == {far.id: 0.0}
    assert await recalled(None) == []
