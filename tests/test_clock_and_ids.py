"""The time and the ids that everything else is stamped with."""

import re
import time
import uuid
from datetime import UTC, datetime, timedelta

from graphmem.clock import SettableClock, SystemClock
from graphmem.ids import new_id

CANONICAL = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\Z")


def test_the_systems_clock_is_aware_and_in_utc() -> None:
    before = datetime.now(UTC)
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert before <= now <= datetime.now(UTC)


def test_a_settable_clock_stands_still_until_it_is_moved_either_way() -> None:
    clock = SettableClock(datetime(2026, 3, 1, tzinfo=UTC))
    assert clock.now() == clock.now() == datetime(2026, 3, 1, tzinfo=UTC)
    clock.advance(timedelta(days=1))
    clock.advance(timedelta(hours=-30))
    assert clock.now() == datetime(2026, 2, 28, 18, tzinfo=UTC)


def test_an_id_is_a_version_7_uuid_in_its_canonical_form() -> None:
    for made in (new_id() for _ in range(1000)):
        assert CANONICAL.match(made)
        assert str(uuid.UUID(made)) == made


def test_ids_are_never_the_same() -> None:
    made = [new_id() for _ in range(10_000)]
    assert len(set(made)) == len(made)


def test_ids_sort_by_the_millisecond_they_were_made_in() -> None:
    start = time.time_ns() // 1_000_000
    made = [new_id() for _ in range(5_000)]
    end = time.time_ns() // 1_000_000
    stamps = [int(i.replace("-", "")[:12], 16) for i in made]
    assert stamps == sorted(stamps)
    assert start <= stamps[0]
    assert stamps[-1] <= end


def test_every_id_sorts_before_the_mark_that_comes_after_every_id() -> None:
    assert all(new_id() < "~" for _ in range(1000))
