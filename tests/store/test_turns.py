"""Turns: what has one key goes one after another, and nothing else waits."""

import asyncio

import pytest

from graphmem.errors import Busy
from graphmem.store.turns import Turns


async def test_one_key_goes_in_the_order_of_coming_and_another_does_not_wait() -> None:
    turns, order = Turns(seconds=5), list[str]()
    may_end = asyncio.Event()

    async def take(key: str, name: str) -> None:
        async with turns.of(key):
            if name == "first":
                await may_end.wait()
            order.append(name)

    waiting = [asyncio.create_task(take("ada", name)) for name in ("first", "second", "third")]
    await asyncio.sleep(0)
    await take("bob", "other")
    may_end.set()
    await asyncio.gather(*waiting)
    assert order == ["other", "first", "second", "third"]


async def test_a_turn_that_does_not_come_in_time_is_told_and_costs_the_others_nothing() -> None:
    turns = Turns(seconds=0.01)
    async with turns.of("ada"):
        with pytest.raises(Busy, match="Earlier writes of this user"):
            async with turns.of("ada"):
                pytest.fail("two held one turn")
    async with turns.of("ada"):
        pass


async def test_a_turn_that_ends_in_an_error_is_given_on() -> None:
    turns = Turns(seconds=1)
    with pytest.raises(ZeroDivisionError):
        async with turns.of("ada"):
            raise ZeroDivisionError
    async with turns.of("ada"):
        pass
