"""Reads the names of several people or pets at once ("my kids are Ann and Ben", 我的猫叫咪咪和可可)."""

from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.profile import name_key, slot_content
from graphmem.deciding.rules.reading import Reading, Statement, Subject, slot_phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import lexicon
from graphmem.language.cues import Shape
from graphmem.language.topics import split_list

_NAME: Final = "name"


def read_names(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a list of names, one memory for each; nothing where one of its parts can't be a name."""
    for pattern in reading.cues.statements[Shape.NAMES]:
        match = pattern.regex.match(reading.whole)
        mentions = lexicon().mentions(match["kin"]) if match is not None else ()
        if match is None or not mentions:
            continue
        names = [part.removesuffix("等").strip() for part in split_list(match["value"].strip(), reading.cues)]
        keys = [name_key(name, reading.cues) for name in names]
        if len(names) > 1 and all(keys):
            kin = reading.cues.kin.format(kin=mentions[-1].concept.label(reading.language))
            return tuple(
                _candidate(reading, Subject(key, kin), name) for name, key in zip(names, keys, strict=True) if key
            )
    return ()


def _candidate(reading: Reading, subject: Subject, name: str) -> Candidate:
    return reading.candidate(
        Statement(
            kind=MemoryType.PROFILE,
            content=slot_content(_NAME, name, subject, reading.cues),
            claim=Claim(subject=subject.id, attribute=_NAME, value=subject.id),
            phrases=(*slot_phrases(_NAME, subject, reading.cues)[:1], name),
        )
    )
