"""Reads what a user answers to what the agent said of the user: a bare no, a no with the right value (D5, D10, D16)."""

from graphmem.deciding.rules.profile import refilled
from graphmem.deciding.rules.reading import Reading
from graphmem.deciding.rules.substitution import is_elliptic
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER
from graphmem.language.cues import Cue, cues
from graphmem.language.script import detect_language


def refuses(text: str) -> bool:
    """Tell whether a sentence is a no and nothing else ("No, I don't", 不是)."""
    return cues(detect_language(text)).has(Cue.REFUSE, text.strip().replace("’", "'"))


def put_right(reading: Reading, said: Candidate) -> Candidate | None:
    """Fill the slot of which the agent said another value ("Nope, in Milan"); None where it is no value."""
    slot = said.claim.attribute
    if slot is None or said.claim.subject != USER or not reading.cues.has(Cue.NO, reading.plain):
        return None
    if not is_elliptic(reading.whole, reading.language):
        return None
    return refilled(reading, slot, reading.whole)
