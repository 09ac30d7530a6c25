"""Whether a statement is about a person, which a shared space does not take (rule L2).

A name in passing (who leads the team, whom to ask) is no statement about the person; whose birthday it is, or where
somebody lives, is one.
"""

from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER
from graphmem.domain.entity_mentions import mentions
from graphmem.domain.memory import MemoryType
from graphmem.domain.names import EntityKind
from graphmem.language.persons import names_one, speaks_of_group, speaks_of_user

_OF_PEOPLE = frozenset(
    {"age", "birthday", "marital_status", "occupation", "employer", "home_address", "city", "hometown"}
)
"""Slots that a person fills: who lives somewhere, not where something is."""
_OWN = frozenset({MemoryType.PREFERENCE, MemoryType.PROFILE})
"""Types of what is somebody's own, unless the sentence speaks of a group."""


def about_a_person(candidate: Candidate) -> str | None:
    """Why a statement is about a person, in words that repeat none of it; none where it is about none."""
    text, claim = candidate.content, candidate.claim
    if names_one(text):
        return "it speaks of one person (I, she, 我)"
    if speaks_of_user(text):
        return "it speaks of the user"
    is_of_group = claim.subject == USER and speaks_of_group(text)
    if claim.attribute in _OF_PEOPLE and not is_of_group:
        return "it says what only a person has"
    if _begins_with_a_person(candidate):
        return "it says something of a person by name"
    if candidate.type in _OWN and claim.subject == USER and not is_of_group:
        return f"a {candidate.type} without a group is somebody's own"
    return None


def _begins_with_a_person(candidate: Candidate) -> bool:
    found = mentions(candidate.content, candidate.claim)
    start = candidate.content.lstrip("\"'“”「《 ").casefold()
    return any(m.kind is EntityKind.PERSON and start.startswith(m.name.casefold()) for m in found)
