"""Dates in digits alone, which both languages write (2026-12-24, 24/12/2026, 2026-12)."""

import re
from datetime import datetime
from typing import Final

from graphmem.language.dates import span as spans
from graphmem.language.dates.chain import Level, Meaning, Moment, Piece, Step
from graphmem.language.dates.mention import Precision

_MONTHS: Final = 12
_NOT_BEFORE: Final = r"(?<![A-Za-z0-9_$€£¥￥.#/@-])"


def _day(match: re.Match[str], _moment: Moment) -> Meaning:
    return spans.day_of(datetime(int(match["year"]), int(match["month"]), int(match["day"])))


def _day_last_year(match: re.Match[str], _moment: Moment) -> Meaning:
    """Read month first, as in the United States, unless that can't be; day first with dots."""
    first, second = int(match["first"]), int(match["second"])
    month, day = (second, first) if match["dot"] == "." or first > _MONTHS else (first, second)
    return spans.day_of(datetime(int(match["year"]), month, day))


def _day_of_year(match: re.Match[str], _moment: Moment) -> Meaning:
    month, day = int(match["month"]), int(match["day"])

    def in_year(frame: spans.Span) -> spans.Span | None:
        if frame.precision is not Precision.YEAR:
            return None
        return spans.day_of(datetime(frame.begins.year, month, day))

    return Step(Precision.YEAR, in_year)


def _month(match: re.Match[str], _moment: Moment) -> Meaning:
    return spans.month_of(datetime(int(match["year"]), int(match["month"]), 1))


def numeric_pieces() -> tuple[Piece, ...]:
    """Return how dates are written in digits."""
    return (
        Piece(
            re.compile(
                rf"{_NOT_BEFORE}(?P<year>(?:19|20)\d\d) (?P<month>0[1-9]|1[0-2]) (?P<day>0[1-9]|[12]\d|3[01])(?![\d.-])"
            ),
            Level.DAY,
            _day,
            is_weak=True,
        ),
        Piece(
            re.compile(rf"{_NOT_BEFORE}(?P<month>0[1-9]|1[0-2])[-/](?P<day>0[1-9]|[12]\d|3[01])(?![\d./日号-])"),
            Level.DAY,
            _day_of_year,
            is_weak=True,
        ),
        Piece(
            re.compile(rf"{_NOT_BEFORE}(?P<month>\d{{1,2}})·(?P<day>\d{{1,2}})(?!\d)"),
            Level.DAY,
            _day_of_year,
            is_weak=True,
        ),
        Piece(
            re.compile(
                rf"{_NOT_BEFORE}(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d\d?)(?:(?![\d./-]\d|\d)|(?=\d\d:\d\d(?!\d)))"
            ),
            Level.DAY,
            _day,
        ),
        Piece(
            re.compile(
                rf"{_NOT_BEFORE}(?P<first>\d{{1,2}})(?P<dot>[/.])(?P<second>\d{{1,2}})(?P=dot)(?P<year>(?:19|20)\d\d)(?!\d|[./-]\d)"
            ),
            Level.DAY,
            _day_last_year,
        ),
        Piece(
            re.compile(
                rf"{_NOT_BEFORE}(?P<year>(?:19|20)\d\d)[-/.](?P<month>0[1-9]|1[0-2])(?![\d./]|-\d{{1,2}}(?!\d))"
            ),
            Level.MONTH,
            _month,
            is_weak=True,
        ),
    )
