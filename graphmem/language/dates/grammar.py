"""The two languages' ways to name a period: the parts of dates and the small words around them."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from graphmem.language.dates import chinese, english
from graphmem.language.dates.chain import Piece
from graphmem.language.script import Language


class Bound(StrEnum):
    """How a small word turns a period into one that it bounds."""

    BY = "by"
    """From now through the period."""
    BEFORE = "before"
    """From now until the period begins."""
    SINCE = "since"
    """From the begin of the period until now, or on and on where it is to come."""
    AFTER = "after"
    """From the end of the period on."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language needs for its dates; the expressions are those of `words.toml`."""

    pieces: Sequence[Piece]
    starts: re.Pattern[str]
    """Finds where some part of a date may begin."""
    link: re.Pattern[str]
    range: re.Pattern[str]
    """What stands between the two ends of a range."""
    range_end: re.Pattern[str]
    """What may close a range; matches nothing too."""
    lead: re.Pattern[str]
    """What must stand before a weak part."""
    before: Mapping[Bound, re.Pattern[str]]
    after: Mapping[Bound, re.Pattern[str]]
    recurring_before: re.Pattern[str]
    recurring_after: re.Pattern[str]
    recurring: re.Pattern[str]
    past: re.Pattern[str]
    future: re.Pattern[str]


_PIECES = {Language.ENGLISH: (english.PIECES, english.LINK), Language.CHINESE: (chinese.PIECES, chinese.LINK)}
_NAMED_GROUP = re.compile(r"\(\?P<\w+>")
_HAN = re.compile("[\u3007\u4e00-\u9fff]")
_SAME_AS = re.compile(r"\(\?P=\w+\)")


@cache
def grammar(language: Language) -> Grammar:
    """Return the grammar of a language, read once."""
    pieces, link = _PIECES[language]
    table = tomllib.loads(files("graphmem.language.dates").joinpath("words.toml").read_text(encoding="utf-8"))
    words = table[language.value]

    def pattern(expression: str, *, is_before: bool = False) -> re.Pattern[str]:
        return re.compile(rf"(?:{expression})\Z" if is_before else expression, re.IGNORECASE)

    return Grammar(
        pieces=pieces,
        starts=_starts(language, pieces),
        link=link,
        range=pattern(words["range"]),
        range_end=pattern(words["range_end"]),
        lead=pattern(words["lead"], is_before=True),
        before={Bound(name): pattern(each, is_before=True) for name, each in words["before"].items()},
        after={Bound(name): pattern(each) for name, each in words["after"].items()},
        recurring_before=pattern(words["recurring_before"], is_before=True),
        recurring_after=pattern(words["recurring_after"]),
        recurring=pattern(words["recurring"]),
        past=pattern(words["past"]),
        future=pattern(words["future"]),
    )


def _starts(language: Language, pieces: Sequence[Piece]) -> re.Pattern[str]:
    """Join the parts' expressions, behind a gate that lets most places of a text go by at once.

    English parts begin where a word does; Chinese ones with a digit or a character that one of them holds.
    """
    bodies = sorted({_SAME_AS.sub("[/.]", _NAMED_GROUP.sub("(?:", piece.pattern.pattern)) for piece in pieces})
    gate = r"(?<![\w’'$€£.#@])(?=[\w’'])"
    if language is Language.CHINESE:
        gate = "(?=[\\d" + "".join(sorted(set(_HAN.findall("".join(bodies))))) + "])"
    return re.compile(gate + "(?:" + "|".join(f"(?:{body})" for body in bodies) + ")", re.IGNORECASE)
