"""From a model's proposals to candidates: checked against the words they stand on; the table decides the rest."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time
from typing import Final

from graphmem.deciding.decider import Known
from graphmem.deciding.model.checks import LONGEST_CONTENT, Shown, fault, quoted
from graphmem.deciding.model.claims import understand
from graphmem.deciding.model.proposal import Answer, Proposal
from graphmem.deciding.rules import RuleDecider
from graphmem.deciding.rules.explicit import third_person
from graphmem.deciding.rules.reading import HEDGED, tidy
from graphmem.domain.candidate import Candidate, Extraction, Ignored, Intent, MessageRole, Span, Turn
from graphmem.domain.memory import Flag
from graphmem.language.cues import Cue, Cues, cues
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences
from graphmem.language.text import clean_text

MOST_PROPOSALS: Final = 20
"""Proposals that are read of one answer."""
_LONGEST_DATE: Final = 40
_NEAR: Final = 200
"""Characters beside a fragment that may ask to remember it."""
_YEARS: Final = range(1900, 2200)
_LETTER: Final = re.compile(r"\w")
_PERSONALITY: Final = "personality"


@dataclass(slots=True)
class Translated:
    """An answer, taken over; `dropped` counts proposals that quote nothing the user said, or are beyond the limit."""

    extraction: Extraction
    dropped: int


@dataclass(slots=True)
class _Sheet:
    items: list[Candidate | Ignored] = field(default_factory=list[Candidate | Ignored])
    seen: set[tuple[Span, str]] = field(default_factory=set[tuple[Span, str]])
    dropped: int = 0


async def translate(answer: Answer, shown: Shown) -> Translated:
    """Check each proposal and make it a candidate; what can't stand is ignored with the reason (rule W14).

    Sentences of the user that nothing was proposed from are ignored too, neighbours together.
    """
    # Analyses all that was shown, and loads the tables: not on the event loop, where everybody else waits.
    await asyncio.to_thread(lambda: shown.telling_before)
    sheet = _Sheet(dropped=max(len(answer.memories) - MOST_PROPOSALS, 0))
    for proposal in answer.memories[:MOST_PROPOSALS]:
        await asyncio.sleep(0)  # some milliseconds each: others have their turn in between
        span = quoted(proposal.fragment, shown.turns)
        if span is None:
            sheet.dropped += 1
        elif (span, proposal.content) not in sheet.seen:
            sheet.seen.add((span, proposal.content))
            sheet.items.append(await _item(proposal, span, shown))
    covered = [item.span for item in sheet.items if item.span is not None]
    ignored = [item for item in sheet.items if isinstance(item, Ignored)]
    ignored.extend(_unused(shown.turns, covered))
    candidates = sorted((item for item in sheet.items if isinstance(item, Candidate)), key=_place)
    return Translated(Extraction(candidates=tuple(candidates), ignored=tuple(ignored)), sheet.dropped)


async def _item(proposal: Proposal, span: Span, shown: Shown) -> Candidate | Ignored:
    turn = shown.turns[span.turn]
    fragment = turn.content[span.start : span.end]
    language = detect_language(fragment)
    words = cues(language)
    content = tidy(" ".join(clean_text(proposal.content[: LONGEST_CONTENT + 1]).split())).rstrip(".。")
    if (found := fault(proposal, content, fragment, shown)) is not None:
        return Ignored(span=span, rule=found.rule, reason=found.reason)
    content = third_person(content, words)
    rules = RuleDecider()
    said = await rules.read_statement(fragment, replace(turn, content=fragment))
    readings = (await rules.read_statement(content, replace(turn, content=content)), said)
    named = _named(proposal, shown.known)
    understood = await understand(proposal, readings, named, words, turn)
    if proposal.intent is not Intent.STATE and understood.claim.is_empty:
        return Ignored(span=span, rule="W5", reason="changes something, but it is not clear what")
    reason, reason_span = _reason(proposal.reason, turn, span)
    return Candidate(
        type=understood.type,
        content=content,
        language=language.value,
        claim=understood.claim,
        span=span,
        intent=said.intent if proposal.intent is Intent.STATE else proposal.intent,
        source=proposal.source,
        certainty=_certainty(proposal.certainty, fragment, words),
        is_emphasised=words.has(Cue.EMPHASIS, fragment),
        is_situational=words.has(Cue.SITUATIONAL, fragment),
        is_explicit=words.has(Cue.EXPLICIT, _sentence(turn.content, span)),
        reason=reason,
        reason_span=reason_span,
        search_phrases=understood.search_phrases,
        valid_from=_instant(proposal.valid_from, time.min) or said.valid_from,
        valid_to=_instant(proposal.valid_to, time.max) or said.valid_to,
        flags=readings[0].flags | said.flags | _flags(proposal),
    )


def _named(proposal: Proposal, known: Sequence[Known]) -> Known | None:
    """The first memory that the proposal names, of those it was shown; other ids, foreign or made up, say nothing."""
    by_id = {str(memory.id): memory for memory in known}
    return next((by_id[name] for name in proposal.related_ids if name in by_id), None)


def _certainty(proposed: float, fragment: str, words: Cues) -> float:
    """The model's own, within 0 to 1, and no more than a hedge leaves (rule W7)."""
    return min(max(proposed, 0.0), HEDGED if words.has(Cue.HEDGE, fragment) else 1.0)


