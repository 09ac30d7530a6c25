"""How the parts of a date are written in English.

Conventions: a week begins on Monday. "Friday" alone and "this Friday" are the coming one (today counts), in the past
tense the latest; "next Friday" is the Friday of next week, as the usual date libraries have it, "last Friday" the
latest before today. "Last summer" is the latest that is over, "next March" the first that has not begun. "In three
days" is a day, "in three months" the month, "in three years" the year.
"""

import re
from collections.abc import Callable
from typing import Final

from graphmem.language.dates import english_reading as reading
from graphmem.language.dates import span as spans
from graphmem.language.dates.chain import Level, Meaning, Moment, Piece, Step
from graphmem.language.dates.festivals import festivals
from graphmem.language.dates.mention import Precision
from graphmem.language.dates.numbers import ENGLISH as NUMBER
from graphmem.language.dates.numeric import numeric_pieces
from graphmem.language.dates.parts_of_day import part_of_day
from graphmem.language.script import Language

MONTH: Final = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_WEEKDAY: Final = r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
_ANY_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SHORT_WEEKDAY: Final = r"(?P<weekday>(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun))\b\.?"
_SEASON: Final = r"(?P<season>spring|summer|autumn|fall|winter)(?:time)?\b"
_DURATION: Final = (
    rf"(?:(?P<half>half an? )|(?P<count>{NUMBER}|an?|a couple of|a half|another)[ -](?P<and>and a half )?)"
    r"(?P<unit>second|minute|min|hour|day|week|fortnight|month|year|decade)s?\b(?P<and_half> and a half)?"
)
_WHICH_WORDS: Final = "(?P<which>" + "|".join(sorted(reading.WHICH, key=len, reverse=True)) + ")"
_ORDINAL: Final = "(?P<place>" + "|".join(reading.ORDINALS) + ")"
_YEAR: Final = r"(?P<year>(?:1[5-9]|20)\d\d)(?![\w%$€]|[.,:/-]\d|\s+(?!was\b|is\b|has\b|as\b|years?\b)[a-z]+s\b)"
_AFTER_A_DAY: Final = (
    r"(?=\s*(?:[,.;!?)–-]|$)|\s+(?:of|in|at|for|and|or|to|with|we|i|is|was|until|till|through|from|this|next|last)\b)"
)

_CENTURIES: Final = "|".join(reading.CENTURY_WORDS)
_FACE: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"

LINK: Final = re.compile(
    r"(?:\s*,\s*|\s+|T(?=\d\d:))(?:(?:on|in|of|at|from|during|around|about|between)\s+)?(?:(?:the|about|around)\s+)?",
    re.IGNORECASE,
)
_FRAMES: Final = {"year": Level.YEAR, "quarter": Level.QUARTER, "month": Level.MONTH}
_INSIDE: Final = frozenset({Level.PORTION, Level.WEEK, Level.WEEKDAY})
_BESIDE_A_DAY: Final = frozenset({Level.DAY, Level.WEEKDAY, Level.PART_OF_DAY, Level.CLOCK})


def _piece(
    expression: str,
    level: Level,
    read: Callable[[re.Match[str], Moment], Meaning],
    *,
    is_weak: bool = False,
    needs: frozenset[Level] = frozenset(),
) -> Piece:
    return Piece(re.compile(rf"(?<![\w'’$€£.#@]){expression}", re.IGNORECASE), level, read, is_weak, needs)


_HALF_DAY: Final = r"(?P<half>a\.?m\b\.?|p\.?m\b\.?)"
_RANGE_WITH_HALF: Final = rf"(?=\s*(?:-|–|to|and|until|till)\s*\d{{1,2}}(?::\d\d)?\s*{_HALF_DAY})"


