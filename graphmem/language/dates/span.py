"""Calendar arithmetic on the clock of one place: days, Monday-first weeks, months, quarters, seasons, years."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from graphmem.language.dates.mention import Precision

MONTHS_IN_YEAR: Final = 12
_SECONDS: Final = {Precision.SECOND: 1, Precision.MINUTE: 60, Precision.HOUR: 3600}


@dataclass(frozen=True, slots=True)
class Span:
    """From `begins` until just before `ends`, both naive: what the clock on the wall shows."""

    begins: datetime
    ends: datetime
    precision: Precision


@dataclass(frozen=True, slots=True)
class Duration:
    """So many months, days and seconds; `unit` is the unit it was said in."""

    months: int
    days: int
    seconds: int
    unit: Precision

    def after(self, moment: datetime, *, sign: int = 1) -> datetime:
        """Go so far from a moment; back with `sign` -1."""
        moved = add_months(moment, sign * self.months)
        return moved + sign * timedelta(days=self.days, seconds=self.seconds)


def midnight(moment: datetime) -> datetime:
    """Return the begin of the moment's day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def add_months(moment: datetime, months: int) -> datetime:
    """Go so many months on; the day is cut to the month's last one."""
    if months == 0:
        return moment
    total = moment.year * MONTHS_IN_YEAR + moment.month - 1 + months
    first = moment.replace(year=total // MONTHS_IN_YEAR, month=total % MONTHS_IN_YEAR + 1, day=1)
    last = (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(moment.day, last.day))


def day_of(moment: datetime, *, ahead: int = 0) -> Span:
    """Return the day so many days after the moment's."""
    first = midnight(moment) + timedelta(days=ahead)
    return Span(first, first + timedelta(days=1), Precision.DAY)


def week_of(moment: datetime, *, ahead: int = 0) -> Span:
    """Return the week, Monday first, so many weeks after the moment's."""
    monday = midnight(moment) + timedelta(days=7 * ahead - moment.weekday())
    return Span(monday, monday + timedelta(days=7), Precision.WEEK)


def weekend_of(moment: datetime, *, ahead: int = 0) -> Span:
    """Return Saturday and Sunday of a week."""
    week = week_of(moment, ahead=ahead)
    return Span(week.begins + timedelta(days=5), week.ends, Precision.WEEKEND)


def weekday_of(moment: datetime, weekday: int, *, ahead: int = 0) -> Span:
    """Return a day of a week; Monday is 0."""
    return day_of(week_of(moment, ahead=ahead).begins, ahead=weekday)


def months_from(first: datetime, count: int, precision: Precision) -> Span:
    """Return so many months from the first of a month on."""
    return Span(first, add_months(first, count), precision)


def month_of(moment: datetime, *, ahead: int = 0) -> Span:
    """Return the month so many months after the moment's."""
    return months_from(add_months(midnight(moment).replace(day=1), ahead), 1, Precision.MONTH)


def quarter_of(moment: datetime, *, ahead: int = 0) -> Span:
    """Return the quarter of a year so many quarters after the moment's."""
    first = midnight(moment).replace(month=(moment.month - 1) // 3 * 3 + 1, day=1)
    return months_from(add_months(first, 3 * ahead), 3, Precision.QUARTER)


def year_of(moment: datetime, *, ahead: int = 0) -> Span:
    """Return the year so many years after the moment's."""
    return year(moment.year + ahead)


def year(number: int) -> Span:
    """Return a year; ValueError outside the calendar."""
    return months_from(datetime(number, 1, 1), 12, Precision.YEAR)


def years(first: int, count: int, precision: Precision) -> Span:
    """Return so many years; ValueError outside the calendar."""
    return months_from(datetime(first, 1, 1), 12 * count, precision)


def moment_at(moment: datetime, precision: Precision) -> Span:
    """Return the second, minute or hour that begins at a moment's minute (second)."""
    begins = moment.replace(microsecond=0) if precision is Precision.SECOND else moment.replace(second=0, microsecond=0)
    return Span(begins, begins + timedelta(seconds=_SECONDS[precision]), precision)


OF: Final[dict[Precision, Callable[[datetime], Span]]] = {
    Precision.DAY: day_of,
    Precision.WEEK: week_of,
    Precision.WEEKEND: weekend_of,
    Precision.MONTH: month_of,
    Precision.QUARTER: quarter_of,
    Precision.YEAR: year_of,
}
"""The day, week … that a moment lies in."""


def at_distance(now: datetime, duration: Duration, *, sign: int) -> Span:
    """Return what "in three months" or 两天前 names: the day for days and weeks, the month, the year, the minute."""
    moment = duration.after(now, sign=sign)
    if duration.unit is Precision.YEAR:
        return month_of(moment) if duration.months % MONTHS_IN_YEAR else year_of(moment)
    if duration.unit is Precision.MONTH:
        return day_of(moment) if duration.days else month_of(moment)
    if duration.unit in {Precision.DAY, Precision.WEEK}:
        return day_of(moment)
    is_whole = duration.unit is Precision.HOUR and duration.seconds % _SECONDS[Precision.HOUR] == 0
    if duration.unit is Precision.HOUR and not is_whole:
        return moment_at(moment, Precision.MINUTE)
    return moment_at(moment, duration.unit)


def within(now: datetime, duration: Duration) -> Span:
    """Return the time from now on ("within three days", 未来两周): days count through the last one."""
    end = duration.after(now)
    if duration.seconds == 0:
        end = midnight(end) + timedelta(days=1 if duration.unit is Precision.DAY else 0)
    return Span(now, end, Precision.SPAN)


def until_now(now: datetime, duration: Duration) -> Span:
    """Return the time up to now ("over the past six months", 过去三天), from the begin of its first day."""
    begin = duration.after(now, sign=-1)
    return Span(begin if duration.seconds else midnight(begin), now, Precision.SPAN)


_MONTH_PARTS: Final[dict[str, tuple[int, int | None]]] = {
    "onset": (0, 5), "begin": (0, 5), "early": (0, 10), "middle": (10, 20), "late": (20, None), "end": (24, None),
}  # fmt: skip
_WEEK_PARTS: Final[dict[str, tuple[int, int | None]]] = {
    "onset": (0, 1), "begin": (0, 2), "early": (0, 2), "middle": (2, 3), "late": (4, None), "end": (4, None),
}  # fmt: skip


def part(frame: Span, name: str) -> Span | None:
    """Return the begin, early, middle, late or end part of a longer period; None for one without parts.

    A month: 1st–5th (begin), 1st–10th (early), 11th–20th (middle), 21st on (late), 25th on (end). A week: Monday and
    Tuesday, Wednesday, Friday to Sunday. A year: the first (伊始: one) or last two months, June and July. A quarter or
    season: its first, middle, last month. A decade, a century: the fifth.
    """
    if frame.precision is Precision.MONTH:
        return _days_of(frame, _MONTH_PARTS[name])
    if frame.precision is Precision.WEEK:
        return _days_of(frame, _WEEK_PARTS[name])
    return _months_of(frame, name)


def _days_of(frame: Span, days: tuple[int, int | None]) -> Span:
    ends = frame.ends if days[1] is None else frame.begins + timedelta(days=days[1])
    return Span(frame.begins + timedelta(days=days[0]), ends, Precision.SPAN)


def _months_of(frame: Span, name: str) -> Span | None:
    first, last = frame.begins, frame.ends
    months = {Precision.YEAR: 2, Precision.QUARTER: 1, Precision.SEASON: 1}.get(frame.precision)
    if frame.precision in {Precision.DECADE, Precision.CENTURY}:
        months = (last.year - first.year) // 5 * MONTHS_IN_YEAR
    if months is None:
        return None
    if name == "onset":
        return month_of(first)
    if name in {"begin", "early"}:
        return months_from(first, months, Precision.SPAN)
    if name in {"late", "end"}:
        return Span(add_months(last, -months), last, Precision.SPAN)
    whole = (last.year - first.year) * MONTHS_IN_YEAR + last.month - first.month
    return months_from(add_months(first, (whole - months) // 2), months, Precision.SPAN)


def half(frame: Span, which: int) -> Span | None:
    """Return the first (0) or second (1) half of a year, or of a month."""
    if frame.precision is Precision.YEAR:
        return months_from(add_months(frame.begins, 6 * which), 6, Precision.SPAN)
    if frame.precision is Precision.MONTH:
        middle = frame.begins + timedelta(days=15)
        return Span(frame.begins, middle, Precision.SPAN) if which == 0 else Span(middle, frame.ends, Precision.SPAN)
    return None


def nth(frame: Span, place: int, unit: Precision) -> Span | None:
    """Return the nth whole day, week, month or quarter of a period, from 1; -1 is the last; None outside it."""
    step = {Precision.DAY: 1, Precision.WEEK: 7}.get(unit)
    if place > 0:
        first = frame.begins
        if unit is Precision.WEEK:
            first += timedelta(days=-first.weekday() % 7)
        if step is not None:
            found = OF[unit](first + timedelta(days=step * (place - 1)))
        else:
            found = OF[unit](add_months(first, (place - 1) * (3 if unit is Precision.QUARTER else 1)))
    else:
        found = OF[unit](frame.ends - timedelta(days=step or 1))
    return found if frame.begins <= found.begins < frame.ends else None


def nth_weekday(frame: Span, place: int, weekday: int) -> Span | None:
    """Return the nth Monday … of a period; -1 is the last."""
    if place > 0:
        ahead = (weekday - frame.begins.weekday()) % 7 + 7 * (place - 1)
        found = day_of(frame.begins, ahead=ahead)
    else:
        last = frame.ends - timedelta(days=1)
        found = day_of(last, ahead=-((last.weekday() - weekday) % 7))
    return found if frame.begins <= found.begins < frame.ends else None


def first_units(frame: Span, count: int, unit: Precision, *, from_end: bool = False) -> Span | None:
    """Return the first (last) so many days, weeks, months or quarters of a period."""
    months = {Precision.MONTH: 1, Precision.QUARTER: 3, Precision.YEAR: 12}.get(unit, 0) * count
    days = {Precision.DAY: 1, Precision.WEEK: 7}.get(unit, 0) * count
    sign = -1 if from_end else 1
    other = add_months(frame.ends if from_end else frame.begins, sign * months) + sign * timedelta(days=days)
    found = Span(other, frame.ends, Precision.SPAN) if from_end else Span(frame.begins, other, Precision.SPAN)
    return found if frame.begins <= found.begins < found.ends <= frame.ends else None
