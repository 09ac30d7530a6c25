"""Which slots a question asks for, of the user or of somebody who belongs to them; the patterns are in `asked.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from graphmem.language.cues import Cues, cues
from graphmem.language.script import Language
from graphmem.language.topics import topic

FAVOURITE: Final = "favourite"
MOST_SLOTS: Final = 8
_WHO_THERE_IS: Final = frozenset({"child", "sibling", "pet"})
"""Slots of the user that hold those who belong to them, so that the words for these name nobody else."""
_READ: Final = 300
"""Characters of a query that slots are looked for in: what is longer tells more than it asks."""
_NAMED: Final = 24
"""Characters within which the name of a slot alone is a question ("home address")."""


@dataclass(frozen=True, slots=True)
class AskedSlot:
    """A slot that a question asks for, as it is named in claims."""

    attribute: str
    subject: str | None = None
    """Whose it is: the folded word for somebody who belongs to the user; None for the user."""
    kind: str | None = None
    """Of what, folded, where the slot is `FAVOURITE`."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    question: re.Pattern[str]
    slots: tuple[tuple[str, re.Pattern[str]], ...]
    favourite: re.Pattern[str]


def asked_slots(query: str) -> tuple[AskedSlot, ...]:
    """The slots that a query asks for, in either language, since people mix them; most ask for none."""
    text = query.strip()
    if len(text) > _READ:
        return ()
    found: dict[AskedSlot, None] = {}
    for language in Language:
        patterns, words = _patterns(language), cues(language)
        if len(text) > _NAMED and not patterns.question.search(text):
            continue
        kin = words.kin_mention.search(text)
        subject = None if kin is None else topic(words.kin_strip.sub("", kin["kin"]), words)
        for attribute, pattern in patterns.slots:
            if pattern.search(text):
                found[AskedSlot(attribute, None if attribute in _WHO_THERE_IS else subject)] = None
        favourite = patterns.favourite.search(text)
        kind = None if favourite is None else _kind(favourite, words)
        if kind is not None:
            found[AskedSlot(FAVOURITE, subject, kind)] = None
    return tuple(found)[:MOST_SLOTS]


def _kind(match: re.Match[str], words: Cues) -> str | None:
    said = next((group for group in match.groups() if group), None)
    return None if said is None else topic(said, words)


@lru_cache(maxsize=len(Language))
def _patterns(language: Language) -> _Patterns:
    table = tomllib.loads(files("graphmem.language").joinpath("asked.toml").read_text("utf-8"))[language.value]
    return _Patterns(
        question=re.compile(table["question"], re.IGNORECASE),
        slots=tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in table["slots"].items()),
        favourite=re.compile(table["favourite"]["kind"], re.IGNORECASE),
    )
