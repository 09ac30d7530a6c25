"""Finds the periods that a text names, in either language (W4 valid times, W10 dated plans, Q1 the period named)."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Final

from graphmem.language.dates.chain import Chain, Choice, Level, Moment, read_chain, resolve
from graphmem.language.dates.grammar import Bound, Grammar, grammar
from graphmem.language.dates.mention import OPEN_FUTURE, OPEN_PAST, DateMention, Precision
from graphmem.language.dates.span import Span
from graphmem.language.script import Language

_WIDTH: Final = str.maketrans("０１２３４５６７８９：／．", "0123456789:/.")
_HAN: Final = re.compile("[\u3007\u4e00-\u9fff]")
_SENTENCE_END: Final = re.compile(r"[。！？!?；;\n]|(?<![ap]\.m)\.(?=\s)")
_SIGHT: Final = 24
"""Characters before a date that may hold the small word it hangs on."""
_EARLIEST: Final = datetime(20, 1, 1)
_EVER: Final = datetime.min
_FOREVER: Final = datetime.max
_WEAKEST: Final = frozenset({Level.PART_OF_DAY})


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    span: Span
    is_recurring: bool = False


def find_dates(
    text: str,
    *,
    said_at: datetime,
    zone: tzinfo,
    unmarked: Choice = Choice.COMING,
    languages: tuple[Language, ...] | None = None,
) -> tuple[DateMention, ...]:
    """Find the periods that a text names, in the order of the text, relative to when and where it is said.

    Periods are half-open and in UTC; days and weeks are those of `zone`. Dates that don't exist, recurring ones
    ("every Monday", 每周三), prices, scores and plain numbers are none. `said_at` must be aware (ValueError). A date
    without its year (month, week) is the coming one, in a sentence in the past tense the latest; `unmarked` is for
    sentences that show no tense. Without `languages` the scripts in the text decide. Takes time linear in the text.
    """
    if said_at.tzinfo is None:
        raise ValueError("said_at must be aware")
    now = said_at.astimezone(zone).replace(tzinfo=None)
    found = [each for each in _all(text, now, unmarked, languages) if not each.is_recurring]
    mentions = (_mention(each, zone) for each in found)
    return tuple(mention for mention in mentions if mention is not None)


def names_recurrence(text: str) -> bool:
    """Tell if a text names a time that comes back ("on Mondays", 每天晚上)."""
    return any(each.is_recurring for each in _all(text, _EARLIEST, Choice.COMING, None))


def warm_up() -> None:
    """Read the expressions and the calendar's tables, so that the first text takes no longer than the others."""
    find_dates("next Friday, 下周五, 春节", said_at=datetime.now(UTC), zone=UTC)


def _all(text: str, now: datetime, unmarked: Choice, languages: tuple[Language, ...] | None) -> list[_Found]:
    plain = text.translate(_WIDTH)
    if languages is None:
        languages = (Language.CHINESE, Language.ENGLISH) if _HAN.search(plain) else (Language.ENGLISH,)
    kept: list[_Found] = []
    for language in languages:
        for each in _Reading(plain, now, unmarked, grammar(language)).find():
            position = bisect_right(kept, each.start, key=lambda other: other.start)
            is_free = (position == 0 or kept[position - 1].end <= each.start) and (
                position == len(kept) or each.end <= kept[position].start
            )
            if is_free:
                kept.insert(position, each)
    return kept


def _mention(found: _Found, zone: tzinfo) -> DateMention | None:
    try:
        begins, ends = _utc(found.span.begins, zone), _utc(found.span.ends, zone)
    except (ValueError, OverflowError):
        return None
    if begins >= ends:
        return None
    return DateMention(
        start=found.start, end=found.end, begins=begins, ends=ends, precision=found.span.precision, zone=zone
    )


def _utc(moment: datetime, zone: tzinfo) -> datetime:
    if moment == _EVER:
        return OPEN_PAST
    return OPEN_FUTURE if moment == _FOREVER else moment.replace(tzinfo=zone).astimezone(UTC)


