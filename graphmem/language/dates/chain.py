"""Puts the parts of one date together, coarse before fine ("at 3 pm on the 12th of May" → May, 12th, 3 pm)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, IntEnum, auto
from typing import Final

from graphmem.language.dates.mention import Precision
from graphmem.language.dates.span import Span, add_months, day_of, month_of, week_of, year


class Level(IntEnum):
    """How fine a part of a date is; a date has at most one part of each level."""

    CENTURY = auto()
    YEAR = auto()
    QUARTER = auto()
    MONTH = auto()
    PORTION = auto()
    """月底, "early": a portion of what was named so far."""
    WEEK = auto()
    DAY = auto()
    WEEKDAY = auto()
    SHIFT = auto()
    """So long before or after a day: "a week from Friday", 春节后三天."""
    PART_OF_DAY = auto()
    CLOCK = auto()


class Choice(Enum):
    """Which of the possible years (months, weeks) a date without one is in."""

    COMING = auto()
    """The first that is not over."""
    PAST = auto()
    """The last that has begun."""
    THIS = auto()
    NEXT = auto()
    """The first that has not begun."""
    LAST = auto()
    """The last that is over."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a text is said, on the speaker's clock, and in which direction its dates lie."""

    now: datetime
    choice: Choice
    since: datetime | None = None
    """Begin of the range that the date ends: it comes after that, not after now."""


@dataclass(frozen=True, slots=True)
class Step:
    """A part that needs a coarser one ("May" a year, 周五 a week); `frame` is None if no unit is implied."""

    frame: Precision | None
    narrow: Callable[[Span], Span | None]
    choice: Choice | None = None
    """Set by "next", "last" and "this" before it."""


Meaning = Span | Step | None


@dataclass(frozen=True, slots=True)
class Piece:
    """How one part of a date is written and what it means; a weak one is no date without other words (a bare 2019)."""

    pattern: re.Pattern[str]
    level: Level
    read: Callable[[re.Match[str], Moment], Meaning]
    is_weak: bool = False
    needs: frozenset[Level] = frozenset()
    """Read only beside a part of one of these levels."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part as found."""

    level: Level
    meaning: Span | Step
    is_weak: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The parts of one date, as they stand in the text, and what they come to."""

    parts: tuple[Part, ...]
    span: Span

    @property
    def start(self) -> int:
        """Place of the first character."""
        return self.parts[0].start

    @property
    def end(self) -> int:
        """Place after the last character."""
        return self.parts[-1].end

    @property
    def is_weak(self) -> bool:
        """Tell if the words alone don't make a date."""
        return len(self.parts) == 1 and self.parts[0].is_weak

    @property
    def coarsest(self) -> Level:
        """The level of the coarsest part."""
        return min(part.level for part in self.parts)

    @property
    def is_whole(self) -> bool:
        """Tell if the coarsest part stands for itself, so that nothing from elsewhere completes it."""
        return isinstance(min(self.parts, key=lambda part: part.level).meaning, Span)

    @property
    def finest(self) -> Level:
        """The level of the finest part."""
        return max(part.level for part in self.parts)


_FAR: Final = 8
"""Years from one 29 February to the next at most."""


def read_chain(
    text: str,
    place: int,
    pieces: Sequence[Piece],
    link: re.Pattern[str],
    moment: Moment,
    inherited: tuple[Part, ...] = (),
) -> Chain | None:
    """Read the longest date that begins at a place; parts inherited from the other end of a range may complete it."""
    around = frozenset(part.level for part in inherited)
    parts = list(_parts(text, place, pieces, link, moment, around))
    while parts:
        coarsest = min(parts, key=lambda part: part.level)
        is_whole = isinstance(coarsest.meaning, Span)
        frame = () if is_whole else tuple(part for part in inherited if part.level < coarsest.level)
        span = resolve((*frame, *parts), moment) or (resolve(parts, moment) if frame else None)
        if span is not None:
            return Chain(tuple(parts), span)
        if {part.level for part in parts} == {Level.DAY, Level.MONTH}:
            return None  # the thirtieth of February isn't February
        parts.pop()
    return None


def _parts(
    text: str, place: int, pieces: Sequence[Piece], link: re.Pattern[str], moment: Moment, around: frozenset[Level]
) -> Iterator[Part]:
    levels: set[Level] = set()
    while True:
        for piece in pieces:
            if piece.level in levels or (piece.needs and not piece.needs & (levels | around)):
                continue
            if (match := piece.pattern.match(text, place)) is None:
                continue
            meaning = safely(piece, match, moment)
            if meaning is not None and match.end() > match.start():
                yield Part(piece.level, meaning, piece.is_weak, match.start(), match.end())
                levels.add(piece.level)
                place = match.end()
                break
        else:
            return
        if (joint := link.match(text, place)) is not None:
            place = joint.end()


def safely(piece: Piece, match: re.Match[str], moment: Moment) -> Meaning:
    """Read a part; None for one that the calendar doesn't have."""
    try:
        return piece.read(match, moment)
    except (ValueError, OverflowError):
        return None


def resolve(parts: Sequence[Part], moment: Moment) -> Span | None:
    """Return the period that parts name together; None where they don't fit or it isn't in the calendar."""
    meanings = [part.meaning for part in sorted(parts, key=lambda part: part.level)]
    try:
        return _resolve(meanings, moment)
    except (ValueError, OverflowError):
        return None


def _resolve(meanings: Sequence[Span | Step], moment: Moment) -> Span | None:
    first, rest = meanings[0], meanings[1:]
    if isinstance(first, Span):
        return _narrow(first, rest)
    choice = next((each.choice for each in meanings if isinstance(each, Step) and each.choice), moment.choice)
    if first.frame is None:
        return None
    now = moment.now if moment.since is None else moment.since
    for frame in _frames(first.frame, now, choice):
        try:
            span = _narrow(frame, meanings)
        except (ValueError, OverflowError):
            continue
        if span is not None and _is_chosen(span, now, choice, first.frame):
            return span
    return None


def _narrow(span: Span, meanings: Sequence[Span | Step]) -> Span | None:
    for meaning in meanings:
        if isinstance(meaning, Step):
            narrowed = meaning.narrow(span)
            if narrowed is None:
                return None
            span = narrowed
        elif span.begins <= meaning.begins and meaning.ends <= span.ends:
            span = meaning
        else:
            return None
    return span


def _frames(unit: Precision, now: datetime, choice: Choice) -> Iterator[Span]:
    if choice is Choice.THIS or unit is Precision.DAY:
        offsets: Sequence[int] = (0,)
    elif choice in {Choice.COMING, Choice.NEXT}:
        offsets = range(-1, _FAR + 1)
    else:
        offsets = range(1, -_FAR - 1, -1)
    for offset in offsets:
        if unit is Precision.YEAR:
            yield year(now.year + offset)
        elif unit is Precision.MONTH:
            yield month_of(add_months(now, offset))
        elif unit is Precision.WEEK:
            yield week_of(now, ahead=offset)
        else:
            yield day_of(now)


def _is_chosen(span: Span, now: datetime, choice: Choice, frame: Precision) -> bool:
    if frame is Precision.DAY:
        return True
    return {
        Choice.COMING: span.ends > now,
        Choice.PAST: span.begins <= now,
        Choice.THIS: True,
        Choice.NEXT: span.begins > now,
        Choice.LAST: span.ends <= now,
    }[choice]
