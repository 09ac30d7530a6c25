"""Reads what a speaker does as a rule ("I park at lot 7", 我每天七点起床), also said anew with a part changed."""

import re
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.explicit import third_person
from graphmem.deciding.rules.reading import Reading, Statement, phrases
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Cue, Shape
from graphmem.language.topics import topic

_WORD: Final = re.compile(r"[A-Za-z']+|\d+(?:[.:]\d+)*|[\u4e00-\u9fff]")
_LEAST_SAME: Final = 0.6
"""Share of the words that two ways of saying it must have in common, to be the same sentence with a part changed."""
_LEAST_WORDS: Final = 3
_LONGEST: Final = 120


def read_habit(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a habit: what is done is the topic, where, when or how is its value."""
    for pattern in reading.cues.statements[Shape.HABIT]:
        match = pattern.regex.match(reading.whole)
        if match is None or len(reading.whole) > _LONGEST:
            continue
        value = topic(match["value"], reading.cues)
        if value is None or (reading.has(Cue.SITUATIONAL) and not reading.has(Cue.EXPLICIT)):
            continue
        subject = reading.subject(match)
        return (
            reading.candidate(
                Statement(
                    kind=MemoryType.FACT,
                    content=third_person(reading.whole, reading.cues),
                    claim=Claim(subject=subject.id, topic=pattern.slot, value=value),
                    phrases=phrases(reading.cues, "explicit", object=reading.whole),
                )
            ),
        )
    return ()


def read_restated(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a fact that was asked to be remembered, said again with a part changed, though no pattern knows it."""
    words = _words(third_person(reading.whole, reading.cues))
    if len(words) < _LEAST_WORDS or len(reading.whole) > _LONGEST:
        return ()
    for earlier in conversation.latest_first():
        if earlier.type is not MemoryType.FACT or earlier.claim.value is not None or earlier.claim.attribute:
            continue
        before = _words(earlier.content)
        if before[:2] != words[:2] or before == words:
            continue
        if SequenceMatcher(None, before, words, autojunk=False).ratio() >= _LEAST_SAME:
            made = reading.candidate(
                Statement(
                    kind=MemoryType.FACT,
                    content=third_person(reading.whole, reading.cues),
                    claim=replace(earlier.claim),
                    phrases=phrases(reading.cues, "explicit", object=reading.whole),
                )
            )
            return (replace(made, intent=Intent.REVISE),)
    return ()


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
