"""Finds the day, week, month or year that a phrase names ("next Friday", 下周三, 5月12日), as an interval."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from graphmem.language.script import Language

_DIGITS: Final = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_EN_NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10,
}  # fmt: skip
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_ZH_NUMBER: Final = r"\d{1,4}|[一二三四五六七八九十两]{1,3}"
_MOST_YEARS: Final = 200
_YEAR_WORDS: Final = {"今年": 0, "明年": 1, "后年": 2, "this year": 0, "next year": 1}
_DAY_WORDS: Final = {
    "today": 0, "tonight": 0, "this evening": 0, "tomorrow": 1, "the day after tomorrow": 2,
    "今天": 0, "今晚": 0, "今日": 0, "明天": 1, "明晚": 1, "明早": 1, "后天": 2, "大后天": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class DateMention:
    """A period named at characters `start` to `end`: from `begins` until just before `ends`, in the speaker's zone."""

    start: int
    end: int
    begins: datetime
    ends: datetime

    @property
    def text(self) -> str:
        """Write the period as ISO dates: one day, or the first and the last."""
        first, last = self.begins.date(), (self.ends - timedelta(microseconds=1)).date()
        return first.isoformat() if first == last else f"{first.isoformat()}/{last.isoformat()}"


_Interval = tuple[datetime, datetime]


def find_date(text: str, now: datetime, language: Language) -> DateMention | None:
    """Find the first period named in a text, relative to `now`; None where none is named or it can't exist."""
    for pattern, resolve in _RULES[language]:
        for match in pattern.finditer(text):
            interval = _safely(resolve, match, now)
            if interval is not None:
                return DateMention(start=match.start(), end=match.end(), begins=interval[0], ends=interval[1])
    return None


def month_and_day(text: str, language: Language) -> str | None:
    """Read a day of the year, as ISO 8601 writes it: `1990-05-12`, or `--05-12` without a year."""
    for pattern in _BIRTHDAYS[language]:
        if (match := pattern.search(text)) is not None:
            parts = match.groupdict()
            month, day = _month_number(parts["month"]), number(parts["day"])
            if month is None or day is None or not _is_day(month, day):
                continue
            year = parts.get("year")
            return f"{int(year):04d}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"
    return None


def number(text: str) -> int | None:
    """Read a number in digits, or a small one in words or Chinese characters ("two", 二十五)."""
    if text.isascii():
        return int(text) if text.isdigit() else _EN_NUMBERS.get(text.lower())
    tens, ten, ones = text.rpartition("十")
    high = _DIGITS.get(tens) if tens else 1
    low = _DIGITS.get(ones) if ones else 0
    if not ten:
        return low
    return None if high is None or low is None else high * 10 + low


def _safely(
    resolve: Callable[[re.Match[str], datetime], _Interval | None], match: re.Match[str], now: datetime
) -> _Interval | None:
    try:
        return resolve(match, now)
    except (ValueError, OverflowError):  # the thirtieth of February, the year 9999
        return None


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _days(first: datetime, count: int) -> _Interval:
    return first, first + timedelta(days=count)


def _day_word(match: re.Match[str], now: datetime) -> _Interval | None:
    return _days(_midnight(now) + timedelta(days=_DAY_WORDS[match[0].lower()]), 1)


def _year_word(match: re.Match[str], now: datetime) -> _Interval | None:
    return _year(now, now.year + _YEAR_WORDS[match[0].lower()])


def _year(now: datetime, year: int) -> _Interval:
    first = _midnight(now).replace(year=year, month=1, day=1)
    return first, first.replace(year=year + 1)


def _plain_year(match: re.Match[str], now: datetime) -> _Interval | None:
    year = int(match["year"])
    return _year(now, year) if abs(year - now.year) < _MOST_YEARS else None


def _month_interval(now: datetime, months_ahead: int) -> _Interval:
    first = _midnight(now).replace(day=1)
    return _add_months(first, months_ahead), _add_months(first, months_ahead + 1)


