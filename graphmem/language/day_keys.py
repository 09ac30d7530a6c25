"""Days as words of the full-text index, so that a question can ask for the memories of a period (rule Q1)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

MOST_KEYS: Final = 120
"""Words of a query; a period of many years would take more and is cut to its last years."""


def day_keys(moment: datetime) -> str:
    """The year, month and day of a moment, in UTC, as three words: "2025 202501 20250113"."""
    day = moment.astimezone(UTC)
    return f"{day:%Y} {day:%Y%m} {day:%Y%m%d}"


def period_keys(begins: datetime, ends: datetime) -> tuple[str, ...]:
    """The fewest words that cover the days from `begins` to before `ends`: whole years, whole months, then days."""
    first = begins.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    keys = list(_cover(first, ends.astimezone(UTC)))
    return tuple(keys[-MOST_KEYS:])


def _cover(day: datetime, ends: datetime) -> Iterator[str]:
    while day < ends:
        next_year = day.replace(year=day.year + 1, month=1, day=1) if day.year < datetime.max.year else ends
        next_month = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
        if day.month == day.day == 1 and next_year <= ends:
            yield f"{day:%Y}"
            day = next_year
        elif day.day == 1 and next_month <= ends:
            yield f"{day:%Y%m}"
            day = next_month
        else:
            yield f"{day:%Y%m%d}"
            day += timedelta(days=1)
