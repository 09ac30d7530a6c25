"""What a date in a text stands for: a period with its precision."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final

OPEN_PAST: Final = datetime.min.replace(tzinfo=UTC)
"""Begin of a period that has none ("until 2019" said later)."""

OPEN_FUTURE: Final = datetime.max.replace(tzinfo=UTC)
"""End of a period that has none ("after Friday")."""


class Precision(StrEnum):
    """How exactly a period was named; SPAN is any other length ("from March to May", 三天内, 月底)."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part_of_day"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"
    SPAN = "span"


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A period named at characters `start` to `end` of a text: from `begins` until just before `ends`, both in UTC."""

    start: int
    end: int
    begins: datetime
    ends: datetime
    precision: Precision
    zone: tzinfo
    """The speaker's time zone: days, weeks and months are those of this zone."""

    @property
    def valid_from(self) -> datetime | None:
        """The begin; None where the period has none."""
        return None if self.begins == OPEN_PAST else self.begins

    @property
    def valid_to(self) -> datetime | None:
        """The moment after the end; None where the period has none."""
        return None if self.ends == OPEN_FUTURE else self.ends

    @property
    def text(self) -> str:
        """Write the period as ISO dates in the speaker's zone: one day, or the first and the last; `..` is open."""
        first = "" if self.valid_from is None else self._day(self.begins)
        last = "" if self.valid_to is None else self._day(self.ends - timedelta(microseconds=1))
        return first if first == last else f"{first or '..'}/{last or '..'}"

    def _day(self, moment: datetime) -> str:
        return moment.astimezone(self.zone).date().isoformat()

    def is_past(self, moment: datetime) -> bool:
        """Tell if the period is over at an aware moment."""
        return self.ends <= moment

    def is_future(self, moment: datetime) -> bool:
        """Tell if the period has not begun at an aware moment."""
        return self.begins > moment
