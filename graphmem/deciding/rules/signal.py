"""Tells what is not worth remembering (rule W3): questions, hypotheticals, moods, thanks, what others said."""

import re
from collections.abc import Sequence
from typing import Final

from graphmem.deciding.rules.clauses import LONGEST_CLAUSE
from graphmem.deciding.rules.reading import PLACEHOLDER, Reading, fills_slot
from graphmem.domain.candidate import Candidate
from graphmem.language.cues import Cue, Cues
from graphmem.language.script import Language

RULE: Final = "W3"
QUOTED: Final = "quotes somebody else"

_BARRED: Final = (
    (Cue.QUOTATION, QUOTED),
    (Cue.HYPOTHETICAL, "only supposes something"),
    (Cue.FICTION, "told of a dream or a story"),
    (Cue.MOOD, "a mood of the moment"),
)
"""What makes a clause no statement, whatever else it says; the first that holds gives the reason."""

_REACHING: Final = (
    (Cue.JOKE, "said as a joke"),
    (Cue.HYPOTHETICAL, "only supposes something"),
    (Cue.FICTION, "told of a dream or a story"),
    (Cue.QUOTATION, QUOTED),
)
"""What reaches from one clause to the rest of its sentence."""

_IDLE: Final = (
    (Cue.THANKS, "thanks"),
    (Cue.SMALL_TALK, "small talk"),
    (Cue.LUKEWARM, "a lukewarm remark"),
    (Cue.REQUEST, "a request to be done now"),
)
_SHORT: Final = {Language.ENGLISH: 24, Language.CHINESE: 8}
"""Characters of a sentence that does nothing but take the one before it back."""
_MARK: Final = re.compile(r"\s*[,，;；:：–—]\s*")
_FEW_WORDS: Final = 3
_FEW_CHARACTERS: Final = {Language.ENGLISH: 24, Language.CHINESE: 6}
"""Of a statement that comes to nothing but personal data: "User uses …"."""
QUESTION: Final = "a question"
PERSONAL: Final = "personal data that is not kept"
NOTHING: Final = "states nothing that lasts about the user"


def jokes(sentences: Sequence[str], cues: Cues) -> frozenset[int]:
    """List the sentences that are jokes; a short "just kidding" makes one of the sentence before it."""
    found: set[int] = set()
    for index, sentence in enumerate(sentences):
        if cues.has(Cue.JOKE, sentence):
            # "just kidding, I live in Rome" goes on in earnest
            if not (goes_on := opens_with_joke(sentence, cues)):
                found.add(index)
            if index and (goes_on or is_bare_joke(sentence, cues)):
                found.add(index - 1)
    return frozenset(found)


def is_bare_joke(sentence: str, cues: Cues) -> bool:
    """Tell whether a sentence says nothing but that the one before it was a joke."""
    return len(sentence) <= _SHORT[cues.language] and cues.has(Cue.JOKE, sentence)


def opens_with_joke(sentence: str, cues: Cues) -> bool:
    """Tell whether a sentence says so at its start, and goes on."""
    parts = _MARK.split(sentence, maxsplit=1)
    return len(parts) > 1 and len(parts[1]) > 1 and is_bare_joke(parts[0], cues)


def barred(reading: Reading, *, around: frozenset[Cue]) -> str | None:
    """Say why a clause can't hold a statement, or None where it can.

    `around` are cues of its sentence that reach it: a supposition that opened it, a joke.
    """
    if len(reading.clause.text) > LONGEST_CLAUSE:
        return "too long to be one statement"
    for cue, reason in _BARRED:
        if reading.has(cue):
            return reason
    for cue, reason in _REACHING:
        if cue in around:
            return reason
    if (reading.clause.is_question or reading.cues.has(Cue.QUESTION, reading.led)) and not reading.has(Cue.EXPLICIT):
        return QUESTION
    return None


def ends_in_personal_data(candidate: Candidate) -> bool:
    """Tell whether a statement comes to nothing but personal data that was taken out ("User uses [PHONE]")."""
    if candidate.claim.attribute and fills_slot(candidate.claim.attribute, candidate.content):
        return False
    last = max((match.end() for match in PLACEHOLDER.finditer(candidate.content)), default=-1)
    if last < 0 or any(character.isalnum() for character in candidate.content[last:]):
        return False
    words = PLACEHOLDER.sub("", candidate.content)
    return len(words.split()) <= _FEW_WORDS and len(words) <= _FEW_CHARACTERS[Language(candidate.language)]


def idle(reading: Reading) -> str:
    """Say what a clause is that no pattern read a statement in."""
    if PLACEHOLDER.search(reading.plain):
        return PERSONAL
    return next((reason for cue, reason in _IDLE if reading.has(cue)), NOTHING)
