"""Tells what is sensitive about a statement: health, beliefs, sexuality, finances, minors, location (rule P5)."""

import re
import tomllib
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, TypeAdapter

from graphmem.screening.personal_data import find
from graphmem.screening.shadow import plain
from graphmem.screening.vocabulary import Vocabulary, tokens_of


class SensitiveKind(StrEnum):
    """What is sensitive about a statement."""

    HEALTH = "health"
    BELIEFS = "beliefs"
    SEXUALITY = "sexuality"
    FINANCES = "finances"
    MINORS = "minors"
    LOCATION = "location"
    """Where somebody is or lives, to the house."""


_WORDS: Final = "words"
_HARMLESS: Final = "harmless"
_LOCATING: Final = frozenset({"ADDRESS", "LOCATION"})
_CHILD: Final = (
    r"sons?|daughters?|boys?|girls?|kids?|child|children|baby|niece|nephew|grandson|granddaughter|grandchild|stepson"
    r"|stepdaughter|he|she|brother|sister|cousin"
)
_YOUNG: Final = (
    r"(?:[1-9]|1[0-7]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen)"
)
_YOUNG_HAN: Final = (
    r"(?:(?<!\d)(?:[1-9]|1[0-7])|(?<![二三四五六七八九十])(?:十[一二三四五六七]?|[一二三四五六七八九])|两)"
)
_MONTHS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NO_AGE: Final = rf"(?! (?:feet|kilos?|pounds|cm|percent|minutes|hours|days|meters|of|{_MONTHS}))"
_CHILDS_AGE: Final = re.compile(
    rf"\b(?:{_CHILD})\b[^.!?\n]{{0,24}}?\b{_YOUNG}[ -]?(?:years?|months?|weeks?|yrs?)[ -]?old\b"
    rf"|\b(?:{_CHILD})\b[^.!?\n]{{0,12}}? (?:is|aged|age|turns|turned|just turned) {_YOUNG}\b{_NO_AGE}"
    rf"|\b(?:my|our|her|his|their) {_YOUNG}[ -](?:year|month|week)s?[ -]old"
    rf"(?: (?:{_CHILD}|is|was|loves|likes|has|goes|wants|needs|can|and)\b|[.,!?]|$)"
    rf"|(?:儿子|女儿|孩子|小孩|侄子|侄女|外甥|外甥女|孙子|孙女|外孙|宝宝|弟弟|妹妹|娃)[^。！？\n]{{0,10}}?{_YOUNG_HAN}(?:周岁|岁|个月大|个月)",
    re.IGNORECASE,
)


class _Words(BaseModel):
    words: tuple[str, ...]
    harmless: tuple[str, ...] = ()


def sensitive_kinds(text: str) -> frozenset[SensitiveKind]:
    """Tell which kinds a statement touches; empty for an ordinary one. The work grows with its length only.

    A word is taken for what it mostly means: "allergic to peanuts" is about health, "healthy food" is not.
    """
    shadow = plain(text).text
    tokens = tokens_of(shadow)
    kinds: set[SensitiveKind] = set()
    for kind, vocabulary in _vocabularies().items():
        places = vocabulary.places(shadow, tokens)
        spared = places.get(_HARMLESS, [])
        if any(not any(a <= start and end <= b for a, b in spared) for start, end in places.get(_WORDS, [])):
            kinds.add(kind)
    if _CHILDS_AGE.search(shadow):
        kinds.add(SensitiveKind.MINORS)
    if any(finding.kind in _LOCATING for finding in find(text)):
        kinds.add(SensitiveKind.LOCATION)
    return frozenset(kinds)


@lru_cache(maxsize=1)
def _vocabularies() -> dict[SensitiveKind, Vocabulary]:
    raw = tomllib.loads(files("graphmem.screening").joinpath("sensitive.toml").read_text("utf-8"))
    table = TypeAdapter(dict[SensitiveKind, _Words]).validate_python(raw)
    return {kind: Vocabulary({_WORDS: w.words, _HARMLESS: w.harmless}) for kind, w in table.items()}
