"""What was held at an instant: lists, recall and lineage answer for then (rules V1, V3, Q9)."""

from datetime import datetime, timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.page import PageRequest
from graphmem.domain.status import Status
from graphmem.errors import InvalidInput, NotFound
from graphmem.pipelines import reading
from graphmem.store.memories import ListFilter
from tests.pipelines.teller import EVERY_STATUS, Teller

HOUR = timedelta(hours=1)


async def test_an_hour_ago_the_old_address_held(ada: Teller, clock: SettableClock) -> None:
    await ada.says("我的收货地址是杭州市文三路90号。")
    then = clock.now()
    clock.advance(HOUR)
    await ada.says("我的收货地址是上海市南京西路100号。", session="s2")
    assert await ada.contents(as_of=then) == {("用户的收货地址是杭州市文三路90号", Status.ACTIVE)}
    assert await ada.contents() == {("用户的收货地址是上海市南京西路100号", Status.ACTIVE)}
    assert await ada.asks("收货地址是什么？", as_of=then) == ["用户的收货地址是杭州市文三路90号"]
    assert await ada.asks("收货地址是什么？") == ["用户的收货地址是上海市南京西路100号"]


async def test_before_the_first_memory_there_is_nothing(ada: Teller, clock: SettableClock) -> None:
    before = clock.now() - HOUR
    written = await ada.says("I like green tea.")
    assert await ada.contents(as_of=before) == set()
    assert await ada.asks("tea", as_of=before) == []
    with pytest.raises(NotFound):
        await ada.lineage(written.decisions[0].memory_id, as_of=before)


async def test_the_lineage_of_then_does_not_know_what_came_later(ada: Teller, clock: SettableClock) -> None:
    first = (await ada.says("I live in London.")).decisions[0]
    then = clock.now()
    clock.advance(HOUR)
    await ada.says("I live in Paris.", session="s2")
    lineage = await ada.lineage(first.memory_id, as_of=then)
    assert [(m.version, m.status, m.is_head, m.retired_at) for m in lineage.versions] == [
        (1, Status.ACTIVE, True, None)
    ]
    assert lineage.edges == ()


async def test_a_counter_is_what_it_was(ada: Teller, clock: SettableClock) -> None:
    await ada.says("I like green tea.")
    then = clock.now()
    clock.advance(HOUR)
    await ada.says("I like green tea.", session="s2")
    assert [m.state.mention_count for m in await ada.held(as_of=then)] == [1]
    assert [m.state.mention_count for m in await ada.held()] == [2]


@pytest.mark.parametrize("shift", [timedelta(0), timedelta(hours=-2)])
async def test_time_moves_on_within_a_user_even_where_the_clock_does_not(
    ada: Teller, clock: SettableClock, shift: timedelta
) -> None:
    await ada.says("I live in London.")
    clock.advance(shift)
    decision = (await ada.says("I live in Paris.", session="s2")).decisions[0]
    clock.advance(timedelta(hours=3))
    versions = (await ada.lineage(decision.memory_id)).versions
    assert versions[0].recorded_at < versions[1].recorded_at
    just_before = versions[1].recorded_at - timedelta(microseconds=1)
    assert {m.claim.value for m in await ada.held(as_of=just_before)} == {"london"}
    assert {m.claim.value for m in await ada.held(as_of=versions[1].recorded_at)} == {"paris"}


async def test_page_two_belongs_to_the_same_instant(ada: Teller, clock: SettableClock) -> None:
    for thing in ("jazz", "chess", "tennis", "opera"):
        await ada.says(f"I like {thing}.", session=thing)
        clock.advance(HOUR)
    then = clock.now()
    clock.advance(HOUR)
    wanted = ListFilter(statuses=EVERY_STATUS)
    first = await reading.memories_page(ada.services, ada.owner, PageRequest.of(2, None), wanted, as_of=then)
    await ada.says("I like running.", session="later")
    request = PageRequest.of(10, first.cursors[-1].encode())
    second = await reading.memories_page(ada.services, ada.owner, request, wanted, as_of=None)
    assert [m.claim.topic for m in (*first.items, *second.items)] == ["opera", "tennis", "chess", "jazz"]
    assert (first.has_next, second.has_next) == (True, False)


async def test_an_instant_that_cannot_be_answered_is_refused(ada: Teller, clock: SettableClock) -> None:
    with pytest.raises(InvalidInput, match="lies in the future"):
        await ada.held(as_of=clock.now() + HOUR)
    with pytest.raises(InvalidInput, match="has no offset"):
        await ada.held(as_of=datetime(2026, 1, 1))
