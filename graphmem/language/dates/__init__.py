"""Dates in texts of both languages, as periods with their precision."""

from datetime import datetime

from graphmem.language.dates.birthday import month_and_day
from graphmem.language.dates.chain import Choice
from graphmem.language.dates.finding import find_dates, names_recurrence, warm_up
from graphmem.language.dates.mention import OPEN_FUTURE, OPEN_PAST, DateMention, Precision
from graphmem.language.dates.numbers import number
from graphmem.language.script import Language

__all__ = [
    "OPEN_FUTURE",
    "OPEN_PAST",
    "Choice",
    "DateMention",
    "Precision",
    "find_date",
    "find_dates",
    "month_and_day",
    "names_recurrence",
    "number",
    "warm_up",
]


def find_date(text: str, now: datetime, language: Language) -> DateMention | None:
    """Find the first period that a text in one language names, relative to an aware moment in the speaker's zone."""
    if now.tzinfo is None:
        raise ValueError("now must be aware")
    return next(iter(find_dates(text, said_at=now, zone=now.tzinfo, languages=(language,))), None)