class _Reading:
    """One text in one language."""

    def __init__(self, text: str, now: datetime, unmarked: Choice, words: Grammar) -> None:
        self._text = text
        self._stripped = text.strip()
        self._now = now
        self._unmarked = unmarked
        self._words = words
        self._ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        self._choices: dict[int, Choice] = {}

    def find(self) -> Iterator[_Found]:
        place = 0
        for recurrence in [*self._words.recurring.finditer(self._text), None]:
            limit = len(self._text) if recurrence is None else recurrence.start()
            for each in self._between(place, limit):
                yield each
                place = max(place, each.end)
            if recurrence is None or recurrence.start() < place:
                continue
            place = self._swallow(recurrence.end())
            yield _Found(recurrence.start(), place, _nothing(self._now), is_recurring=True)

    def _between(self, place: int, limit: int) -> Iterator[_Found]:
        while (match := self._words.starts.search(self._text, place)) is not None and match.start() < limit:
            found = self._at(match.start())
            place = match.start() + 1 if found is None else found.end
            if found is not None:
                yield found

    def _swallow(self, place: int) -> int:
        """Skip the parts of a date that belong to a recurring one ("on Mondays at 3 pm")."""
        joint = self._words.link.match(self._text, place)
        start = joint.end() if joint else place
        moment = Moment(self._now, Choice.COMING)
        chain = self._chain(start, moment)
        return place if chain is None else self._range(chain, "", moment)[1]

    def _chain(self, place: int, moment: Moment, inherited: Chain | None = None) -> Chain | None:
        parts = () if inherited is None else inherited.parts
        return read_chain(self._text, place, self._words.pieces, self._words.link, moment, parts)

    def _at(self, place: int) -> _Found | None:
        before = self._text[max(0, place - _SIGHT) : place]
        bound, start = self._bound_before(before, place)
        moment = Moment(self._now, Choice.PAST if bound is Bound.SINCE else self._choice(place))
        chain = self._chain(place, moment)
        if chain is None:
            return None
        span, end = self._range(chain, before, moment)
        if end == chain.end and chain.is_weak and not self._is_led(chain, before):
            return None
        recurs = self._words.recurring_before.search(before) is not None or (
            chain.coarsest >= Level.WEEK
            and not isinstance(chain.parts[0].meaning, Span)
            and self._words.recurring_after.match(self._text, end) is not None
        )
        if recurs:
            return _Found(start, end, span, is_recurring=True)
        if end > chain.end:
            closing = self._words.range_end.match(self._text, end)
            end = end if closing is None else closing.end()
        elif bound is None:
            bound, end = self._bound_after(end)
        if bound is not None:
            span = self._bounded(span, bound, chain)
        return _Found(start, end, span)

    def _choice(self, place: int) -> Choice:
        sentence = bisect_right(self._ends, place)
        if sentence not in self._choices:
            begin = self._ends[sentence - 1] if sentence else 0
            end = self._ends[sentence] if sentence < len(self._ends) else len(self._text)
            if self._words.future.search(self._text, begin, end) is not None:
                self._choices[sentence] = Choice.COMING
            else:
                is_past = self._words.past.search(self._text, begin, end) is not None
                self._choices[sentence] = Choice.PAST if is_past else self._unmarked
        return self._choices[sentence]

    def _is_led(self, chain: Chain, before: str) -> bool:
        if chain.coarsest in _WEAKEST:
            return False
        if self._words.lead.search(before) is not None:
            return True
        said = self._text[chain.start : chain.end]
        return said == self._stripped and not said.isdigit()

    def _range(self, left: Chain, before: str, moment: Moment) -> tuple[Span, int]:
        joint = self._words.range.match(self._text, left.end)
        if joint is None or (
            joint[0].strip().startswith("and") and not before.lower().endswith(("between ", "between the "))
        ):
            return left.span, left.end
        later = Moment(moment.now, Choice.COMING, since=max(left.span.begins, _EARLIEST))
        right = self._chain(joint.end(), later, left)
        if right is None or (not right.is_whole and right.coarsest > left.coarsest and right.finest != left.finest):
            return left.span, left.end
        if right.is_weak and right.finest != left.finest and left.finest is not Level.MONTH:
            return left.span, left.end
        begin = left.span
        if right.coarsest < left.coarsest:
            frame = tuple(part for part in right.parts if part.level < left.coarsest)
            completed = resolve((*frame, *left.parts), moment)
            begin = completed if completed is not None and completed.begins <= right.span.begins else begin
        ends = right.span.begins if right.span.precision is Precision.HOUR else right.span.ends
        if not begin.begins < ends:
            return left.span, left.end
        return Span(begin.begins, ends, Precision.SPAN), right.end

    def _bound_before(self, before: str, place: int) -> tuple[Bound | None, int]:
        for bound, pattern in self._words.before.items():
            if (match := pattern.search(before)) is not None:
                return bound, place - len(before) + match.start()
        return None, place

    def _bound_after(self, end: int) -> tuple[Bound | None, int]:
        for bound, pattern in self._words.after.items():
            if (match := pattern.match(self._text, end)) is not None:
                return bound, match.end()
        return None, end

    def _bounded(self, span: Span, bound: Bound, chain: Chain) -> Span:
        now = self._now
        if bound is Bound.SINCE and span.begins > now and "来" in self._text[chain.end : chain.end + 3]:
            span = resolve(chain.parts, Moment(now, Choice.PAST)) or span
        is_hour = span.precision in {Precision.HOUR, Precision.MINUTE}
        match bound:
            case Bound.BY:
                ends = span.begins if is_hour else span.ends
                begins = now if ends > now else _EVER
            case Bound.BEFORE:
                begins, ends = (now if span.begins > now else _EVER), span.begins
            case Bound.SINCE:
                begins, ends = span.begins, (now if span.begins < now else _FOREVER)
            case Bound.AFTER:
                begins, ends = (span.begins if is_hour else span.ends), _FOREVER
        return replace(span, begins=begins, ends=ends, precision=Precision.SPAN)


def _nothing(now: datetime) -> Span:
    return Span(now, now, Precision.SPAN)
