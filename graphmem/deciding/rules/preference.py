"""Reads what a speaker likes, dislikes, has as a favourite or wants from now on."""

from collections.abc import Iterator

from graphmem.deciding.rules.attitude import attitudes, contrasted, named_thing
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import Reading, Statement, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import FAVOURITE, Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Cue, Shape
from graphmem.language.matters import matters
from graphmem.language.topics import topic


def read_diet(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a way of eating, before "not" and "eat" are read as a taboo."""
    return attitudes(reading, Shape.DIET, phrase_key="taboo")


def read_preference(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a preference; nothing where the clause holds none."""
    if found := tuple(_favourites(reading)):
        return found
    if reading.has(Cue.STANDING) and (found := attitudes(reading, Shape.STANDING, phrase_key="preference")):
        return found
    return attitudes(reading, Shape.PREFERENCE, phrase_key="preference") or contrasted(reading, conversation)


def _favourites(reading: Reading) -> Iterator[Candidate]:
    for pattern in reading.cues.statements[Shape.FAVOURITE]:
        match = pattern.regex.match(reading.body)
        if match is None:
            continue
        subject, kind = reading.subject(match), match["kind"].strip()
        said = named_thing(match["object"], reading.cues)
        value = topic(said or "", reading.cues)
        about = matters(reading.language).source_in(kind) or topic(kind, reading.cues)
        if (
            said is None
            or value is None
            or about is None
            or about.partition(" ")[0] in reading.cues.words["not_a_thing"]
        ):
            continue
        yield reading.candidate(
            Statement(
                kind=MemoryType.PREFERENCE,
                content=pattern.say.format(who=subject.words, kind=kind, object=said),
                claim=Claim(subject=subject.id, attribute=FAVOURITE + about, topic=FAVOURITE + about, value=value),
                phrases=phrases(reading.cues, "preference", object=f"{kind} {said}"),
                revises=pattern.revises,
            )
        )
        return
