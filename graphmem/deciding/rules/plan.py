"""Reads plans and goals, with the period they are for."""

import re
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases, tidy
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Cues, Pattern, Shape
from graphmem.language.dates import DateMention, find_date
from graphmem.language.script import Language
from graphmem.language.topics import topic

_MOVING: Final = frozenset({"travel", "flight"})
_LONGEST_ACTION: Final = {Language.ENGLISH: 80, Language.CHINESE: 24}


def read_plan(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a plan; what has no date and only a wish behind it stays below the gate (rule W10)."""
    date = _coming(find_date(reading.whole, reading.at, reading.language), reading)
    text = reading.whole if date is None else _without(reading.whole, date)
    for pattern in reading.cues.statements[Shape.PLAN]:
        match = pattern.regex.match(text)
        if match is None or (pattern.needs_date and date is None):
            continue
        if date is not None and date.is_past(reading.at):
            return ()  # what is over was planned once
        if (found := _plan(reading, pattern, match, date)) is not None:
            return (found,)
    return ()


def _plan(reading: Reading, pattern: Pattern, match: re.Match[str], date: DateMention | None) -> Candidate | None:
    said = reading.cues.folding.object_end.sub("", match["object"]).strip()
    about = destination(topic(said, reading.cues))
    if about is None or len(said) > _LONGEST_ACTION[reading.language] or _is_trivial(said, reading.cues):
        return None
    subject = reading.subject(match)
    content = pattern.say.format(who=subject.words, object=said, verb=match.groupdict().get("verb") or "")
    candidate = reading.candidate(
        Statement(
            kind=MemoryType.PLAN,
            content=content if date is None else reading.cues.say["dated"].format(content=content, date=date.text),
            claim=Claim(subject=subject.id, topic=about, value=date.text if date else None),
            phrases=phrases(reading.cues, "plan", object=said),
            certainty=HEDGED if pattern.is_vague and date is None else 1.0,
        )
    )
    if date is None:
        return candidate
    return replace(candidate, valid_from=date.valid_from, valid_to=date.valid_to)


def _coming(date: DateMention | None, reading: Reading) -> DateMention | None:
    """Take a day without its year as the coming one: a flight that was booked is still to be taken."""
    if date is None or not date.is_past(reading.at):
        return date
    alone = find_date(reading.whole[date.start : date.end], reading.at, reading.language)
    if alone is None or alone.is_past(reading.at):
        return date
    return replace(alone, start=date.start, end=date.end)


def _without(text: str, date: DateMention) -> str:
    """Cut the period out, with the small words that tie it in."""
    before = re.sub(
        r"(?:\b(?:on|in|at|by|until|this coming)|在|于|到了?)\s*$", "", text[: date.start], flags=re.IGNORECASE
    )
    return tidy(f"{before} {text[date.end :]}" if before.isascii() else before + text[date.end :])


def _is_trivial(action: str, cues: Cues) -> bool:
    stop = cues.words["not_a_plan"]
    if cues.language is Language.CHINESE:
        return action.startswith(tuple(stop))
    return action.partition(" ")[0].lower() in stop


def destination(words: str | None) -> str | None:
    """Leave out how one goes where it is said what for or where to."""
    kept = [word for word in (words or "").split() if word not in _MOVING]
    return " ".join(kept) or words
