"""Versions written and read back: as they are, and as they were (rules R1 to R3, V1, V3)."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.change import EdgeKind
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.event import Action
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Flag, Memory, MemoryType, Source, State
from graphmem.domain.owner import Owner
from graphmem.domain.status import Status
from graphmem.errors import Conflict
from graphmem.ids import MemoryId, new_id
from graphmem.store import memories
from graphmem.store.connection import Database
from tests.domain.factories import memory, new_version, successor, why
from tests.store.scribe import Scribe
from tests.store.searching import found as found_of
from tests.store.searching import search

TICK = timedelta(microseconds=1)
SUPERSEDE = why(Action.SUPERSEDE, "D5", "newer value")
EXPIRE = why(Action.EXPIRE, "D10", "it is over")


async def read(database: Database, owner: Owner, memory_id: MemoryId) -> Memory | None:
    return (await database.read(lambda tx: memories.by_ids(tx, owner.key, [memory_id]))).get(memory_id)


async def read_at(database: Database, owner: Owner, memory_id: MemoryId, at: datetime) -> Memory | None:
    found = await database.read(lambda tx: memories.by_ids_as_of(tx, owner.key, [memory_id], as_of=at))
    return found.get(memory_id)


async def test_a_version_comes_back_with_every_field(
    database: Database, owner: Owner, scribe: Scribe, now: datetime
) -> None:
    full = replace(
        memory("用户对花生过敏"),
        type=MemoryType.PROFILE,
        language="zh",
        claim=Claim(
            subject="mother",
            attribute="allergy",
            topic="peanuts",
            value="peanuts",
            polarity=Polarity.NEGATIVE,
            condition="morning",
        ),
        state=State(
            status=Status.NEEDS_REVIEW, confidence=0.91, importance=0.83, weight=0.7, mention_count=4, is_pinned=True
        ),
        source=Source.SYSTEM_EVENT,
        occurred_at=now - timedelta(days=400, microseconds=7),
        reason="她说过",
        search_phrases=("花生", "what is she allergic to"),
        session_id="s/1 '\"",
        agent_id="agent-1",
        external_id="外部-1",
        valid_from=now - timedelta(days=3),
        valid_to=now + timedelta(days=3),
        flags=frozenset(Flag),
    )
    plain = memory("User drinks tea")
    for written in (await scribe.add(full), await scribe.add(plain)):
        assert await read(database, owner, written.id) == written
        assert await read_at(database, owner, written.id, now + timedelta(days=1)) == written


@pytest.mark.parametrize("status", sorted(set(Status) - {Status.DELETED}))
async def test_every_status_is_stored_with_whether_recall_may_return_it(
    database: Database, owner: Owner, scribe: Scribe, now: datetime, status: Status
) -> None:
    written = await scribe.add(memory(status=status))
    assert (await read(database, owner, written.id)) == written
    found = await found_of(database, owner, search(vector=scribe.vector(), now=now))
    assert [f.memory.id for f in found] == [written.id] * written.state.is_recallable


async def test_a_superseded_version_is_history_from_the_instant_its_successor_is_recorded(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    old = await scribe.add(memory())
    clock.advance(timedelta(hours=1))
    retired, new = await scribe.supersede(old, successor(old), SUPERSEDE)
    assert await read(database, owner, old.id) == retired
    assert await read(database, owner, new.id) == new
    before, at = new.recorded_at - TICK, new.recorded_at
    assert await read_at(database, owner, old.id, before) == old
    assert await read_at(database, owner, new.id, before) is None
    assert await read_at(database, owner, old.id, at) == retired
    assert await read_at(database, owner, new.id, at) == new
    assert await read_at(database, owner, old.id, old.recorded_at - TICK) is None


async def test_each_state_of_a_version_is_found_at_its_time(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    states = [await scribe.add(memory(status=Status.OBSERVED))]
    for status in (Status.ACTIVE, Status.INACTIVE, Status.ACTIVE, Status.ARCHIVED):
        clock.advance(timedelta(days=40))
        reason = why(Action.EXPIRE, "F2", f"made {status}")
        states.append(await scribe.change(states[-1], replace(states[-1].state, status=status), reason))
    for earlier, later in zip(states, [*states[1:], None], strict=True):
        assert await read_at(database, owner, earlier.id, earlier.updated_at) == earlier
        if later is not None:
            assert await read_at(database, owner, earlier.id, later.updated_at - TICK) == earlier


async def test_what_is_made_and_replaced_in_one_write_leaves_its_whole_history(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    first, second = memory("titanium"), memory("steel")

    def entries(ledger: Ledger) -> None:
        made = ledger.add(new_version(first, vector=scribe.vector()), why())
        second_version = new_version(successor(made, "steel"), vector=scribe.vector())
        ledger.supersede(made, replace(second_version, memory=replace(second_version.memory, id=second.id)), SUPERSEDE)

    ledger = await scribe.enter(entries)
    old, new = ledger.current[first.id], ledger.current[second.id]
    assert (await read(database, owner, old.id), await read(database, owner, new.id)) == (old, new)
    assert old.status is Status.SUPERSEDED
    then = await read_at(database, owner, old.id, new.recorded_at - TICK)
    assert then is not None
    assert (then.status, then.is_head) == (Status.ACTIVE, True)


async def test_a_lineage_never_has_two_heads(scribe: Scribe) -> None:
    first = await scribe.add(memory())
    with pytest.raises(Conflict):
        await scribe.add(successor(first))


async def test_a_version_is_written_once(scribe: Scribe) -> None:
    first = await scribe.add(memory())
    with pytest.raises(Conflict):
        await scribe.add(first)


async def test_a_write_that_fails_half_way_leaves_nothing(database: Database, owner: Owner, scribe: Scribe) -> None:
    fresh, twice = memory(), memory()

    def entries(ledger: Ledger) -> None:
        ledger.add(new_version(fresh, vector=scribe.vector()), why())
        for _ in range(2):
            ledger.add(new_version(twice, vector=scribe.vector()), why())

    with pytest.raises(Conflict):
        await scribe.enter(entries)
    assert await read(database, owner, fresh.id) is None


async def test_a_lineage_lists_its_versions_oldest_first_up_to_an_instant(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    versions = [await scribe.add(memory())]
    for _ in range(3):
        clock.advance(timedelta(days=1))
        versions[-1:] = await scribe.supersede(versions[-1], successor(versions[-1]), SUPERSEDE)
    lineage_id = versions[0].lineage_id
    members = await database.read(
        lambda tx: memories.lineage_members(tx, owner.key, lineage_id, as_of=versions[-1].recorded_at)
    )
    assert list(members) == versions
    earlier = await database.read(
        lambda tx: memories.lineage_members(tx, owner.key, lineage_id, as_of=versions[1].recorded_at)
    )
    assert [(m.version, m.is_head, m.status) for m in earlier] == [
        (1, False, Status.SUPERSEDED),
        (2, True, Status.ACTIVE),
    ]


async def test_edges_come_in_time_order_with_rule_and_reason_and_none_from_the_future(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    held, other = await scribe.add(memory()), await scribe.add(memory())
    clock.advance(timedelta(days=1))
    linked: list[EdgeKind] = [EdgeKind.EXCEPTION_TO, EdgeKind.CONFLICT_WITH, EdgeKind.DERIVED_FROM]

    def entries(ledger: Ledger) -> None:
        for kind in linked:
            ledger.connect(kind, other, held, why(Action.KEEP_BOTH, "D9", "both are kept"))
            ledger.at += TICK

    ledger = await scribe.enter(entries)
    found = await database.read(lambda tx: memories.edges(tx, owner.key, [held.id], as_of=ledger.at))
    assert list(found) == ledger.changes.edges
    assert [e.kind for e in found] == linked
    first_only = await database.read(lambda tx: memories.edges(tx, owner.key, [held.id], as_of=found[0].at))
    assert [e.kind for e in first_only] == linked[:1]


async def test_a_conflict_ends_when_one_side_leaves_and_was_open_until_then(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    held, rival = await scribe.add(memory()), memory(status=Status.OBSERVED)

    def contradict(ledger: Ledger) -> None:
        version = new_version(rival, vector=scribe.vector())
        ledger.connect(EdgeKind.CONFLICT_WITH, rival, held, why(Action.KEEP_BOTH, "D9"))
        ledger.add(version, why(Action.KEEP_BOTH, "D9"))

    opened = await scribe.enter(contradict)
    clock.advance(timedelta(days=1))
    expired = await scribe.change(held, replace(held.state, status=Status.EXPIRED), EXPIRE)
    for as_of, until in ((expired.updated_at, expired.updated_at), (opened.last_at, None)):
        (conflict,) = await database.read(lambda tx, as_of=as_of: memories.edges(tx, owner.key, [held.id], as_of=as_of))
        assert (conflict.kind, conflict.until) == (EdgeKind.CONFLICT_WITH, until)


async def test_the_vector_and_the_analysed_text_come_back_to_be_written_again(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    written = await scribe.add(memory(), angle=0.3, words="花生 过敏")
    ((vector, text),) = (await database.read(lambda tx: memories.contents(tx, owner.key, [written.id]))).values()
    assert vector == pytest.approx(scribe.vector(0.3))
    assert text == "花生 过敏"


async def test_external_ids_lead_to_the_versions_that_carry_them(
    database: Database, owner: Owner, scribe: Scribe
) -> None:
    one = await scribe.add(memory(external_id="crm/1"))
    two = await scribe.add(memory(external_id="客户 2"))
    found = await database.read(lambda tx: memories.by_external_ids(tx, owner.key, ["crm/1", "客户 2", "crm/3"]))
    assert found == {"crm/1": one.id, "客户 2": two.id}


async def test_purging_removes_every_version_under_every_as_of(
    database: Database, owner: Owner, scribe: Scribe, clock: SettableClock
) -> None:
    first = await scribe.add(memory())
    kept = await scribe.add(memory())
    clock.advance(timedelta(days=1))
    _, second = await scribe.supersede(first, successor(first), SUPERSEDE)
    assert await database.write(lambda tx: memories.purge(tx, owner.key, first.lineage_id)) == 2
    for version in (first, second):
        assert await read(database, owner, version.id) is None
        assert await read_at(database, owner, version.id, version.recorded_at) is None
    assert await read(database, owner, kept.id) == kept
    assert await database.write(lambda tx: memories.purge(tx, owner.key, first.lineage_id)) == 0


async def test_unknown_ids_are_simply_not_found(database: Database, owner: Owner) -> None:
    assert await read(database, owner, MemoryId(new_id())) is None
    assert await database.read(lambda tx: memories.by_ids(tx, owner.key, [])) == {}
    assert await database.read(lambda tx: memories.contents(tx, owner.key, [MemoryId("x' OR 1=1")])) == {}
