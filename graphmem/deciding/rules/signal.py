"""Tells what is not worth remembering (rule W3): questions, hypotheticals, moods, thanks, what others said."""

from typing import Final

from graphmem.deciding.rules.clauses import LONGEST_CLAUSE
from graphmem.deciding.rules.reading import Reading
from graphmem.language.cues import Cue

RULE: Final = "W3"

_BARRED: Final = (
    (Cue.JOKE, "said as a joke"),
    (Cue.QUOTATION, "quotes somebody else"),
    (Cue.HYPOTHETICAL, "only supposes something"),
    (Cue.MOOD, "a mood of the moment"),
)
"""What makes a clause no statement, whatever else it says; the first that holds gives the reason."""

_IDLE: Final = (
    (Cue.THANKS, "thanks"),
    (Cue.SMALL_TALK, "small talk"),
    (Cue.LUKEWARM, "a lukewarm remark"),
    (Cue.REQUEST, "a request to be done now"),
)
NOTHING: Final = "states nothing that lasts about the user"


def barred(reading: Reading, *, supposes: bool) -> str | None:
    """Say why a clause can't hold a statement, or None where it can.

    `supposes` tells that its sentence opened with a supposition, which reaches to the sentence's end.
    """
    if len(reading.clause.text) > LONGEST_CLAUSE:
        return "too long to be one statement"
    for cue, reason in _BARRED:
        if reading.has(cue):
            return reason
    if supposes:
        return "only supposes something"
    if (reading.clause.is_question or reading.has(Cue.QUESTION)) and not reading.has(Cue.EXPLICIT):
        return "a question"
    return None


def idle(reading: Reading) -> str:
    """Say what a clause is that no pattern read a statement in."""
    return next((reason for cue, reason in _IDLE if reading.has(cue)), NOTHING)
