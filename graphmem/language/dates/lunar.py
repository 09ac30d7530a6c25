"""The Chinese calendar: which day of ours a lunar date or a solar term is; reads lunar-python."""

from datetime import datetime
from typing import Protocol, cast

from graphmem.language.dates.mention import Precision
from graphmem.language.dates.span import Span, day_of

LEAST_YEAR = 1900
MOST_YEAR = 2200
"""The years that the tables are sure of."""


class _Solar(Protocol):
    def toYmd(self) -> str: ...  # noqa: N802 -- the library's name


class _Lunar(Protocol):
    def getSolar(self) -> _Solar: ...  # noqa: N802 -- the library's name

    def getJieQiTable(self) -> dict[str, _Solar]: ...  # noqa: N802 -- the library's name


def lunar_day(year: int, month: int, day: int, *, is_leap: bool = False) -> datetime:
    """Return the begin of a day of a lunar year; ValueError where that year has no such day."""
    return datetime.fromisoformat(_lunar(year, -month if is_leap else month, day).getSolar().toYmd())


def lunar_month(year: int, month: int, *, is_leap: bool = False) -> Span:
    """Return a month of a lunar year; ValueError where that year has no such month."""
    first = lunar_day(year, month, 1, is_leap=is_leap)
    last = 29
    try:
        lunar_day(year, month, 30, is_leap=is_leap)
    except ValueError:
        pass
    else:
        last = 30
    return Span(first, day_of(first, ahead=last).begins, Precision.MONTH)


def solar_term(year: int, name: str) -> datetime:
    """Return the begin of the day of a solar term (清明) of a solar year."""
    return datetime.fromisoformat(_lunar(year, 1, 1).getJieQiTable()[name].toYmd())


def _lunar(year: int, month: int, day: int) -> _Lunar:
    from lunar_python import Lunar  # noqa: PLC0415  # pyright: ignore[reportMissingTypeStubs] -- big tables

    if not LEAST_YEAR <= year <= MOST_YEAR:
        raise ValueError(year)
    try:
        found = Lunar.fromYmd(year, month, day)  # pyright: ignore -- the library has no types
    except Exception as error:
        raise ValueError(year, month, day) from error
    return cast(_Lunar, found)
