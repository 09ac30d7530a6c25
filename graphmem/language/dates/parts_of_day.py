"""Parts of a day and times of the clock, inside a day."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from graphmem.language.dates.mention import Precision
from graphmem.language.dates.span import Span, midnight

HOURS: Final[dict[str, tuple[int, int]]] = {
    "small_hours": (0, 6),
    "deep_night": (2, 5),
    "midnight": (0, 1),
    "early_morning": (6, 10),
    "morning": (6, 12),
    "noon": (12, 13),
    "early_afternoon": (13, 15),
    "afternoon": (12, 18),
    "dusk": (17, 19),
    "evening": (18, 24),
}
"""First hour and the hour after the last of each part."""

_NOON: Final = 12
_EARLIEST_BARE: Final = 7
"""A bare hour before this one is in the afternoon: "at 3 tomorrow", 明天三点."""


def part_of_day(day: Span, name: str) -> Span | None:
    """Return a part of a day; None for anything but a day."""
    if day.precision is not Precision.DAY:
        return None
    first, last = HOURS[name]
    return Span(day.begins + timedelta(hours=first), day.begins + timedelta(hours=last), Precision.PART_OF_DAY)


def clock(frame: Span, hour: int, minute: int | None, *, is_exact: bool = False) -> Span | None:
    """Return an hour or a minute of a day, or of a part of a day, that tells morning from afternoon.

    Twelve in the evening or at night is the end of the day, 24:00 too. A bare hour from one to six is in the
    afternoon, unless it is exact ("03:30", "3 am").
    """
    if frame.precision not in {Precision.DAY, Precision.PART_OF_DAY} or hour > 24 or (minute or 0) > 59:  # noqa: PLR2004
        return None
    day = midnight(frame.begins)
    if frame.precision is Precision.PART_OF_DAY and hour <= _NOON:
        begins = frame.begins.hour
        is_evening = begins >= HOURS["dusk"][0]
        if hour == _NOON:
            hour = 24 if is_evening else 0 if begins < HOURS["early_morning"][0] else _NOON
        elif begins >= _NOON and not (is_evening and hour < HOURS["deep_night"][1]):
            hour += _NOON
    elif frame.precision is Precision.DAY and not is_exact and 0 < hour < _EARLIEST_BARE:
        hour += _NOON
    begins = day + timedelta(hours=hour, minutes=minute or 0)
    precision = Precision.HOUR if minute is None else Precision.MINUTE
    return replace(
        frame, begins=begins, ends=begins + timedelta(minutes=60 if minute is None else 1), precision=precision
    )
