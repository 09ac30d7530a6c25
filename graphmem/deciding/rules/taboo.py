"""Reads what a speaker does not accept: allergies, food that is refused, ways of contact that are unwanted."""

from graphmem.deciding.rules.attitude import attitudes
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import Reading
from graphmem.domain.candidate import Candidate
from graphmem.language.cues import Shape


def read_taboo(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a taboo; nothing where the clause holds none."""
    return attitudes(reading, Shape.TABOO, phrase_key="taboo")
