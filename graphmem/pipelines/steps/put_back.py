"""Putting sealed values back: only into an allowed slot of the user, in that memory and its fragment (rule W1)."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.deciding.rules.profile import address_key
from graphmem.domain.candidate import Candidate, Extraction, Ignored, Span, Turn
from graphmem.domain.claim import USER, Claim
from graphmem.domain.memory import Flag
from graphmem.domain.policy import Policy
from graphmem.pipelines.steps.screen import Taken
from graphmem.screening.personal_data import SLOTS

NOT_KEPT = "personal data that is not kept"
_NUMBERED = re.compile(r"\[([A-Z]{2,12})_\d+\]", re.IGNORECASE)
_SLOTS = frozenset[str]().union(*SLOTS.values())


@dataclass(frozen=True, slots=True)
class PutBack:
    """What was read, and the turns, as they may be stored: without a numbered placeholder."""

    extraction: Extraction
    turns: tuple[Turn, ...]


def put_back(candidate: Candidate, values: Mapping[str, str], policy: Policy) -> Candidate:
    """Give a candidate its values where its slot may hold them, and placeholders without a number elsewhere."""
    kept = values if _may_hold(candidate, policy) else dict[str, str]()
    slot = candidate.claim.attribute

    def write(text: str, *, folded: bool = False) -> str:
        return _NUMBERED.sub(lambda match: _value(match, kept, slot, folded=folded), text)

    claim = candidate.claim
    return replace(
        candidate,
        content=write(candidate.content),
        reason=write(candidate.reason) if candidate.reason else candidate.reason,
        search_phrases=tuple(write(phrase) for phrase in candidate.search_phrases),
        claim=_written(claim, {name: write(text, folded=True) for name, text in _texts(claim).items()}),
    )


def put_back_all(extraction: Extraction, turns: Sequence[Turn], taken: Sequence[Taken], policy: Policy) -> PutBack:
    """Put values back into what was read of turns, and into the words that it stands on.

    A slot that may not have its value says nothing without it, and is ignored. Spans follow the words.
    """
    values = {mark: value for text in taken for mark, value in text.values.items()}
    if not values:
        return PutBack(extraction, tuple(turns))
    empty = [c for c in extraction.candidates if _is_empty(c, policy)]
    read = [c for c in extraction.candidates if not _is_empty(c, policy)]
    kept = [(c.span, c.claim.attribute) for c in read if c.span is not None and _may_hold(c, policy)]
    retold = [
        _retold(turn.content, values, [(s, slot) for s, slot in kept if s.turn == place])
        for place, turn in enumerate(turns)
    ]
    return PutBack(
        Extraction(
            candidates=tuple(_moved(put_back(c, values, policy), retold) for c in read),
            ignored=(
                *(replace(i, span=_shifted(i.span, retold)) for i in extraction.ignored),
                *(Ignored(span=_shifted(c.span, retold), rule="W1", reason=NOT_KEPT) for c in empty if c.span),
            ),
            notices=extraction.notices,
        ),
        tuple(replace(turn, content=told.text) for turn, told in zip(turns, retold, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class _Retold:
    """A turn's words without numbered placeholders; places of the sealed words and of these, side by side."""

    text: str
    sealed: tuple[int, ...]
    told: tuple[int, ...]

    def place(self, place: int) -> int:
        """Where a place of the sealed words is now; within a placeholder, at its beginning or end."""
        index = bisect_right(self.sealed, place) - 1
        moved = self.told[index] + place - self.sealed[index]
        return min(moved, self.told[index + 1]) if index + 1 < len(self.told) else moved


def _retold(text: str, values: Mapping[str, str], kept: Sequence[tuple[Span, str | None]]) -> _Retold:
    parts: list[str] = []
    sealed, told = [0], [0]
    position = 0
    for match in _NUMBERED.finditer(text):
        slot = next((slot for span, slot in kept if span.start <= match.start() and match.end() <= span.end), None)
        word = _value(match, values if slot is not None else dict[str, str](), slot)
        parts += [text[position : match.start()], word]
        position = match.end()
        start = told[-1] + match.start() - sealed[-1]
        sealed += [match.start(), match.end()]
        told += [start, start + len(word)]
    return _Retold("".join([*parts, text[position:]]), tuple(sealed), tuple(told))


def _value(match: re.Match[str], values: Mapping[str, str], slot: str | None, *, folded: bool = False) -> str:
    kind = match[1].upper()
    value = values.get(match[0].upper()) if slot in SLOTS.get(kind, ()) else None
    if value is None:
        return f"[{match[1]}]"
    return address_key(value) if folded else value


def _may_hold(candidate: Candidate, policy: Policy) -> bool:
    claim = candidate.claim
    is_apart = Flag.SUSPECTED_INJECTION in candidate.flags
    return claim.subject == USER and claim.attribute in policy.screening_allowed_slots and not is_apart


def _is_empty(candidate: Candidate, policy: Policy) -> bool:
    """Whether the value of its slot was taken out and may not be put back."""
    is_slot = candidate.claim.attribute in _SLOTS
    return is_slot and not _may_hold(candidate, policy) and bool(_NUMBERED.search(candidate.claim.value or ""))


def _moved(candidate: Candidate, retold: Sequence[_Retold]) -> Candidate:
    reason = candidate.reason_span
    return replace(
        candidate,
        span=_shifted(candidate.span, retold) if candidate.span else None,
        reason_span=_shifted(reason, retold) if reason else None,
    )


def _shifted(span: Span, retold: Sequence[_Retold]) -> Span:
    told = retold[span.turn]
    return Span(turn=span.turn, start=told.place(span.start), end=told.place(span.end))


def _texts(claim: Claim) -> dict[str, str]:
    words = {"topic": claim.topic, "value": claim.value, "condition": claim.condition}
    return {name: text for name, text in words.items() if text}


def _written(claim: Claim, words: Mapping[str, str]) -> Claim:
    return replace(
        claim,
        topic=words.get("topic", claim.topic),
        value=words.get("value", claim.value),
        condition=words.get("condition", claim.condition),
    )
