"""Matters that have one answer at a time (how warm the seat is, how to pay), and how the answers show in a clause."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from graphmem.language.script import Language

ANY: Final = "any"
"""The answer that any will do."""
OFF: Final = "off"
"""The answer that it is not wanted at all."""
_NAME: Final = re.compile(r"(?<=\s)[A-Z][A-Za-z]*[a-z]|\b[A-Z][a-z]+[A-Z]|(?<=[\u4e00-\u9fff])[A-Za-z]{2,}")
_WINDOW: Final = 48
"""Characters around an answer in which words that take it back are looked for."""
_STOP: Final = re.compile(r"[,;.，。；]|\band\b|(?<!anything )\bbut\b")


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    en: str
    zh: str

    def of(self, language: Language) -> re.Pattern[str]:
        return re.compile(self.zh if language is Language.CHINESE else self.en, re.IGNORECASE)


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    label: _Words
    about: _Words
    values: Mapping[str, _Words] = Field(default_factory=dict[str, _Words])
    number: _Words | None = None
    levels: bool = False
    is_set: bool = False
    is_kind: bool = False
    is_whole: bool = False


class _Source(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    about: _Words


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    markers: Mapping[str, str]
    levels: Mapping[Language, Mapping[str, str]]
    matter: tuple[_Row, ...]
    source: tuple[_Source, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """One matter in the words of one language."""

    id: str
    label: str
    about: re.Pattern[str]
    values: tuple[tuple[str, re.Pattern[str]], ...]
    number: re.Pattern[str] | None
    is_set: bool
    """Whether it stays as it was set: a setting, not a wish."""
    is_whole: bool
    """Whether its values are whole attitudes, which nothing around them takes back."""
    is_kind: bool
    """Whether its values are kinds of places, of which a name said beside them is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a clause says of a matter: the folded value, its words, and whether it is refused."""

    matter: Matter
    value: str
    words: str
    is_refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Matters:
    """All matters in one language; made once by `matters()`."""

    known: tuple[Matter, ...]
    marker: re.Pattern[str]
    sets: re.Pattern[str]
    firm: re.Pattern[str]
    asks: re.Pattern[str]
    not_before: re.Pattern[str]
    not_after: re.Pattern[str]
    any: re.Pattern[str]
    sources: tuple[tuple[str, re.Pattern[str]], ...]

    def source_in(self, clause: str) -> str | None:
        """Name the kind of source (of news, of music) that a clause speaks of."""
        return next((name for name, about in self.sources if about.search(clause)), None)

    def answers(self, clause: str, around: str) -> tuple[Answer, ...]:
        """Find what a clause says of each matter; `around` tells what is spoken of where the clause does not.

        A matter has one answer in a clause, the first of its values that shows.
        """
        here = [matter for matter in self.known if matter.about.search(clause)]
        found = tuple(self._found(here, clause))
        return found or tuple(self._found([m for m in self.known if m.about.search(around)], clause))

    def _found(self, wanted: list[Matter], clause: str) -> Iterator[Answer]:
        for matter in wanted:
            if (answer := self._answer(matter, clause)) is not None:
                yield answer

    def _answer(self, matter: Matter, clause: str) -> Answer | None:
        if matter.number is not None and (number := matter.number.search(clause)) is not None:
            is_refused = not matter.is_whole and self._is_refused(clause, number)
            return Answer(matter=matter, value=number["number"], words=number[0], is_refused=is_refused)
        if matter.is_kind and _NAME.search(clause):
            return None
        for value, pattern in matter.values:
            match = pattern.search(clause)
            if match is None or _is_part_of_name(clause, match.start()):
                continue
            answer = self._of_value(matter, clause, value, match)
            if answer is not None or value == OFF:
                return answer
        return None

    def _of_value(self, matter: Matter, clause: str, value: str, match: re.Match[str]) -> Answer | None:
        if value == OFF and not self.firm.search(clause):
            # "turn off the lights" is done and over
            return None
        if matter.is_whole:
            return Answer(matter=matter, value=value, words=match[0])
        if self.any.search(_window(clause, match)):
            return Answer(matter=matter, value=ANY, words=match[0])
        if value == ANY:
            return None
        return Answer(matter=matter, value=value, words=match[0], is_refused=self._is_refused(clause, match))

    def _is_refused(self, clause: str, match: re.Match[str]) -> bool:
        before, after = _before(clause, match), clause[match.end() : match.end() + _WINDOW]
        return self.not_before.search(before) is not None or self.not_after.match(after) is not None


def _before(clause: str, match: re.Match[str]) -> str:
    before = clause[max(0, match.start() - _WINDOW) : match.start()]
    stops = list(_STOP.finditer(before))
    return before[stops[-1].end() :] if stops else before


def _window(clause: str, match: re.Match[str]) -> str:
    after = clause[match.end() : match.end() + _WINDOW]
    stop = _STOP.search(after)
    return _before(clause, match) + match[0] + (after[: stop.start()] if stop else after)


def _is_part_of_name(clause: str, start: int) -> bool:
    """Whether the word before is written as a name: "the Corner Hub supermarket" is that shop, not any supermarket."""
    words = clause[:start].split()
    return len(words) > 1 and words[-1][:1].isupper() and not words[-1].isupper() and clause[start:][:1].isalpha()


@lru_cache(maxsize=len(Language))
def matters(language: Language) -> Matters:
    """Load the matters; the first call reads `matters.toml` and compiles it."""
    document = _Document.model_validate(
        tomllib.loads(files("graphmem.language").joinpath("matters.toml").read_text("utf-8"))
    )

    def marker(name: str) -> re.Pattern[str]:
        return re.compile(document.markers[f"{language.value}_{name}"], re.IGNORECASE)

    return Matters(
        known=tuple(_matter(row, document, language) for row in document.matter),
        marker=re.compile(document.markers[language.value], re.IGNORECASE),
        sets=marker("sets"),
        firm=marker("firm"),
        asks=marker("asks"),
        not_before=marker("not_before"),
        not_after=marker("not_after"),
        any=marker("any"),
        sources=tuple((row.id, row.about.of(language)) for row in document.source),
    )


def _matter(row: _Row, document: _Document, language: Language) -> Matter:
    levels: Mapping[str, str] = document.levels[language] if row.levels else dict[str, str]()
    values = [(name, re.compile(words, re.IGNORECASE)) for name, words in levels.items()]
    values += [(name, words.of(language)) for name, words in row.values.items()]
    return Matter(
        id=row.id,
        label=row.label.zh if language is Language.CHINESE else row.label.en,
        about=row.about.of(language),
        values=tuple(values),
        number=row.number.of(language) if row.number is not None else None,
        is_set=row.is_set,
        is_whole=row.is_whole,
        is_kind=row.is_kind,
    )
