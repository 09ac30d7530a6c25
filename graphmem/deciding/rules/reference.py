"""Puts in the place of "he", "it", 他, 那个 what they stand for, where the words before leave one choice (rule W5)."""

from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import Said
from graphmem.language.cues import Cues
from graphmem.language.script import Language

UNSURE: Final = 0.5
"""What a choice among several leaves of the certainty: below the gate of .6, so that it ends observed."""


def resolve(text: str, conversation: Conversation, cues: Cues) -> Said:
    """Write out who or what a clause is about; the clause itself where nothing before it can be meant."""
    return _person(text, conversation, cues) or _thing(text, conversation, cues) or Said(text)


def _person(text: str, conversation: Conversation, cues: Cues) -> Said | None:
    match = cues.references["person"].search(text)
    if match is None:
        return None
    gender = "female" if match["pronoun"].lower() in {"she", "her", "她"} else "male"
    people = conversation.people(gender, cues.language)
    if not people:
        return None
    owns = cues.language is Language.ENGLISH and match["pronoun"].lower() in {"his", "her"}
    words = people[0].words + ("'s" if owns else "")
    written = text[: match.start("pronoun")] + words + text[match.end("pronoun") :]
    return Said(written, 1.0 if len(people) == 1 else UNSURE)


def _thing(text: str, conversation: Conversation, cues: Cues) -> Said | None:
    match = cues.references["thing"].search(text)
    if match is None:
        return None
    objects = conversation.latest_objects()
    if not objects:
        return None
    words = objects[-1].label(cues.language)
    written = text[: match.start("pronoun")] + words + text[match.end("pronoun") :]
    return Said(written, 1.0 if len(objects) == 1 else UNSURE)
