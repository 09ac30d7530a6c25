"""Finds text that tries to instruct the system instead of telling it something (rule W2)."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from graphmem.screening.attack_rules import AttackRule, Step, markup_patterns, rule_sets
from graphmem.screening.encoded import decoded, shifted
from graphmem.screening.hidden_characters import hidden_characters
from graphmem.screening.narration import is_told_of_somebody
from graphmem.screening.quotation import quotations
from graphmem.screening.shadow import Shadow, plain, unmasked
from graphmem.screening.vocabulary import Places, tokens_of

HIDDEN: Final = "hidden"
"""Kind of characters that a reader doesn't see."""
ENCODED: Final = "encoded"
"""Kind of an instruction that has to be decoded first."""

_MOST_CHARACTERS: Final = 100_000
_MOST_KEPT: Final = 512
_SENTENCE_END: Final = re.compile(r"[!?。！？；\n]|[.;](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What a stretch of the text looks like: characters `start` to `end` of the text given."""

    pattern: str
    """Which kind of attempt it is."""
    start: int
    end: int
    is_quoted: bool = False
    """Whether the text only reports, in quotation marks, what somebody else wrote."""


_lately: Final[dict[bytes, tuple[Suspicion, ...]]] = {}


def suspect(text: str) -> Suspicion | None:
    """Find the first attempt to instruct; None for ordinary text.

    A quotation of such an attempt is one too: what was said beside it lies outside the span.
    """
    return next(iter(suspicions(text)), None)


def suspicions(text: str) -> tuple[Suspicion, ...]:
    """Find all attempts to instruct, in the order in which they stand, each kind once a stretch.

    The work grows with the length of the text, whatever it holds. One write looks at the same words several times (as
    they come in, as a memory, as a quotation), so the last findings are kept by a digest; the words are not.
    """
    text = text[:_MOST_CHARACTERS]
    key = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    known = _lately.get(key)
    if known is None:
        known = _lately[key] = _found(text)
        while len(_lately) > _MOST_KEPT:
            _lately.pop(next(iter(_lately), key), None)
    return known


def _found(text: str) -> tuple[Suspicion, ...]:
    shadow = plain(text)
    found = {Suspicion(HIDDEN, *span) for span in hidden_characters(text)}
    found.update(_within(shadow))
    for copy in unmasked(shadow, _latin_words()):
        found.update(_within(copy))
    for turned in shifted(shadow):
        found.update(replace(s, pattern=ENCODED) for s in _within(turned))
    for stretch in decoded(text):
        if any(True for _ in _within(plain(stretch.text))):
            found.add(Suspicion(ENCODED, stretch.start, stretch.end))
    return _marked(text, _outermost(found))


def _within(shadow: Shadow) -> Iterator[Suspicion]:
    """What the rules find in one copy of the text."""
    for kind, pattern in markup_patterns():
        for match in pattern.finditer(shadow.text):
            yield _suspicion(kind, shadow, *match.span())
    tokens = tokens_of(shadow.text)
    ends = [match.start() for match in _SENTENCE_END.finditer(shadow.text)]
    for rules in rule_sets():
        places = rules.vocabulary.places(shadow.text, tokens)
        for rule in rules.rules:
            if not rule.may_hold(places):
                continue
            for start, end in _rows(rule, shadow.text, places, ends):
                yield _suspicion(rule.kind, shadow, start, end)


def _suspicion(kind: str, shadow: Shadow, start: int, end: int) -> Suspicion:
    first, last = shadow.places[start], shadow.places[end - 1]
    return Suspicion(kind, min(first, last), max(first, last) + 1)


def _rows(rule: AttackRule, text: str, places: Places, ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the vocabularies of a rule stand in its order, near enough to one another.

    From the last to the first: a word counts where a counting one of the next vocabulary follows. The nearest is the
    best of those, as only the distance is bounded, so one look-up a word is enough.
    """
    rows = [(start, end, end) for start, end in _counting(rule.steps[-1], text, places)]
    for step, following in zip(reversed(rule.steps[:-1]), reversed(rule.steps[1:]), strict=True):
        starts = [start for start, _, _ in rows]
        longer: list[tuple[int, int, int]] = []
        for start, end in _counting(step, text, places):
            nearest = bisect_left(starts, end)
            if nearest == len(rows) or starts[nearest] - end > following.reach:
                continue
            if following.crosses_sentences or not _is_between(ends, end, starts[nearest]):
                longer.append((start, end, rows[nearest][2]))
        rows = longer
    for start, _, end in rows:
        if not any(_shares_sentence(places.get(name, ()), start, end, ends) for name in rule.spared_by):
            yield start, end


def _counting(step: Step, text: str, places: Places) -> list[tuple[int, int]]:
    """Where the words of a step stand, without those that tell what a person does."""
    spans = places[step.words]
    return [span for span in spans if not is_told_of_somebody(text, span[0])] if step.is_order else spans


def _is_between(ends: Sequence[int], start: int, stop: int) -> bool:
    place = bisect_left(ends, start)
    return place < len(ends) and ends[place] < stop


def _shares_sentence(spans: Sequence[tuple[int, int]], start: int, end: int, ends: Sequence[int]) -> bool:
    """Whether one of the spans lies in the sentences that `start` to `end` touches."""
    before, after = bisect_left(ends, start), bisect_left(ends, end)
    first = ends[before - 1] + 1 if before else 0
    last = ends[after] if after < len(ends) else end + _MOST_CHARACTERS
    place = bisect_left(spans, (first, 0))
    return place < len(spans) and spans[place][0] < last


def _outermost(found: set[Suspicion]) -> list[Suspicion]:
    """Leave out what lies within another of the same kind."""
    kept: list[Suspicion] = []
    furthest: dict[str, int] = {}
    for suspicion in sorted(found, key=lambda s: (s.start, -s.end, s.pattern)):
        if suspicion.end > furthest.get(suspicion.pattern, -1):
            furthest[suspicion.pattern] = suspicion.end
            kept.append(suspicion)
    return kept


def _marked(text: str, found: list[Suspicion]) -> tuple[Suspicion, ...]:
    if not found:
        return ()
    quoted = quotations(text)
    return tuple(
        replace(s, is_quoted=any(q.start <= s.start and s.end <= q.end for q in quoted)) if s.pattern != HIDDEN else s
        for s in found
    )


@lru_cache(maxsize=1)
def _latin_words() -> frozenset[str]:
    return frozenset[str]().union(*(rules.vocabulary.latin_words for rules in rule_sets()))
