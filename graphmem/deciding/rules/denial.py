"""Reads that something was never said (rule D16)."""

from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.explicit import named_topic, third_person
from graphmem.deciding.rules.reading import Reading, Statement, phrases
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Shape

_LEAST: Final = 2


def denied_words(reading: Reading) -> str | None:
    """The words a speaker denies to have said: empty where they only point back, None where nothing is denied."""
    for pattern in reading.cues.statements[Shape.DENIAL]:
        match = pattern.regex.match(reading.whole)
        if match is not None:
            said = (match.groupdict().get("said") or "").strip()
            return "" if len(said) < _LEAST or reading.cues.references["pointing"].fullmatch(said) else said
    return None


def denial(reading: Reading, said: str, read: Candidate | None, conversation: Conversation) -> Candidate | None:
    """Make the denial of what the words `said` state (`read`), or of the statement before where they point back."""
    target = read or (next(conversation.latest_first(), None) if not said else None)
    if target is not None:
        made = reading.candidate(
            Statement(kind=target.type, content=target.content, claim=target.claim, phrases=target.search_phrases)
        )
        return replace(made, intent=Intent.DENY, certainty=1.0)
    if not said:
        return None
    made = reading.candidate(
        Statement(
            kind=MemoryType.FACT,
            content=third_person(said, reading.cues),
            claim=Claim(topic=named_topic(said, reading.cues)),
            phrases=phrases(reading.cues, "explicit", object=said),
        )
    )
    return replace(made, intent=Intent.DENY, certainty=1.0)
