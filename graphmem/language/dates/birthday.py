"""Reads a day of the year, with or without the year, as one says a birthday."""

import re
from datetime import date
from typing import Final

from graphmem.language.dates.english import MONTH
from graphmem.language.dates.english_reading import month_number
from graphmem.language.dates.numbers import number
from graphmem.language.script import Language

_ISO: Final = re.compile(r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)")
_EN_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_ZH: Final = r"\d{1,2}|[一二三四五六七八九十]{1,3}"
_LEAP_YEAR: Final = 2000

_BIRTHDAYS: Final = {
    Language.ENGLISH: (
        _ISO,
        re.compile(rf"\b{MONTH}\s+(?:the )?{_EN_DAY}\b(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE),
        re.compile(rf"\b{_EN_DAY} (?:of )?{MONTH}(?:,?\s+(?P<year>\d{{4}}))?", re.IGNORECASE),
    ),
    Language.CHINESE: (
        _ISO,
        re.compile(rf"(?:(?P<year>\d{{4}}|[零〇一二三四五六七八九]{{4}})年)?(?P<month>{_ZH})月(?P<day>{_ZH})[日号]?"),
    ),
}


def month_and_day(text: str, language: Language) -> str | None:
    """Read a day of the year, as ISO 8601 writes it: `1990-05-12`, or `--05-12` without a year; None without one."""
    for pattern in _BIRTHDAYS[language]:
        if (match := pattern.search(text)) is None:
            continue
        name, day, year = match["month"], number(match["day"]), number(match["year"] or "")
        month = number(name) if not name[0].isalpha() or not name.isascii() else month_number(name)
        try:
            found = date(year or _LEAP_YEAR, month or 0, day or 0)
        except ValueError:
            continue
        return found.isoformat() if year else f"--{found:%m-%d}"
    return None
