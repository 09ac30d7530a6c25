"""What the parts of a Chinese date mean; `chinese.py` has how they are written."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from graphmem.language.dates import span as spans
from graphmem.language.dates.chain import Choice, Meaning, Moment, Step
from graphmem.language.dates.festivals import festival_day
from graphmem.language.dates.lunar import lunar_day, lunar_month
from graphmem.language.dates.mention import Precision
from graphmem.language.dates.numbers import number
from graphmem.language.dates.parts_of_day import clock as at_clock
from graphmem.language.dates.parts_of_day import part_of_day as part_of
from graphmem.language.dates.span import Duration, Span

Reader = Callable[[re.Match[str], Moment], Meaning]
WEEKDAYS: Final = "一二三四五六日"
YEARS: Final = {
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "来年": 1,
    "下一年": 1,
    "后年": 2,
    "大后年": 3,
    "去年": -1,
    "上一年": -1,
    "前年": -2,
    "大前年": -3,
    "今": 0,
    "明": 1,
    "去": -1,
}
DAYS: Final = {
    "今天": 0,
    "今日": 0,
    "今儿": 0,
    "本日": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "后天": 2,
    "大后天": 3,
    "大大后天": 4,
    "昨天": -1,
    "昨日": -1,
    "昨儿": -1,
    "前天": -2,
    "大前天": -3,
    "大大前天": -4,
}
_NEAR_DAYS: Final = {"今": 0, "明": 1, "后": 2, "昨": -1, "前": -2}
PARTS: Final = {
    "凌晨": "small_hours",
    "清晨": "early_morning",
    "清早": "early_morning",
    "早晨": "early_morning",
    "早上": "early_morning",
    "一早": "early_morning",
    "大早": "early_morning",
    "早": "early_morning",
    "晨": "early_morning",
    "上午": "morning",
    "中午": "noon",
    "正午": "noon",
    "午后": "early_afternoon",
    "下午": "afternoon",
    "傍晚": "dusk",
    "黄昏": "dusk",
    "晚上": "evening",
    "晚间": "evening",
    "夜晚": "evening",
    "夜里": "evening",
    "夜间": "evening",
    "晚": "evening",
    "夜": "evening",
    "深夜": "small_hours",
    "半夜": "small_hours",
    "后半夜": "deep_night",
    "午夜": "midnight",
}
_WAYS: Final = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2, "这一": 0, "上一": -1, "下一": 1}
_SEASONS: Final = {"春": (3, 3), "夏": (6, 3), "秋": (9, 3), "冬": (12, 3), "暑假": (7, 2), "寒假": (1, 2)}
_PORTIONS: Final = {
    "初": "begin",
    "伊始": "onset",
    "之初": "begin",
    "上旬": "early",
    "中": "middle",
    "中旬": "middle",
    "下旬": "late",
    "底": "end",
    "末": "end",
    "尾": "end",
}
_UNITS: Final = {
    "年": Precision.YEAR,
    "周年": Precision.YEAR,
    "季度": Precision.QUARTER,
    "月": Precision.MONTH,
    "周": Precision.WEEK,
    "星期": Precision.WEEK,
    "礼拜": Precision.WEEK,
    "天": Precision.DAY,
    "日": Precision.DAY,
    "小时": Precision.HOUR,
    "钟头": Precision.HOUR,
    "分钟": Precision.MINUTE,
    "刻钟": Precision.MINUTE,
    "秒": Precision.SECOND,
    "秒钟": Precision.SECOND,
}
_MONTHS_IN: Final = {Precision.YEAR: 12, Precision.QUARTER: 3, Precision.MONTH: 1}
_DAYS_IN: Final = {Precision.WEEK: 7, Precision.DAY: 1}
_SECONDS_IN: Final = {Precision.HOUR: 3600, Precision.MINUTE: 60, Precision.SECOND: 1}
_YEAR_LENGTH: Final = 4
_NO_LENGTH: Final = 1000
_LUNAR_MONTHS: Final = {"正": 1, "冬": 11, "腊": 12}
_CENTURY_AGO: Final = {"上": -1, "本": 0, "这": 0, "下": 1}


def value(text: str) -> int:
    found = number(text)
    if found is None:
        raise ValueError
    return found


def duration(match: re.Match[str]) -> Duration:
    """Read a length of time."""
    unit = _UNITS[match["unit"]]
    count = value(match["count"]) if match["count"] else 0
    if unit is Precision.MONTH and not (match["half"] or match["each"] or match["and"] or match["count"] == "仨"):
        raise ValueError  # 三月前 is before March
    if unit is Precision.YEAR and len(match["count"] or "") == _YEAR_LENGTH and count > _NO_LENGTH:
        raise ValueError  # 2019年以来 is a year
    halves = 2 * count + bool(match["half"] or match["and"] or match["and_half"])
    if match["unit"] == "刻钟":
        halves *= 15
    months, days = _MONTHS_IN.get(unit, 0) * halves, _DAYS_IN.get(unit, 0) * halves
    days, seconds = (15 * (months % 2) if months else days // 2), _SECONDS_IN.get(unit, 0) * halves // 2
    if unit is Precision.DAY and halves % 2:
        seconds = 12 * 3600
    return Duration(months // 2, days, seconds, Precision.MONTH if match["half"] and unit is Precision.YEAR else unit)


def year_named(match: re.Match[str], moment: Moment) -> Meaning:
    text = match["year"]
    found = value(text)
    if len(text) == 2:  # noqa: PLR2004 -- the century is left out
        ahead = 10
        found += (moment.now.year + ahead) // 100 * 100
        found -= 100 if found > moment.now.year + ahead else 0
    return spans.year(found)


def two_digit_year(match: re.Match[str], moment: Moment) -> Meaning:
    """Read 零七年, 九八年 as a year; 三五年, 一两年 and 十二年 are lengths of time."""
    first, second = (value(character) for character in match["year"])
    return None if second == first + 1 or match["year"] in {"三五", "一两", "两三"} else year_named(match, moment)


def decade(match: re.Match[str], moment: Moment) -> Meaning:
    within = value(match["decade"].replace("零", "十").replace("〇", "十"))
    if match["near"]:
        first = moment.now.year // 100 * 100 + 100 * _CENTURY_AGO[match["near"]]
    elif match["century"]:
        first = value(match["century"]) * 100 - 100
    else:
        first = 1900 if within >= 30 else 2000  # noqa: PLR2004 -- 三十年代 are a hundred years ago
    return spans.years(first + within, 10, Precision.DECADE)


def century(match: re.Match[str], moment: Moment) -> Meaning:
    if match["near"]:
        return spans.years(moment.now.year // 100 * 100 + 100 * _CENTURY_AGO[match["near"]], 100, Precision.CENTURY)
    return spans.years(value(match["century"]) * 100 - 100, 100, Precision.CENTURY)


def of_year(narrow: Callable[[int], Span | None], choice: Choice | None = None) -> Step:
    return Step(
        Precision.YEAR, lambda frame: narrow(frame.begins.year) if frame.precision is Precision.YEAR else None, choice
    )


def season(match: re.Match[str], _moment: Moment) -> Meaning:
    month, count = _SEASONS[match["season"]]
    return of_year(lambda year: spans.months_from(datetime(year, month, 1), count, Precision.SEASON))


def season_of(match: re.Match[str], moment: Moment) -> Meaning:
    month, count = _SEASONS[match["season"]]
    return spans.months_from(datetime(moment.now.year + YEARS[match["near"]], month, 1), count, Precision.SEASON)


def near(unit: Precision) -> Reader:
    def read(match: re.Match[str], moment: Moment) -> Meaning:
        ahead = _WAYS[match["way"]]
        months = {Precision.MONTH: 1, Precision.QUARTER: 3}.get(unit)
        if months is None:
            return spans.OF[unit](moment.now + timedelta(days=7 * ahead))
        return spans.OF[unit](spans.add_months(moment.now.replace(day=1), months * ahead))

    return read


def near_weekday(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.weekday_of(moment.now, _weekday_number(match), ahead=_WAYS[match["way"]])


def _weekday_number(match: re.Match[str]) -> int:
    name = match["weekday"]
    return int(name) - 1 if name.isdigit() else WEEKDAYS.index(name.replace("天", "日"))


def weekday(match: re.Match[str], _moment: Moment) -> Meaning:
    weekday = _weekday_number(match)

    def in_week(frame: Span) -> Span | None:
        if frame.precision is Precision.DAY:
            return frame
        return spans.weekday_of(frame.begins, weekday) if frame.precision is Precision.WEEK else None

    return Step(Precision.WEEK, in_week)


def month_named(match: re.Match[str], _moment: Moment) -> Meaning:
    month = value(match["month"])
    return of_year(lambda year: spans.month_of(datetime(year, month, 1))) if 1 <= month <= 12 else None  # noqa: PLR2004


def day_named(match: re.Match[str], _moment: Moment) -> Meaning:
    day = value(match["day"])

    def in_month(frame: Span) -> Span | None:
        return spans.day_of(frame.begins.replace(day=day)) if frame.precision is Precision.MONTH else None

    return Step(Precision.MONTH, in_month) if 1 <= day <= 31 else None  # noqa: PLR2004 -- the longest month


def lunar(match: re.Match[str], moment: Moment) -> Meaning:
    groups = match.groupdict()
    name, day = match["month"], groups.get("day")
    month = _LUNAR_MONTHS.get(name) or value(name)
    is_leap = bool(groups.get("leap"))
    count = lunar_day_number(day) if day else None

    def in_year(year: int) -> Span:
        if count is None:
            return lunar_month(year, month, is_leap=is_leap)
        return spans.day_of(lunar_day(year, month, count, is_leap=is_leap))

    if not 1 <= month <= 12:  # noqa: PLR2004 -- the calendar
        return None
    year = groups.get("year")
    return in_year(_year_number(year, moment)) if year else of_year(in_year)


def _year_number(text: str, moment: Moment) -> int:
    return moment.now.year + YEARS[text] if text in YEARS else value(text)


def lunar_day_number(text: str) -> int:
    if text.startswith("初"):
        return value(text[1:])
    if text.startswith("廿"):
        return 20 + (value(text[1:]) if text[1:] else 0)
    return 30 if text == "卅" else value(text)


def festival(rule: str) -> Reader:
    return lambda _match, _moment: of_year(lambda year: festival_day(rule, year))


def portion(match: re.Match[str], _moment: Moment) -> Meaning:
    name = _PORTIONS[match["portion"]]
    return Step(None, lambda frame: spans.part(frame, name))


def own_portion(unit: Precision) -> Reader:
    def read(match: re.Match[str], _moment: Moment) -> Meaning:
        name = _PORTIONS[match["portion"]]
        return Step(unit, lambda frame: spans.part(frame, name) if frame.precision is unit else None)

    return read


def _place(match: re.Match[str]) -> int:
    return (
        -1 if match["place"].startswith("最后") else 1 if match["place"] == "首" else value(match["place"].strip("第"))
    )


def nth(match: re.Match[str], _moment: Moment) -> Meaning:
    place, unit = _place(match), _UNITS[match["unit"]]
    return Step(None, lambda frame: spans.nth(frame, place, unit))


def nth_weekday(match: re.Match[str], _moment: Moment) -> Meaning:
    place, weekday = _place(match), _weekday_number(match)
    return Step(None, lambda frame: spans.nth_weekday(frame, place, weekday))


def edge(match: re.Match[str], _moment: Moment) -> Meaning:
    count, unit, is_last = value(match["count"]), _UNITS[match["unit"]], match["edge"] in {"后", "最后"}
    if count == 1:
        return Step(None, lambda frame: spans.nth(frame, -1 if is_last else 1, unit))
    return Step(None, lambda frame: spans.first_units(frame, count, unit, from_end=is_last))


def half(match: re.Match[str], _moment: Moment) -> Meaning:
    which, unit = "上下".index(match["which"]), Precision.YEAR if match["unit"] == "年" else Precision.MONTH
    return Step(unit, lambda frame: spans.half(frame, which) if frame.precision is unit else None)


def distance(sign: int) -> Reader:
    return lambda match, moment: spans.at_distance(moment.now, duration(match), sign=sign)


def shift(match: re.Match[str], _moment: Moment) -> Meaning:
    length, sign = duration(match), -1 if match["way"] == "前" else 1

    def shifted(frame: Span) -> Span | None:
        return spans.day_of(length.after(frame.begins, sign=sign)) if frame.precision is Precision.DAY else None

    return Step(None, shifted)


def week_at(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.week_of(duration(match).after(moment.now, sign=-1 if match["way"] == "前" else 1))


def within(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.within(moment.now, duration(match))


def until_now(match: re.Match[str], moment: Moment) -> Meaning:
    return spans.until_now(moment.now, duration(match))


def part_of_day(match: re.Match[str], _moment: Moment) -> Meaning:
    name = PARTS[match["part"]]
    return Step(Precision.DAY, lambda frame: part_of(frame, name))


def near_part(match: re.Match[str], moment: Moment) -> Meaning:
    return part_of(spans.day_of(moment.now, ahead=_NEAR_DAYS[match["near"]]), PARTS[match["part"]])


def clock(match: re.Match[str], _moment: Moment) -> Meaning:
    groups = match.groupdict()
    hour = value(match["hour"])
    minute = 30 if groups.get("half") else None
    if groups.get("quarter"):
        minute = 15 * value(match["quarter"])
    elif groups.get("minute"):
        minute = value(match["minute"])
    is_exact = match["hour"].startswith("0") or groups.get("colon") is not None
    return Step(Precision.DAY, lambda frame: at_clock(frame, hour, minute, is_exact=is_exact))


def two_hours(match: re.Match[str], _moment: Moment) -> Meaning:
    first, second = value(match["hour"]), value(match["second"])

    def both(frame: Span) -> Span | None:
        begin, end = at_clock(frame, first, None), at_clock(frame, second, None)
        return Span(begin.begins, end.ends, Precision.SPAN) if begin and end else None

    return Step(Precision.DAY, both) if second == first + 1 else None
