"""How near memories are to what a query names, through what they mention together (rule E4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.ranking.nearness import Mentioned, nearness

TOM, ANNA, LEO = Mentioned("tom", is_named=True), Mentioned("anna", is_named=False), Mentioned("leo", is_named=False)


def test_what_is_told_of_somebody_mentioned_with_the_one_named_is_near_and_a_stranger_is_not() -> None:
    direct, over_anna, stranger, nothing = nearness([[TOM, ANNA], [ANNA], [LEO], []])
    assert direct > over_anna > 0.0
    assert (stranger, nothing) == (0.0, 0.0)


def test_a_name_that_everybody_mentions_leads_nowhere_in_particular() -> None:
    few = nearness([[TOM, ANNA], [ANNA]])[1]
    many = nearness([[TOM, ANNA], [ANNA], *([[TOM, Mentioned(f"{n}", is_named=False)] for n in range(30)])])[1]
    assert many < few / 10


def test_two_ways_to_a_memory_bring_it_nearer_than_one() -> None:
    paul = Mentioned("paul", is_named=False)
    once, twice = nearness([[TOM, ANNA, paul, LEO], [LEO], [ANNA, paul]])[1:]
    assert twice > once


@pytest.mark.parametrize("mentions", [[], [[]], [[ANNA], [LEO]]])
def test_where_nothing_known_is_named_nothing_is_near(mentions: list[list[Mentioned]]) -> None:
    assert nearness(mentions) == [0.0] * len(mentions)


THINGS = st.sampled_from([TOM, ANNA, LEO, *(Mentioned(f"{n}", is_named=n < 2) for n in range(4))])


@given(st.lists(st.lists(THINGS, max_size=4), max_size=12))
def test_shares_are_shares(mentions: list[list[Mentioned]]) -> None:
    found = nearness(mentions)
    assert all(0.0 <= share <= 1.0 for share in found)
    assert sum(found) <= 1.0 + 1e-9
