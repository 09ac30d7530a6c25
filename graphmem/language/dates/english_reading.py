"""What the parts of an English date mean; `english.py` has how they are written."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from graphmem.language.dates import span as spans
from graphmem.language.dates.chain import Choice, Level, Meaning, Moment, Step
from graphmem.language.dates.festivals import festival_day
from graphmem.language.dates.mention import Precision
from graphmem.language.dates.numbers import number
from graphmem.language.dates.parts_of_day import clock as at_clock
from graphmem.language.dates.span import Duration, Span

MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_UNITS: Final = {
    "second": Precision.SECOND,
    "minute": Precision.MINUTE,
    "min": Precision.MINUTE,
    "hour": Precision.HOUR,
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "weekend": Precision.WEEKEND,
    "fortnight": Precision.WEEK,
    "month": Precision.MONTH,
    "quarter": Precision.QUARTER,
    "year": Precision.YEAR,
    "decade": Precision.DECADE,
}
_MONTHS_IN: Final = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
_DAYS_IN: Final = {"day": 1, "week": 7, "fortnight": 14}
_SECONDS_IN: Final = {"second": 1, "minute": 60, "min": 60, "hour": 3600}
_LEVELS: Final = {
    Precision.YEAR: Level.YEAR,
    Precision.QUARTER: Level.QUARTER,
    Precision.MONTH: Level.MONTH,
    Precision.WEEK: Level.WEEK,
    Precision.WEEKEND: Level.WEEK,
    Precision.DAY: Level.DAY,
}
WHICH: Final = {
    "next": Choice.NEXT,
    "this coming": Choice.COMING,
    "the coming": Choice.COMING,
    "coming": Choice.COMING,
    "this": Choice.THIS,
    "last": Choice.LAST,
    "this past": Choice.LAST,
    "the past": Choice.LAST,
    "past": Choice.LAST,
    "previous": Choice.LAST,
    "the following": Choice.NEXT,
    "the previous": Choice.LAST,
    "this last": Choice.LAST,
    "the next": Choice.NEXT,
    "the last": Choice.LAST,
}
ORDINALS: Final = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "last": -1,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "5th": 5,
    "final": -1,
}
CENTURY_WORDS: Final = {
    "fifteenth": 15,
    "sixteenth": 16,
    "seventeenth": 17,
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "twenty-first": 21,
}
PORTIONS: Final = {
    "beginning": "begin",
    "start": "begin",
    "early": "early",
    "middle": "middle",
    "mid": "middle",
    "late": "late",
    "end": "end",
    "turn": "begin",
}
DAY_WORDS: Final = {
    "today": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "yesterday": -1,
    "the day before yesterday": -2,
    "day before yesterday": -2,
}
PARTS: Final = {
    "early morning": "early_morning",
    "morning": "morning",
    "noon": "noon",
    "midday": "noon",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "evening",
    "midnight": "midnight",
}
FIXED_PARTS: Final = {
    "this morning": (0, "morning"),
    "this afternoon": (0, "afternoon"),
    "this evening": (0, "evening"),
    "the night before last": (-2, "evening"),
    "tonight": (0, "evening"),
    "last night": (-1, "evening"),
    "last evening": (-1, "evening"),
    "yesterday evening": (-1, "evening"),
}


def month_number(name: str) -> int:
    """Return the month that a name, or the begin of one, means; ValueError for others."""
    return MONTHS.index(name[:3].lower()) + 1


def duration(match: re.Match[str]) -> Duration:
    """Read a length of time."""
    words, unit = (match["count"] or "").lower(), match["unit"].lower()
    is_half = bool(match["half"]) or words == "a half"
    count = 0 if is_half else 2 if words == "a couple of" else 1 if words == "another" else number(words) or 0
    halves = 2 * count + bool(is_half or match["and"] or match["and_half"])
    months, days = _MONTHS_IN.get(unit, 0) * halves, _DAYS_IN.get(unit, 0) * halves
    days = 15 if unit == "month" and halves % 2 else 0 if unit == "month" else days // 2
    seconds = _SECONDS_IN.get(unit, 0) * halves // 2
    named = Precision.YEAR if unit == "decade" else _UNITS[unit]
    return Duration(months // 2, days, seconds, named)


def _next(unit: Precision, choice: Choice, moment: Moment) -> Span:
    ahead = {Choice.NEXT: 1, Choice.LAST: -1}.get(choice, 0)
    return spans.OF[unit](_moment_in(unit, moment, ahead))


def _moment_in(unit: Precision, moment: Moment, ahead: int) -> datetime:
    months = {Precision.MONTH: 1, Precision.QUARTER: 3, Precision.YEAR: 12}.get(unit)
    if months is not None:
        return spans.add_months(moment.now.replace(day=1), months * ahead)
    return moment.now + timedelta(days=ahead * (1 if unit is Precision.DAY else 7))


def which_unit(match: re.Match[str], moment: Moment) -> Meaning:
    return _next(_UNITS[match["unit"].lower()], WHICH[match["which"].lower()], moment)


def two_on(match: re.Match[str], moment: Moment) -> Meaning:
    unit = _UNITS[match["unit"].lower()]
    return spans.OF[unit](_moment_in(unit, moment, 2 if match["way"].lower() == "after next" else -2))


def which_weekday(match: re.Match[str], moment: Moment) -> Meaning:
    weekday, choice = weekday_number(match), WHICH[match["which"].lower()]
    if choice is Choice.NEXT:
        return spans.weekday_of(moment.now, weekday, ahead=1)
    if choice is Choice.LAST or (choice is Choice.THIS and moment.choice is Choice.PAST):
        back = (moment.now.weekday() - weekday - 1) % 7 + 1
        return spans.day_of(moment.now, ahead=-back)
    return spans.day_of(moment.now, ahead=(weekday - moment.now.weekday()) % 7)


def weekday_number(match: re.Match[str]) -> int:
    return _WEEKDAYS.index(match["weekday"][:3].lower())


def in_week(frame: Span, weekday: int) -> Span | None:
    if frame.precision is Precision.DAY:
        return frame
    return spans.weekday_of(frame.begins, weekday) if frame.precision in {Precision.WEEK, Precision.WEEKEND} else None


def _of_year(narrow: Callable[[int], Span | None], choice: str | None = None) -> Step:
    def in_year(frame: Span) -> Span | None:
        return narrow(frame.begins.year) if frame.precision is Precision.YEAR else None

    return Step(Precision.YEAR, in_year, WHICH[choice.lower()] if choice else None)


def month_named(match: re.Match[str], _moment: Moment) -> Meaning:
    month = month_number(match["month"])
    return _of_year(lambda year: spans.month_of(datetime(year, month, 1)), match.groupdict().get("which"))


def season(match: re.Match[str], _moment: Moment) -> Meaning:
    month = _SEASONS[match["season"].lower()]
    return _of_year(
        lambda year: spans.months_from(datetime(year, month, 1), 3, Precision.SEASON),
        match.groupdict().get("which"),
    )


def quarter(match: re.Match[str], _moment: Moment) -> Meaning:
    quarter = number(match["quarter"]) or ORDINALS.get(match["quarter"].lower(), 0)
    return _of_year(lambda year: spans.quarter_of(datetime(year, 3 * quarter, 1)))


def day_named(match: re.Match[str], _moment: Moment) -> Meaning:
    day = int(match["day"])

    def in_month(frame: Span) -> Span | None:
        if frame.precision is not Precision.MONTH:
            return None
        return spans.day_of(frame.begins.replace(day=day))

    return Step(Precision.MONTH, in_month) if 1 <= day <= 31 else None  # noqa: PLR2004 -- the longest month


def nth(match: re.Match[str], _moment: Moment) -> Meaning:
    place, unit = ORDINALS[match["place"].lower()], _UNITS[match["unit"].lower()]
    return Step(None, lambda frame: spans.nth(frame, place, unit))


def nth_weekday(match: re.Match[str], _moment: Moment) -> Meaning:
    place, weekday = ORDINALS[match["place"].lower()], weekday_number(match)
    return Step(None, lambda frame: spans.nth_weekday(frame, place, weekday))


def this_unit(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.OF[_UNITS[match["unit"].lower()]](moment.now)


def portion_of(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.part(spans.OF[_UNITS[match["unit"].lower()]](moment.now), PORTIONS[match["portion"].lower()])


def decade(match: re.Match[str], _moment: Moment) -> Meaning:
    first = int(match["decade"])
    if first < 100:  # noqa: PLR2004 -- without its century
        first += 1900 if first >= 30 else 2000  # noqa: PLR2004 -- "the 30s" are a hundred years ago
    return spans.years(first, 10, Precision.DECADE)


def short_year(match: re.Match[str], moment: Moment) -> Meaning:
    latest = moment.now.year + 10
    return spans.year(latest - (latest - int(match["year"])) % 100)


def century(match: re.Match[str], _moment: Moment) -> Meaning:
    century = CENTURY_WORDS.get(match["word"].lower()) if match["word"] else int(match["century"])
    return spans.years((century or 0) * 100 - 100, 100, Precision.CENTURY)


def festival(rule: str) -> Callable[[re.Match[str], Moment], Meaning]:
    return lambda match, _moment: _of_year(lambda year: festival_day(rule, year), match["which"])


def ahead(match: re.Match[str], moment: Moment) -> Meaning:
    return None if moment.choice is Choice.PAST else spans.at_distance(moment.now, duration(match), sign=1)


def clock(match: re.Match[str], _moment: Moment) -> Meaning:
    groups = match.groupdict()
    hour, minute, half = int(match["hour"]), groups.get("minute"), (groups.get("half") or "")[:1].lower()
    if half:
        if not 1 <= hour <= 12:  # noqa: PLR2004 -- the face of a clock
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    is_exact = bool(half) or match["hour"].startswith("0") or hour == 0
    return Step(
        Precision.DAY,
        lambda frame: at_clock(_whole_day(frame, half), hour, int(minute) if minute else None, is_exact=is_exact),
    )


def face(match: re.Match[str], _moment: Moment) -> Meaning:
    """Read "half past three", "a quarter to four"; without am and pm the afternoon from one to six."""
    hour = number(match["hour"]) or 0
    minute = {"half": 30, "quarter": 15}.get(match["minutes"].lower()) or number(match["minutes"]) or 0
    if match["way"].lower() == "to":
        hour, minute = hour - 1, 60 - minute
    return Step(Precision.DAY, lambda frame: at_clock(frame, hour, minute)) if 0 <= hour <= 12 else None  # noqa: PLR2004


def shift(match: re.Match[str], _moment: Moment) -> Meaning:
    length, sign = duration(match), -1 if match["way"].lower() == "before" else 1

    def shifted(frame: Span) -> Span | None:
        return spans.day_of(length.after(frame.begins, sign=sign)) if frame.precision is Precision.DAY else None

    return Step(None, shifted, Choice.COMING if sign > 0 and match["way"].lower() == "from" else None)


def week_ago(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.week_of(duration(match).after(moment.now, sign=-1))


def _whole_day(frame: Span, half: str) -> Span:
    return spans.day_of(frame.begins) if half and frame.precision is Precision.PART_OF_DAY else frame


def one(unit: str) -> Duration:
    return Duration(_MONTHS_IN.get(unit, 0), _DAYS_IN.get(unit, 0), _SECONDS_IN.get(unit, 0), _UNITS[unit])
