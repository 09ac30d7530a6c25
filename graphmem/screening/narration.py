"""Tells an order from what a sentence tells of somebody: "ignore …" and "I always ignore …" (rule W2)."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel

_BEFORE: Final = 60
"""Characters before a verb that can say who does it."""


class _English(BaseModel):
    people: tuple[str, ...]
    owners: tuple[str, ...]
    between: tuple[str, ...]
    habits: tuple[str, ...]
    asked: tuple[str, ...]
    asked_ones: tuple[str, ...]
    machines: tuple[str, ...]


class _Chinese(BaseModel):
    people: tuple[str, ...]
    between: tuple[str, ...]


class _File(BaseModel):
    english: _English
    chinese: _Chinese


def is_told_of_somebody(text: str, start: int) -> bool:
    """Tell whether the words before the verb at `start` say that a person does it, or was asked to.

    `text` is in plain width and case. Who speaks to a machine names the machine or nobody.
    """
    before = text[max(0, start - _BEFORE) : start]
    return any(pattern.search(before) for pattern in _patterns())


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    raw = tomllib.loads(files("graphmem.screening").joinpath("attacks/told.toml").read_text("utf-8"))
    words = _File.model_validate(raw)
    return (_english(words.english), _chinese(words.chinese))


def _english(words: _English) -> re.Pattern[str]:
    between = rf"(?:(?:{_any(words.between)}) )*"
    owned = rf"(?:{_any(words.owners)}) (?:(?!(?:{_any(words.machines)})\b)[\w-]+ ){{1,2}}"
    doer = rf"(?:(?:{_any(words.people)}) |{owned})"
    first_verb = r"(?:[a-z]{2,12}(?: \w+){0,2} (?:and|or|then) )?"
    asked = rf"(?:{_any(words.asked)}) (?:(?:{_any(words.asked_ones)})|{owned.rstrip()}) (?:to |not to )"
    return re.compile(rf"\b(?:{doer}{between}{first_verb}|(?:{_any(words.habits)}) |{asked}){between}$")


def _chinese(words: _Chinese) -> re.Pattern[str]:
    return re.compile(rf"(?:{_any(words.people)})(?:{_any(words.between)}){{0,3}}$")


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
