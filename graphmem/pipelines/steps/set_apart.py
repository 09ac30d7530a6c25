"""Sentences that try to instruct: neither read nor lost, but kept word by word for review (rule W2)."""

from collections.abc import Iterator, Sequence

from graphmem.domain.candidate import Candidate, Extraction, MessageRole, Span, Turn
from graphmem.domain.claim import Claim
from graphmem.domain.memory import Flag, MemoryType
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences
from graphmem.pipelines.bounds import MAX_CONTENT
from graphmem.pipelines.steps.screen import Taken


def set_apart(extraction: Extraction, turns: Sequence[Turn], taken: Sequence[Taken]) -> Extraction:
    """Put each stretch of the user's sentences that tries to instruct in the place of what was read of it.

    What the rest of the turn says stays as it was read; a quotation of such words is no attempt.
    """
    apart = [
        span
        for place, (turn, text) in enumerate(zip(turns, taken, strict=True))
        if turn.role is MessageRole.USER and text.is_suspected
        for span in _stretches(place, turn.content, text)
    ]
    if not apart:
        return extraction

    def is_free(span: Span | None) -> bool:
        return span is None or not any(_overlap(span, other) for other in apart)

    read = [c for c in extraction.candidates if is_free(c.span) and is_free(c.reason_span)]
    kept = [_verbatim(span, turns[span.turn].content) for span in apart]
    return Extraction(
        candidates=tuple(sorted([*read, *kept], key=_place)),
        ignored=tuple(i for i in extraction.ignored if is_free(i.span)),
        notices=extraction.notices,
    )


def _stretches(place: int, content: str, text: Taken) -> Iterator[Span]:
    """Neighbouring sentences that an attempt touches, as one span each."""
    start = end = -1
    for sentence in split_sentences(content):
        if text.is_suspected_at(sentence.start, sentence.end):
            start, end = (sentence.start if start < 0 else start), sentence.end
        elif start >= 0:
            yield Span(turn=place, start=start, end=end)
            start = end = -1
    if start >= 0:
        yield Span(turn=place, start=start, end=end)


def _overlap(a: Span, b: Span) -> bool:
    return a.turn == b.turn and a.start < b.end and a.end > b.start


def _verbatim(span: Span, content: str) -> Candidate:
    """The words as they are, without a claim that could do something to what is known."""
    words = content[span.start : span.end][:MAX_CONTENT]
    return Candidate(
        type=MemoryType.FACT,
        content=words,
        language=detect_language(words).value,
        claim=Claim(),
        span=span,
        flags=frozenset({Flag.SUSPECTED_INJECTION}),
    )


def _place(candidate: Candidate) -> tuple[int, int]:
    return (candidate.span.turn, candidate.span.start) if candidate.span else (0, 0)
