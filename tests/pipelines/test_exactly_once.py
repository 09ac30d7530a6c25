"""The same key again gives the first result; two writers of one user lose nothing (rule W13)."""

import asyncio

import pytest

from graphmem.domain.event import Action
from graphmem.domain.status import Status
from graphmem.errors import Conflict, InvalidInput
from tests.pipelines.teller import Teller


async def test_the_same_key_again_gives_the_first_result(ada: Teller) -> None:
    first = await ada.says("I like green tea.", key="k1")
    again = await ada.says("I like green tea.", key="k1")
    assert again.is_replay
    assert not first.is_replay
    assert again.decisions == first.decisions
    (memory,) = await ada.held()
    assert memory.state.mention_count == 1


async def test_the_same_key_with_another_input_is_a_conflict(ada: Teller) -> None:
    await ada.says("I like green tea.", key="k1")
    with pytest.raises(Conflict, match="idempotencyKey was used before"):
        await ada.says("I like black tea.", key="k1")


async def test_two_users_may_use_the_same_key(ada: Teller) -> None:
    other = Teller(ada.services, ada.tenant, "bob")
    await ada.says("I like green tea.", key="k1")
    assert not (await other.says("I like black tea.", key="k1")).is_replay


async def test_a_key_out_of_bounds_is_refused(ada: Teller) -> None:
    with pytest.raises(InvalidInput, match="idempotencyKey must have 1 to 200"):
        await ada.says("I like green tea.", key="k" * 201)


async def test_the_same_call_sent_twice_at_once_writes_once(ada: Teller) -> None:
    results = await asyncio.gather(*(ada.says("I like green tea.", key="k1") for _ in range(6)))
    assert sorted(r.is_replay for r in results) == [False] + [True] * 5
    (memory,) = await ada.held()
    assert memory.state.mention_count == 1


async def test_eight_writers_of_one_slot_leave_one_value_and_the_whole_history(ada: Teller) -> None:
    cities = ["London", "Paris", "Berlin", "Madrid", "Rome", "Vienna", "Oslo", "Dublin"]
    await asyncio.gather(*(ada.says(f"I live in {city}.", session=f"s-{city}") for city in cities))
    (head,) = [m for m in await ada.held() if m.status is Status.ACTIVE]
    lineage = await ada.lineage(head.id)
    assert [m.version for m in lineage.versions] == list(range(1, 9))
    assert {m.claim.value for m in lineage.versions} == {city.lower() for city in cities}
    assert sum(m.is_head for m in lineage.versions) == 1


async def test_eight_writers_of_the_same_statement_add_it_once(ada: Teller) -> None:
    written = await asyncio.gather(*(ada.says("I like green tea.", session=f"s{i}") for i in range(8)))
    actions = sorted(d.action for w in written for d in w.decisions)
    assert actions == [Action.ADD] + [Action.REINFORCE] * 7
    (memory,) = await ada.held()
    assert memory.state.mention_count == 8
