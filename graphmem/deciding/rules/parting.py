"""Reads that something or somebody is no longer there: the car is sold, the dog has died (rule D10)."""

from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.ending import with_its_end
from graphmem.deciding.rules.reading import Reading, Statement, phrases
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import USER, Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.cues import Shape
from graphmem.language.topics import topic

_PET: Final = "pet"
_DEVICE: Final = "device"
_KINDS: Final = frozenset({"thing", "transport"})


def read_parting(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read the end of having something; nothing is written by it but the end of what is held."""
    return _sold(reading) or _died(reading)


def _sold(reading: Reading) -> tuple[Candidate, ...]:
    for pattern in reading.cues.statements[Shape.SOLD]:
        match = pattern.regex.match(with_its_end(reading))
        value = topic(match["object"], reading.cues) if match is not None else None
        if match is None or value is None:
            continue
        concept = lexicon().get(value)
        if concept is not None and concept.kind == _PET:
            return (_end(reading, match["object"], Claim(attribute=_PET, value=value)),)
        is_kind = concept is not None and concept.kind in _KINDS
        claim = Claim(attribute=_DEVICE, topic=value) if is_kind else Claim(attribute=_DEVICE, value=value)
        return (_end(reading, match["object"], claim),)
    return ()


def _died(reading: Reading) -> tuple[Candidate, ...]:
    for pattern in reading.cues.statements[Shape.DEATH]:
        match = pattern.regex.match(with_its_end(reading))
        if match is None:
            continue
        words = reading.cues.kin_strip.sub("", match["object"])
        value = topic(words, reading.cues)
        if value is None:
            continue
        name = fold_in_place(words)
        ends = [Claim(subject=USER, attribute=_PET, value=value)]
        if lexicon().get(value) is None:
            ends.append(Claim(subject=name, attribute="name", value=name))
        return tuple(_end(reading, words, claim) for claim in ends)
    return ()


def _end(reading: Reading, words: str, claim: Claim) -> Candidate:
    made = reading.candidate(
        Statement(
            kind=MemoryType.FACT,
            content=reading.cues.say["gone"].format(who=reading.cues.user, object=words),
            claim=claim,
            phrases=phrases(reading.cues, "explicit", object=words),
        )
    )
    return replace(made, intent=Intent.FINISH, certainty=1.0)
