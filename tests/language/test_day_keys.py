"""Days as words: a period is covered by the fewest, and by no day more."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.day_keys import MOST_KEYS, day_keys, period_keys

DAYS = st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1)).map(lambda d: d.replace(tzinfo=UTC))


def test_a_month_and_some_days_take_a_word_for_the_month_and_one_for_each_day() -> None:
    begins = datetime(2025, 1, 30, tzinfo=UTC)
    assert period_keys(begins, datetime(2025, 3, 2, tzinfo=UTC)) == ("20250130", "20250131", "202502", "20250301")
    assert period_keys(datetime(2024, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)) == ("2024", "2025")


@given(DAYS, st.integers(1, 900), DAYS)
def test_a_day_is_found_by_the_words_of_a_period_that_it_lies_in_alone(
    begins: datetime, days: int, day: datetime
) -> None:
    keys = period_keys(begins, begins + timedelta(days=days))
    assert len(keys) <= MOST_KEYS
    last = (begins + timedelta(days=days, microseconds=-1)).date()
    assert bool(set(keys) & set(day_keys(day).split())) is (begins.date() <= day.date() <= last)