PIECES: Final[tuple[Piece, ...]] = (
    *numeric_pieces(),
    *(
        _piece(rf"(?:(?P<which>next|last|this|this coming)\s+)?{expression}(?!\w)", Level.DAY, reading.festival(rule))
        for expression, rule in festivals(Language.ENGLISH)
    ),
    _piece(r"(?:the\s+)?(?P<decade>(?:1[5-9]|20)\d0)['’]?s\b", Level.YEAR, reading.decade),
    _piece(r"(?:the\s+)?['’]?(?P<decade>[2-9]0)['’]?s\b", Level.YEAR, reading.decade, is_weak=True),
    _piece(
        rf"(?:the\s+)?(?:(?P<century>\d{{1,2}})(?:st|nd|rd|th)|(?P<word>{_CENTURIES}))[ -]century\b",
        Level.CENTURY,
        reading.century,
    ),
    _piece(
        r"the (?P<unit>day|week|weekend|month|quarter|year) (?P<way>before last|after next)\b",
        Level.YEAR,
        reading.two_on,
    ),
    _piece(
        "(?P<word>" + "|".join(sorted(reading.DAY_WORDS, key=len, reverse=True)) + r")\b(?!['’]s\s+world)",
        Level.DAY,
        lambda match, moment: spans.day_of(moment.now, ahead=reading.DAY_WORDS[match["word"].lower()]),
    ),
    _piece(
        "(?P<word>" + "|".join(reading.FIXED_PARTS) + r")\b",
        Level.PART_OF_DAY,
        lambda match, moment: part_of_day(
            spans.day_of(moment.now, ahead=reading.FIXED_PARTS[match["word"].lower()][0]),
            reading.FIXED_PARTS[match["word"].lower()][1],
        ),
    ),
    _piece(rf"{_DURATION} (?P<way>after|before|from)(?=\s+(?!now\b|that\b|this\b|then\b))", Level.SHIFT, reading.shift),
    _piece(rf"{_DURATION} ago(?=,? on {_ANY_WEEKDAY})", Level.WEEK, reading.week_ago),
    _piece(
        r"(?:the )?week(?=\s+(?:of|beginning|starting)\s)(?: beginning| starting)?",
        Level.SHIFT,
        lambda _match, _moment: Step(
            None, lambda frame: spans.week_of(frame.begins) if frame.precision is Precision.DAY else None
        ),
    ),
    _piece(
        r"(?:the\s+)?(?P<portion>beginning of|start of|middle of|end of|early|mid|late)"
        rf"(?=\s+(?:{'|'.join(reading.WHICH)}) week\b)",
        Level.WEEKDAY,
        lambda match, _moment: Step(
            None, lambda frame: spans.part(frame, reading.PORTIONS[match["portion"].lower().removesuffix(" of")])
        ),
    ),
    _piece(rf"in (?:about |around )?{_DURATION}(?:['’]s? time)?(?!\s+(?:a|per)\b)", Level.DAY, reading.ahead),
    _piece(rf"(?:about |around )?{_DURATION} (?:from now|from today|later|hence)\b", Level.DAY, reading.ahead),
    _piece(
        rf"(?:about |around |over )?{_DURATION} (?:ago|back|earlier)\b",
        Level.DAY,
        lambda match, moment: spans.at_distance(moment.now, reading.duration(match), sign=-1),
    ),
    _piece(
        rf"(?:within|in less than) (?:the (?:next|coming) )?{_DURATION}",
        Level.DAY,
        lambda match, moment: spans.within(moment.now, reading.duration(match)),
    ),
    _piece(
        rf"(?:(?:in|over|for|during) )?(?:the )?(?:next|coming|following) {_DURATION}",
        Level.DAY,
        lambda match, moment: spans.within(moment.now, reading.duration(match)),
    ),
    _piece(
        r"(?:in|over|within|during) the next (?P<unit>hour|day|week|month|year)\b",
        Level.DAY,
        lambda match, moment: spans.within(moment.now, reading.one(match["unit"].lower())),
    ),
    _piece(
        rf"(?:(?:in|over|for|during) )?(?:the |these )?(?:last|past|previous) {_DURATION}",
        Level.DAY,
        lambda match, moment: spans.until_now(moment.now, reading.duration(match)),
    ),
    _piece(
        r"(?:in|over|during) the (?:last|past) (?P<unit>hour|day|week|month|year)\b",
        Level.DAY,
        lambda match, moment: spans.until_now(moment.now, reading.one(match["unit"].lower())),
    ),
    _piece(rf"{_WHICH_WORDS}\s+(?P<unit>week)(?!\w)", Level.WEEK, reading.which_unit),
    _piece(rf"{_WHICH_WORDS}\s+(?P<unit>weekend)\b", Level.WEEK, reading.which_unit),
    _piece(rf"{_WHICH_WORDS}\s+(?P<unit>month)\b", Level.MONTH, reading.which_unit),
    _piece(rf"{_WHICH_WORDS}\s+(?P<unit>quarter)\b", Level.QUARTER, reading.which_unit),
    _piece(rf"{_WHICH_WORDS}\s+(?P<unit>year)\b", Level.YEAR, reading.which_unit),
    _piece(rf"{_WHICH_WORDS}\s+{_WEEKDAY}", Level.WEEKDAY, reading.which_weekday),
    _piece(rf"{_WHICH_WORDS}\s+{_SEASON}", Level.QUARTER, reading.season),
    _piece(rf"{_WHICH_WORDS}\s+{MONTH}", Level.MONTH, reading.month_named),
    _piece(rf"(?:the\s+)?{_ORDINAL}\s+(?P<unit>day|week|weekend)(?=\s+(?:of|in)\b)", Level.WEEK, reading.nth),
    _piece(rf"(?:the\s+)?{_ORDINAL}\s+(?P<unit>month)(?=\s+(?:of|in)\b)", Level.MONTH, reading.nth),
    _piece(rf"(?:the\s+)?{_ORDINAL}\s+{_WEEKDAY}(?=\s+(?:of|in)\b)", Level.WEEKDAY, reading.nth_weekday),
    _piece(
        r"(?:the\s+)?(?P<place>first|second) half\b(?=\s+of\b)",
        Level.PORTION,
        lambda match, _moment: Step(
            None, lambda frame: spans.half(frame, reading.ORDINALS[match["place"].lower()] - 1)
        ),
    ),
    *(
        _piece(rf"(?<=the )(?P<unit>{unit})\b", level, reading.this_unit, needs=_INSIDE)
        for unit, level in _FRAMES.items()
    ),
    _piece(
        r"(?:the\s+)?(?P<portion>beginning|start|middle|end|turn) of (?:the|this) (?P<unit>week|month|quarter|year)\b",
        Level.PORTION,
        reading.portion_of,
    ),
    _piece(
        r"(?:the\s+)?(?P<portion>beginning|start|middle|end|turn|early|mid|late)(?: (?:part )?of|\s*-|(?=\s))(?: the)?",
        Level.PORTION,
        lambda match, _moment: Step(None, lambda frame: spans.part(frame, reading.PORTIONS[match["portion"].lower()])),
    ),
    _piece(r"q(?P<quarter>[1-4])\b(?!\s*[:.)])", Level.QUARTER, reading.quarter),
    _piece(
        r"(?:the\s+)?(?P<quarter>first|second|third|fourth|last) quarter\b(?=\s+(?:of\b|20))",
        Level.QUARTER,
        reading.quarter,
    ),
    _piece(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?=(?:\s+of)?\s+{MONTH})", Level.DAY, reading.day_named),
    _piece(
        r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?![%$€]|:\d|\.\d|\s*[ap]\.?m\b|\s+(?:people|days|weeks|months|years)\b)",
        Level.DAY,
        reading.day_named,
        needs=frozenset({Level.MONTH}),
    ),
    _piece(
        rf"(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b{_AFTER_A_DAY}", Level.DAY, reading.day_named, is_weak=True
    ),
    _piece(MONTH, Level.MONTH, reading.month_named, is_weak=True),
    _piece(_SEASON, Level.QUARTER, reading.season, is_weak=True),
    _piece(
        _WEEKDAY,
        Level.WEEKDAY,
        lambda match, _moment: Step(
            Precision.WEEK, lambda frame: reading.in_week(frame, reading.weekday_number(match))
        ),
    ),
    _piece(
        _SHORT_WEEKDAY,
        Level.WEEKDAY,
        lambda match, _moment: Step(
            Precision.WEEK, lambda frame: reading.in_week(frame, reading.weekday_number(match))
        ),
        is_weak=True,
    ),
    _piece(
        r"(?:the )?weekend\b",
        Level.WEEK,
        lambda _match, _moment: Step(Precision.WEEK, lambda frame: spans.weekend_of(frame.begins)),
        is_weak=True,
    ),
    _piece(rf"(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?\s*{_HALF_DAY}", Level.CLOCK, reading.clock),
    _piece(rf"(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d))?{_RANGE_WITH_HALF}", Level.CLOCK, reading.clock),
    _piece(
        rf"(?:a )?(?P<minutes>half(?= past)|quarter|(?:five|ten|twenty)(?=(?: minutes)? (?:past|to) {_FACE}))"
        rf"(?: minutes)? (?P<way>past|to) (?P<hour>{NUMBER})\b(?!%|[:.]\d)",
        Level.CLOCK,
        reading.face,
    ),
    _piece(r"(?P<hour>\d{1,2}) o['’]clock\b", Level.CLOCK, reading.clock),
    _piece(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d)?(?![\d:])", Level.CLOCK, reading.clock, is_weak=True),
    _piece(
        r"(?<=at )(?P<hour>\d{1,2})\b(?![%$€:.]\d|\s+(?:people|degrees|percent)\b)",
        Level.CLOCK,
        reading.clock,
        needs=_BESIDE_A_DAY,
    ),
    _piece(
        "(?P<word>" + "|".join(reading.PARTS) + r")\b",
        Level.PART_OF_DAY,
        lambda match, _moment: Step(
            Precision.DAY, lambda frame: part_of_day(frame, reading.PARTS[match["word"].lower()])
        ),
        is_weak=True,
    ),
    _piece(
        r"['’](?P<year>\d\d)\b(?!s)",
        Level.YEAR,
        reading.short_year,
        needs=frozenset({Level.QUARTER, Level.MONTH, Level.PORTION}),
    ),
    _piece(_YEAR, Level.YEAR, lambda match, _moment: spans.year(int(match["year"])), is_weak=True),
)