def _add_months(first: datetime, months: int) -> datetime:
    total = first.year * 12 + first.month - 1 + months
    return first.replace(year=total // 12, month=total % 12 + 1)


def _month_word(match: re.Match[str], now: datetime) -> _Interval | None:
    ahead = 1 if match["which"].lower() in {"next", "下", "下个"} else 0
    day = number(match.groupdict().get("day") or "")
    begins, ends = _month_interval(now, ahead)
    return (begins, ends) if day is None else _days(begins.replace(day=day), 1)


def _week(match: re.Match[str], now: datetime) -> _Interval | None:
    which, name = match["which"].lower(), match.groupdict().get("weekday")
    monday = _midnight(now) - timedelta(days=now.weekday())
    ahead = {"next": 1, "下": 1, "下个": 1, "下下": 2, "下下个": 2}.get(which, 0)
    monday += timedelta(weeks=ahead)
    if not name:
        return _days(monday, 7)
    return _days(monday + timedelta(days=_weekday_number(name)), 1)


def _coming_weekday(match: re.Match[str], now: datetime) -> _Interval | None:
    today = _midnight(now)
    return _days(today + timedelta(days=(_weekday_number(match["weekday"]) - today.weekday()) % 7), 1)


def _weekend(match: re.Match[str], now: datetime) -> _Interval | None:
    monday = _midnight(now) - timedelta(days=now.weekday())
    ahead = 1 if (match["which"] or "").lower() in {"next", "下", "下个"} else 0
    return _days(monday + timedelta(weeks=ahead, days=5), 2)


def _weekday_number(name: str) -> int:
    position = "一二三四五六日天".find(name)
    return min(position, 6) if position >= 0 else _WEEKDAYS.index(name.lower())


def _ahead(match: re.Match[str], now: datetime) -> _Interval | None:
    count = number(match["count"])
    if count is None:
        return None
    unit = match["unit"].lower()
    if unit.startswith(("month", "个月")):
        return _month_interval(now, count)
    days = count * 7 if unit.startswith(("week", "周", "个星期", "星期")) else count
    return _days(_midnight(now) + timedelta(days=days), 1)


def _date(match: re.Match[str], now: datetime) -> _Interval | None:
    parts = match.groupdict()
    month, day = _month_number(parts["month"]), number(parts.get("day") or "")
    if month is None:
        return None
    year = int(parts["year"]) if parts.get("year") else now.year
    first = _midnight(now).replace(year=year, month=month, day=day or 1)
    if not parts.get("year") and (first < _midnight(now) if day else month < now.month):
        first = first.replace(year=year + 1)
    return _days(first, 1) if day else (first, _add_months(first, 1))


def _month_number(text: str) -> int | None:
    short = text[:3].lower()
    month = _MONTHS.index(short) + 1 if short in _MONTHS else number(text)
    return month if month is not None and 1 <= month <= len(_MONTHS) else None


def _is_day(month: int, day: int) -> bool:
    longest = 29 if month == 2 else 30 if month in {4, 6, 9, 11} else 31  # noqa: PLR2004 -- the calendar
    return 1 <= day <= longest


def _words(*expressions: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(expressions) + r")\b", re.IGNORECASE)


_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], datetime], _Interval | None]]
_ISO: Final = re.compile(r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)")
_EN_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_EN_WEEKDAY: Final = "(?P<weekday>" + "|".join(_WEEKDAYS) + ")"
_ZH_WEEKDAY: Final = r"(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])"

_RULES: Final[dict[Language, tuple[_Rule, ...]]] = {
    Language.ENGLISH: (
        (_ISO, _date),
        (re.compile(rf"\b{_MONTH}\s+(?:the )?{_EN_DAY}\b(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE), _date),
        (re.compile(rf"\b(?:the )?{_EN_DAY} (?:of )?{_MONTH}(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE), _date),
        (_words("the day after tomorrow", "today", "tonight", "this evening", "tomorrow"), _day_word),
        (_words("(?P<which>next|this|the coming)? ?(?<!\\w)weekend"), _weekend),
        (_words(f"(?P<which>next|this) (?:week|{_EN_WEEKDAY})"), _week),
        (_words("(?P<which>next|this) month"), _month_word),
        (_words("next year", "this year"), _year_word),
        (_words(r"in (?P<count>\d{1,2}|" + "|".join(_EN_NUMBERS) + r") (?P<unit>days?|weeks?|months?)"), _ahead),
        (_words(f"(?:on |this coming )?{_EN_WEEKDAY}"), _coming_weekday),
        (re.compile(rf"\b(?:in|next|this) {_MONTH}(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE), _date),
        (_words(r"in (?P<year>20\d\d)"), _plain_year),
    ),
    Language.CHINESE: (
        (_ISO, _date),
        (re.compile(rf"(?:(?P<year>\d{{4}})年)?(?P<month>{_ZH_NUMBER})月(?P<day>{_ZH_NUMBER})[日号]?"), _date),
        (re.compile("大后天|今天|今晚|今日|明天|明晚|明早|后天"), _day_word),
        (re.compile(r"(?P<which>下个?|这个?|本)?周末"), _weekend),
        (re.compile(rf"(?P<which>下下个?|下个?|这个?|本)(?:{_ZH_WEEKDAY}|周|星期|礼拜)(?!末)"), _week),
        (re.compile(rf"(?P<which>下个?|这个?|本)月(?:(?P<day>{_ZH_NUMBER})[日号])?"), _month_word),
        (re.compile("今年|明年|后年"), _year_word),
        (re.compile(rf"(?P<count>{_ZH_NUMBER})(?P<unit>天|周|个?星期|个月)(?:之?后|以后)"), _ahead),
        (re.compile(_ZH_WEEKDAY), _coming_weekday),
        (re.compile(rf"(?:(?P<year>\d{{4}})年)?(?P<month>{_ZH_NUMBER})月(?!{_ZH_NUMBER})(?:份|底|初|中旬)?"), _date),
        (re.compile(r"(?P<year>20\d\d)年"), _plain_year),
    ),
}

_BIRTHDAYS: Final = {
    Language.ENGLISH: (
        _ISO,
        re.compile(rf"\b{_MONTH}\s+(?:the )?{_EN_DAY}\b(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE),
        re.compile(rf"\b{_EN_DAY} (?:of )?{_MONTH}(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE),
    ),
    Language.CHINESE: (
        _ISO,
        re.compile(rf"(?:(?P<year>\d{{4}})年)?(?P<month>{_ZH_NUMBER})月(?P<day>{_ZH_NUMBER})[日号]?"),
    ),
}