def _flags(proposal: Proposal) -> frozenset[Flag]:
    is_subjective = (proposal.attribute or "").lower() == _PERSONALITY
    return frozenset({Flag.SUBJECTIVE}) if is_subjective else frozenset()


def _reason(words: str | None, turn: Turn, span: Span) -> tuple[str | None, Span | None]:
    """Keep a reason where it is a quotation of the same turn."""
    bare = (words or "").strip()
    start = turn.content.find(bare) if _LETTER.search(bare) and len(bare) <= LONGEST_CONTENT else -1
    if start < 0:
        return None, None
    end = start + len(bare)
    is_within = span.start <= start and end <= span.end
    return bare, None if is_within else Span(turn=span.turn, start=start, end=end)


def _instant(words: str | None, at: time) -> datetime | None:
    """Read a date or an instant; a bare date begins or ends with its day, in UTC. None for anything else."""
    bare = (words or "").strip()
    if not bare or len(bare) > _LONGEST_DATE:
        return None
    try:
        found = datetime.fromisoformat(bare)
    except ValueError:
        return None
    if ":" not in bare:
        found = datetime.combine(found, at)
    if found.year not in _YEARS:
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _sentence(text: str, span: Span) -> str:
    """The sentences that the span touches, as far as they are near."""
    begin = max(span.start - _NEAR, 0)
    near = split_sentences(text[begin : span.end + _NEAR])
    return " ".join(s.text for s in near if s.start + begin < span.end and s.end + begin > span.start)


def _unused(turns: Sequence[Turn], covered: Sequence[Span]) -> Iterator[Ignored]:
    """What the user said and nothing was proposed from: runs of sentences, each in one piece."""
    for number, turn in enumerate(turns):
        if turn.role is not MessageRole.USER:
            continue
        run: Span | None = None
        for sentence in split_sentences(turn.content):
            if any(c.turn == number and c.start < sentence.end and c.end > sentence.start for c in covered):
                if run is not None:
                    yield _not_proposed(run)
                run = None
            else:
                run = Span(turn=number, start=run.start if run else sentence.start, end=sentence.end)
        if run is not None:
            yield _not_proposed(run)


def _not_proposed(run: Span) -> Ignored:
    return Ignored(span=run, rule="W3", reason="the model found nothing to remember in it")


def _place(candidate: Candidate) -> tuple[int, int]:
    return (candidate.span.turn, candidate.span.start) if candidate.span else (0, 0)
