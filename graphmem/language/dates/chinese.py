"""How the parts of a date are written in Chinese.

Conventions: a week begins on Monday. 下周三 is the Wednesday of the next calendar week, 这周三 of this one, 上周三 of
the last; 周三 alone is the coming one (today counts), in the past tense the latest. 三天后 is a day, 三个月后 the
month, 三年后 the year. 月初 is the first to the fifth, 月底 from the 25th on, 年初 and 年底 are two months each.
"""

import re
from datetime import datetime
from typing import Final

from graphmem.language.dates import chinese_reading as reading
from graphmem.language.dates import span as spans
from graphmem.language.dates.chain import Level, Piece, Step
from graphmem.language.dates.festivals import festivals
from graphmem.language.dates.lunar import lunar_day
from graphmem.language.dates.mention import Precision
from graphmem.language.dates.numbers import CHINESE as NUMBER
from graphmem.language.dates.numeric import numeric_pieces
from graphmem.language.script import Language

_SMALL: Final = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_RANGE: Final = r"\s?(?:到|至|~|～|-|–|—{1,2})\s?"
_WEEK: Final = "(?:周|星期|礼拜)"
_WAY: Final = r"(?P<way>上上|下下|上一|下一|这一|上|下|这|本|当)"
_PORTION: Final = r"(?P<portion>伊始|之初|上旬|中旬|下旬|初|底|末)"
_UNIT: Final = r"(?P<unit>年|季度|月|周|星期|礼拜|天|日|小时|钟头|分钟|刻钟|秒钟?)"
_DURATION: Final = (
    rf"(?<!\d)(?:(?P<half>半)个?|(?P<count>{NUMBER}|仨)(?:多|来)?(?P<each>个)?多?(?P<and>半)?){_UNIT}(?P<and_half>半)?"
)
_EDGE_UNIT: Final = r"(?P<unit>季度|周|星期|礼拜|天|日|月)"
_LUNAR_DAY: Final = r"(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?|卅)"
_NOT_A_MONTH: Final = (
    r"(?!天(?!气|的?时|去|我)"
    r"|[不嫂租薪供卡刊票球亮饼季经嘉牙老色华光影均入收销费活度结付息])"
)
_NOT_A_DAY: Final = r"(?!楼|线|院|店|机|公|馆|桌|门|车|房|选手|球|人|元|文|种|位|游|常|用|志|记|内|之|均|本|语|元)"
_NOT_BEFORE: Final = r"(?<![第每个\d零〇一二三四五六七八九十百千万.])"
LINK: Final = re.compile(r"\s?(?:的|，)?\s?")


def _piece(
    expression: str, level: Level, read: reading.Reader, *, is_weak: bool = False, needs: frozenset[Level] = frozenset()
) -> Piece:
    return Piece(re.compile(expression), level, read, is_weak, needs)


def _words(names: "list[str] | dict[str, object]") -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_WEEKDAY: Final = rf"{_WEEK}(?P<weekday>[一二三四五六日天]|[1-6](?!\d))(?!围|个月)"
_NEAR_YEARS: Final = _words([name for name in reading.YEARS if name.endswith("年")])
_YEAR_DIGITS: Final = r"(?:\d{4}|[零〇一二三四五六七八九]{4})"
_PLACE: Final = r"(?P<place>第[一二三四五六七八九十\d]{1,2}|首|最后一)"
_COARSE: Final = frozenset({Level.YEAR, Level.QUARTER, Level.MONTH, Level.CENTURY})
_BESIDE_A_DAY: Final = frozenset({Level.DAY, Level.WEEKDAY, Level.PART_OF_DAY, Level.MONTH})
_MINUTE: Final = (
    r"(?:(?P<half>半)|(?P<quarter>[一三])刻|(?P<minute>[零〇]?\d{1,2}|[零〇]?[一二三四五六七八九十]{1,3})分?|整)"
)

