"""Uses of a memory, gathered before they are written, and what fading makes of them (rules Q4, F1)."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from graphmem.domain.decay import fruitless_weight, last_hit
from graphmem.domain.policy import DecayPolicy
from graphmem.domain.use import NewUses, Use, day_of
from tests.domain.factories import AT, memory

HOUR = timedelta(hours=1)
DAY = day_of(AT)


def test_uses_are_counted_by_the_day_they_fall_on() -> None:
    uses = NewUses()
    for at in (AT, AT + HOUR, AT + timedelta(days=1)):
        uses.access(at)
    uses.hit(AT)
    assert (uses.accesses, uses.hits) == ({DAY: 2, DAY + 1: 1}, {DAY: 1})
    assert (uses.accessed_at, uses.hit_at) == (AT + timedelta(days=1), AT)


def test_what_did_not_help_takes_its_hit_back_on_its_own_day() -> None:
    uses = NewUses()
    uses.hit(AT + timedelta(days=2))
    uses.did_not_help(AT, was_hit=True)
    uses.did_not_help(AT, was_hit=False)
    assert (uses.hits, uses.unhelpful) == ({DAY: -1, DAY + 2: 1}, {DAY: 2})


def test_uses_that_had_to_wait_are_joined_with_later_ones_in_any_order() -> None:
    def joined(*parts: NewUses) -> NewUses:
        whole = NewUses()
        for part in parts:
            whole.add(part)
        return whole

    first, later = NewUses(), NewUses()
    first.access(AT)
    first.hit(AT)
    later.access(AT + HOUR)
    later.did_not_help(AT, was_hit=True)
    assert joined(first, later) == joined(later, first)
    assert joined(first, later) == NewUses(
        accesses=Counter({DAY: 2}),
        hits=Counter({DAY: 0}),
        unhelpful=Counter({DAY: 1}),
        accessed_at=AT + HOUR,
        hit_at=AT,
    )


def test_the_last_hit_is_the_creation_of_what_was_never_of_use_and_of_a_version_made_since() -> None:
    held = memory(at=AT)
    assert last_hit(held) == AT
    assert last_hit(replace(held, use=Use(last_hit_at=AT + HOUR))) == AT + HOUR
    assert last_hit(replace(held, use=Use(last_hit_at=AT - HOUR))) == AT


def test_what_was_rendered_ten_times_without_a_hit_weighs_less() -> None:
    policy = DecayPolicy()
    assert fruitless_weight(replace(memory(), use=Use(fruitless_count=9)), policy) == 1.0
    assert fruitless_weight(replace(memory(), use=Use(fruitless_count=10)), policy) == 0.7
