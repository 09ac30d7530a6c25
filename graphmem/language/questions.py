"""What a query is made of: one question, several or a piece of a dialogue; the slots and periods it asks for (Q1)."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final

from graphmem.language.asked_slots import AskedSlot, asked_slots
from graphmem.language.dates import Choice, Precision, find_dates
from graphmem.language.sentences import split_sentences

MOST_PARTS: Final = 4
_LEADS: Final = re.compile(
    r"^(?:and |also,? |another thing[,:] |另外[，,]?|还有[，,]?|那么?[，,]?)+"
    r"|^.{0,24}?(?:(?:really|actually) (?:wanted|want|meant|mean) to (?:ask|know)(?: is| was)?"
    r"|my (?:real|actual) question is"
    r"|(?:真正|其实|本来|实际上).{0,4}想(?:问|说|知道)的(?:问题)?是"
    r"|(?:我那个|我的)问题是(?:这个)?)[,:：，]?\s*",
    re.IGNORECASE,
)
"""Leads into a question: one more, or the one that was meant."""
_QUESTION: Final = re.compile(r"[?？]\s*$")
_MOST_DAYS: Final = 1_100
"""What spans more than three years narrows nothing."""
_MOST_PERIODS: Final = 4
_READ: Final = 2_000
"""Characters of a query in which periods are looked for."""


class Shape(StrEnum):
    """How the parts of a query belong together."""

    SINGLE = "single"
    COMPOUND = "compound"
    """Questions in one line, several or among much else, each to be answered by itself."""
    DIALOGUE = "dialogue"
    """Lines of a conversation; the last sentences say what it has come to."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query and its parts; a single one has none."""

    text: str
    shape: Shape
    parts: tuple[str, ...] = ()
    slots: tuple[AskedSlot, ...] = ()
    """What it asks of the profile."""


@dataclass(frozen=True, slots=True)
class Period:
    """From `begins` until just before `ends`, both aware."""

    begins: datetime
    ends: datetime


def read_question(text: str) -> Question:
    """Cut a query into what can be looked for by itself; at most `MOST_PARTS` parts."""
    slots = asked_slots(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        said = [s.text.strip() for line in lines for s in split_sentences(line)]
        return Question(text, Shape.DIALOGUE, tuple(s for s in said[-MOST_PARTS:] if s), slots)
    sentences = [s.text.strip() for s in split_sentences(text)]
    asked = [_LEADS.sub("", s) for s in sentences if _QUESTION.search(s)]
    asked = [question for question in asked if question.strip("?？ ")]
    if len(asked) > 1 or (asked and len(sentences) > len(asked) + 1):
        return Question(text, Shape.COMPOUND, tuple(asked[-MOST_PARTS:]), slots)
    return Question(text, Shape.SINGLE, slots=slots)


def periods(text: str, *, asked_at: datetime, zone: tzinfo, margin_days: int) -> tuple[Period, ...]:
    """The periods that a query names, each widened by a margin on both sides.

    What lacks its year may be the last one or the coming one: both are given. A time of day alone is none.
    """
    found: dict[Period, None] = {}
    for choice in (Choice.PAST, Choice.COMING):
        for mention in find_dates(text[:_READ], said_at=asked_at, zone=zone, unmarked=choice):
            is_closed = mention.valid_from is not None and mention.valid_to is not None
            if not is_closed or mention.precision in _TIMES_OF_DAY or mention.ends - mention.begins > _LONGEST:
                continue
            margin = timedelta(days=margin_days)
            found[Period(mention.begins - margin, mention.ends + margin)] = None
    return tuple(found)[:_MOST_PERIODS]


_LONGEST: Final = timedelta(days=_MOST_DAYS)
_TIMES_OF_DAY: Final = frozenset({Precision.SECOND, Precision.MINUTE, Precision.HOUR})