_YEAR_PIECES: Final = (
    _piece(
        rf"(?<!\d)(?P<year>{_YEAR_DIGITS})(?:年(?![级代])|(?={_RANGE}{_YEAR_DIGITS}年))", Level.YEAR, reading.year_named
    ),
    _piece(
        r"(?<![\d零〇一二三四五六七八九十百])(?P<year>\d{2})年(?=年?[初底末]|伊始|\d{1,2}月|[一二三四五六七八九十]{1,2}月|[春夏秋冬]|第[一二三四五六七八九十1-9]|[上下]半年|[一二三四1-4]季度)",
        Level.YEAR,
        reading.year_named,
    ),
    _piece(
        r"(?<![\d零〇一二三四五六七八九十百])(?P<year>[零〇一二三四五六七八九]{2})年(?![级代多来以之前后内])",
        Level.YEAR,
        reading.two_digit_year,
    ),
    _piece(r"(?<=[在于自从是到至])(?P<year>\d{2})年(?![级代多来以之前后内半])", Level.YEAR, reading.year_named),
    _piece(
        rf"(?P<near>{_NEAR_YEARS})(?![级代])",
        Level.YEAR,
        lambda match, moment: spans.year_of(moment.now, ahead=reading.YEARS[match["near"]]),
    ),
    _piece(
        rf"(?:(?:(?P<near>[上本这下])个?|(?P<century>{_SMALL}))世纪)?(?P<decade>[一二三四五六七八九][十零〇]|[1-9]0)年代",
        Level.YEAR,
        reading.decade,
    ),
    _piece(rf"(?:(?P<near>[上本这下])个?|(?P<century>{_SMALL}))世纪", Level.CENTURY, reading.century),
    _piece(r"(?P<near>[今明去])(?P<season>[春夏秋冬])(?!天)", Level.QUARTER, reading.season_of),
    _piece(r"(?P<season>[春夏秋冬])(?:天|季|日)?", Level.QUARTER, reading.season, needs=frozenset({Level.YEAR})),
    _piece(r"(?P<season>[春夏秋冬])(?:天|季)", Level.QUARTER, reading.season, is_weak=True),
    _piece(r"(?P<season>[暑寒]假)(?!班|作业|工)", Level.QUARTER, reading.season),
    _piece(rf"{_WAY}(?:一|个)?季度?(?![节的后])", Level.QUARTER, reading.near(Precision.QUARTER)),
    _piece(
        r"第?(?P<place>[一二三四1-4])个?季度",
        Level.QUARTER,
        lambda match, _moment: reading.of_year(
            lambda year: spans.quarter_of(datetime(year, 3 * reading.value(match["place"]), 1))
        ),
    ),
    _piece(r"(?P<which>[上下])半(?P<unit>[年月])", Level.PORTION, reading.half),
)

_MONTH_PIECES: Final = (
    _piece(
        rf"(?:农历|阴历|旧历)的?(?:(?P<year>{_YEAR_DIGITS}|{_NEAR_YEARS})年?)?(?P<leap>闰)?(?P<month>正|冬|腊|{_SMALL})月(?:(?P<day>{_LUNAR_DAY}|{_SMALL})[日号]?)?",
        Level.MONTH,
        reading.lunar,
    ),
    _piece(rf"(?P<leap>闰)(?P<month>{_SMALL})月(?P<day>{_LUNAR_DAY})?", Level.MONTH, reading.lunar),
    _piece(
        rf"(?P<month>[正冬腊])月(?P<day>{_LUNAR_DAY}|[一二三][十][一二三四五六七八九]?|十[一二三四五六七八九]?)?",
        Level.MONTH,
        reading.lunar,
    ),
    _piece(
        rf"{_NOT_BEFORE}(?P<month>[一二三四五六七八九十]{{1,2}})月(?P<day>{_LUNAR_DAY})", Level.MONTH, reading.lunar
    ),
    _piece(
        r"大?年(?P<day>初[一二三四五六七八九十])",
        Level.MONTH,
        lambda match, _moment: reading.of_year(
            lambda year: spans.day_of(lunar_day(year, 1, reading.lunar_day_number(match["day"])))
        ),
    ),
    *(_piece(expression, Level.DAY, reading.festival(rule)) for expression, rule in festivals(Language.CHINESE)),
    *(
        _piece(f"{name}(?!月)", Level.DAY, reading.festival(f"solar {rule}"), needs=frozenset({Level.YEAR}))
        for name, rule in (("十一", "10-1"), ("五一", "5-1"), ("六一", "6-1"), ("七一", "7-1"), ("八一", "8-1"))
    ),
    _piece(rf"{_WAY}个?月(?!{_WEEK}|亮|球)", Level.MONTH, reading.near(Precision.MONTH)),
    _piece(
        rf"{_NOT_BEFORE}(?P<month>{_SMALL})(?:月份?{_NOT_A_MONTH}|(?={_RANGE}{_SMALL}月))",
        Level.MONTH,
        reading.month_named,
    ),
    _piece(
        r"(?:年|月|月份)?(?P<portion>伊始|之初|上旬|中旬|下旬|初|底|末|中(?=$|[,，。、去要]))",
        Level.PORTION,
        reading.portion,
        needs=_COARSE,
    ),
    _piece(
        r"(?<![一二三四五六七八九十\d])月(?P<portion>初|底|末|中(?!旬))",
        Level.PORTION,
        reading.own_portion(Precision.MONTH),
    ),
    _piece(r"(?:本月)?(?P<portion>上旬|中旬|下旬)", Level.PORTION, reading.own_portion(Precision.MONTH)),
    _piece(
        r"[年岁](?P<portion>初|底|末|中|尾)(?!一|二|三|考|奖|总结)", Level.PORTION, reading.own_portion(Precision.YEAR)
    ),
)

