"""Finds what a text only quotes: words in quotation marks that its sentence reports somebody else to have written."""

import re
import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import TypeAdapter

from graphmem.screening.shadow import plain
from graphmem.screening.vocabulary import Vocabulary, tokens_of

_QUOTED: Final = re.compile(
    '"[^"\n]{1,2000}"|“[^”\n]{1,2000}”|「[^」\n]{1,2000}」|『[^』\n]{1,2000}』|«[^»\n]{1,2000}»'
    "|(?<!\\w)['‘](?!\\s)[^\n‘\"“”]{1,400}?['’](?!\\w)"
)
_SENTENCE_END: Final = re.compile(r"[!?。！？\n]|\.(?=\s|$)")
_MOST_BESIDE: Final = 400
"""Characters of the sentence looked at on either side."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """A reported quotation with its marks: characters `start` to `end`."""

    start: int
    end: int


def quotations(text: str) -> tuple[Quotation, ...]:
    """Give the quotations that the rest of their sentence reports; one that stands alone or is to be obeyed is none."""
    found = [match.span() for match in _QUOTED.finditer(text)]
    outside = list(text)
    for start, end in found:
        outside[start:end] = " " * (end - start)
    rest = "".join(outside)
    ends = [match.start() for match in _SENTENCE_END.finditer(rest)]
    return tuple(Quotation(start, end) for start, end in found if _is_report(_sentence(rest, ends, start, end)))


def _sentence(rest: str, ends: list[int], start: int, end: int) -> str:
    before, after = bisect_left(ends, start), bisect_left(ends, end)
    first = ends[before - 1] + 1 if before else 0
    last = ends[after] if after < len(ends) else len(rest)
    return rest[max(first, start - _MOST_BESIDE) : start] + " " + rest[end : min(last, end + _MOST_BESIDE)]


def _is_report(sentence: str) -> bool:
    words = plain(sentence).text
    places = _cues().places(words, tokens_of(words))
    return "report" in places and "order" not in places


@lru_cache(maxsize=1)
def _cues() -> Vocabulary:
    raw = tomllib.loads(files("graphmem.screening").joinpath("quoting.toml").read_text("utf-8"))
    return Vocabulary(TypeAdapter(dict[str, tuple[str, ...]]).validate_python(raw))