_OFFSET_PIECES: Final = (
    _piece(rf"(?P<edge>最后|前|后)(?P<count>{_SMALL}|两)个?{_EDGE_UNIT}", Level.PORTION, reading.edge, needs=_COARSE),
    _piece(
        rf"(?:之|以)?(?P<way>前|后)(?:的?第)?{_DURATION}",
        Level.SHIFT,
        reading.shift,
        needs=frozenset({Level.DAY, Level.WEEKDAY}),
    ),
    _piece(rf"{_DURATION}(?:之|以)?(?P<way>前|后)的?(?={_WEEK})", Level.WEEK, reading.week_at),
    _piece(rf"(?:大约|大概|差不多)?{_DURATION}(?:之|以)?前(?!后|天|年)", Level.DAY, reading.distance(-1)),
    _piece(rf"(?:再过|过)?{_DURATION}(?:之|以)?后(?!天|年|期)", Level.DAY, reading.distance(1)),
    _piece(rf"再过{_DURATION}", Level.DAY, reading.distance(1)),
    _piece(rf"(?:未来|今后|接下来|往后|接下去)的?这?{_DURATION}(?:之?内|里|间)?", Level.DAY, reading.within),
    _piece(rf"(?:过去|最近|近|前|这)的?这?{_DURATION}(?:以来|之?内|里|间|来)", Level.DAY, reading.until_now),
    _piece(rf"(?:过去|最近|近|前)的?这?{_DURATION}", Level.DAY, reading.until_now),
    _piece(rf"{_DURATION}(?:以来)", Level.DAY, reading.until_now),
    _piece(rf"(?:在)?{_DURATION}(?:之内|以内|内)", Level.DAY, reading.within),
)

_DAY_PIECES: Final = (
    _piece(r"(?P<portion>初|中|底)", Level.WEEKDAY, reading.portion, needs=frozenset({Level.WEEK})),
    _piece(
        rf"{_PLACE}个?(?P<unit>周(?!{reading.WEEKDAYS[0]})|星期|礼拜)(?![一二三四五六日天])",
        Level.WEEK,
        reading.nth,
        needs=_COARSE,
    ),
    _piece(rf"{_PLACE}个?{_WEEKDAY}", Level.WEEKDAY, reading.nth_weekday, needs=_COARSE),
    _piece(rf"{_PLACE}(?P<unit>天|日)", Level.DAY, reading.nth, needs=_COARSE),
    _piece(rf"{_PLACE}个?(?P<unit>月|季度)", Level.MONTH, reading.nth, needs=_COARSE),
    _piece(rf"{_WAY}(?:一|个)?{_WEEKDAY}", Level.WEEKDAY, reading.near_weekday),
    _piece(rf"{_WAY}(?:一|个)?(?:{_WEEK}末)", Level.WEEK, reading.near(Precision.WEEKEND)),
    _piece(rf"{_WAY}(?:一|个)?{_WEEK}(?![一二三四五六日天刊报年围边])", Level.WEEK, reading.near(Precision.WEEK)),
    _piece(_WEEKDAY, Level.WEEKDAY, reading.weekday),
    _piece(
        "周末", Level.WEEK, lambda _match, _moment: Step(Precision.WEEK, lambda frame: spans.weekend_of(frame.begins))
    ),
    _piece(
        rf"(?P<near>{_words(list(reading.DAYS))})(?!百货|头条)",
        Level.DAY,
        lambda match, moment: spans.day_of(moment.now, ahead=reading.DAYS[match["near"]]),
    ),
    _piece(
        r"(?P<near>[今明后昨前])(?P<part>早晨|早上|晚上|早|晨|晚|夜)(?!期|年|辈|饭后)",
        Level.PART_OF_DAY,
        reading.near_part,
    ),
    _piece(
        rf"{_NOT_BEFORE}(?<!月)(?P<day>\d{{1,2}}|[一二三四五六七八九十]{{1,3}})[日号]{_NOT_A_DAY}",
        Level.DAY,
        reading.day_named,
    ),
    _piece(
        rf"(?P<day>\d{{1,2}}|[一二三四五六七八九十]{{1,3}})[日号]{_NOT_A_DAY}",
        Level.DAY,
        reading.day_named,
        needs=frozenset({Level.MONTH}),
    ),
    _piece(
        rf"(?P<day>\d{{1,2}})(?={_RANGE}\d{{1,2}}[日号])", Level.DAY, reading.day_named, needs=frozenset({Level.MONTH})
    ),
    _piece(
        rf"(?P<day>\d{{1,2}}|[一二三四五六七八九十]{{2,3}})(?![\d个点时:：年月天.%元块]|{_RANGE}\d{{1,2}}[点时])",
        Level.DAY,
        reading.day_named,
        needs=frozenset({Level.MONTH}),
    ),
)

_CLOCK_PIECES: Final = (
    _piece(rf"(?P<part>{_words(list(reading.PARTS))})", Level.PART_OF_DAY, reading.part_of_day, is_weak=True),
    _piece(
        r"(?<![第\d])(?P<hour>[一二三四五六七八九])(?P<second>[二三四五六七八九])点(?!儿)钟?",
        Level.CLOCK,
        reading.two_hours,
    ),
    _piece(
        rf"{_NOT_BEFORE}(?P<hour>\d{{1,2}}|[零一二三四五六七八九十两]{{1,3}})[点时](?:钟)?{_MINUTE}(?![\d种个天年])",
        Level.CLOCK,
        reading.clock,
    ),
    _piece(rf"{_NOT_BEFORE}(?P<hour>\d{{1,2}}|[一二三四五六七八九十两]{{1,3}})点钟", Level.CLOCK, reading.clock),
    _piece(
        r"(?<![\d:：.])(?P<hour>\d{1,2})(?P<colon>[:：])(?P<minute>\d{2})(?:[:：]\d\d)?时?(?![\d:：])",
        Level.CLOCK,
        reading.clock,
        needs=_BESIDE_A_DAY,
    ),
    _piece(
        r"(?<![\d:：.])(?P<hour>\d{1,2})(?P<colon>[:：])(?P<minute>\d{2})(?:[:：]\d\d)?时?(?![\d:：])",
        Level.CLOCK,
        reading.clock,
        is_weak=True,
    ),
    _piece(
        r"(?P<hour>\d{1,2}|[零一二三四五六七八九十两]{1,3})(?:[点时](?!儿|间|候|代)|(?=\s?(?:到|至|~|～|-|–|—{1,2})\s?(?:\d{1,2}|[一二三四五六七八九十]{1,3})点))",
        Level.CLOCK,
        reading.clock,
        needs=_BESIDE_A_DAY,
    ),
    _piece(
        rf"{_NOT_BEFORE}(?P<hour>\d{{1,2}}|十[一二]?|[二三四五六七八九两])点(?![儿点都也不没意建要原理评头])",
        Level.CLOCK,
        reading.clock,
        is_weak=True,
    ),
)

PIECES: Final[tuple[Piece, ...]] = (
    *numeric_pieces(),
    *_OFFSET_PIECES,
    *_MONTH_PIECES,
    *_YEAR_PIECES,
    *_DAY_PIECES,
    *_CLOCK_PIECES,
    _piece(
        r"(?<![\w.#-])(?P<year>(?:19|20)\d\d)(?!\d|[.:/%元块]|-\d)(?![\u4e00-\u9fff])",
        Level.YEAR,
        reading.year_named,
        is_weak=True,
    ),
)
