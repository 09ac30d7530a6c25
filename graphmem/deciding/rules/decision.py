"""Reads decisions: which of several things the speaker takes."""

import re
from dataclasses import dataclass
from typing import Final

from graphmem.deciding.rules.attitude import named_thing
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases
from graphmem.deciding.rules.substitution import substituted
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Cue, Shape
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, topic

_THING: Final = "thing"
_SIDES: Final = frozenset({"material", "colour", "size", "taste"})
"""Classes whose members are one side of a thing: "the titanium one" leaves the thing open."""
_QUESTIONS: Final = frozenset({"seat", "cabin", "carrier", "transport", "payment", "channel"})
"""Classes that are a question by themselves: how to travel, how to pay."""
_CARRIERS: Final = frozenset({"seat", "ticket"})
"""Things that a means of travel comes with: "a business class seat" chooses the class."""
_MOST_WORDS: Final = 6
_ARTICLE: Final = re.compile(r"^(?:the|a|an|that|this|those|these|my|some)\s+|\s+(?:one|ones)$", re.IGNORECASE)
_ZH_MEASURE: Final = re.compile(r"^(?:那|这)?(?:一|两)?(?:个|款|种|件|只|双|台|张|条|款式)(?=.)|的$")


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is chosen: the comparable side, and its name in full."""

    topic: str
    value: str
    phrase: str
    is_resolved: bool = True
    """Whether it is known of what thing this is a side; else the topic is only the side's class."""


def read_decision(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a decision; nothing where the clause takes none of several things."""
    for pattern in reading.cues.statements[Shape.DECISION]:
        match = pattern.regex.match(reading.whole)
        if match is None or (choice := _choice(reading, conversation, match, needs_side=pattern.needs_choice)) is None:
            continue
        if pattern.needs_concept and not concepts_in(f"{choice.topic} {choice.value}"):
            continue
        revises = pattern.revises or reading.has(Cue.REVISE)
        if revises and not _names_thing(choice.value):
            revised = substituted(reading, match["object"], conversation)
            if revised is not None:
                return (revised,)
        verb = match.groupdict().get("verb") or reading.cues.say["verb"]
        certainty = 1.0 if choice.is_resolved else HEDGED
        return (_candidate(reading, match, choice, "choice", verb=verb, certainty=certainty, revises=revises),)
    return ()


def read_leaning(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read "titanium is nice" about a thing under discussion: on the way to a decision, below the gate (rule W6)."""
    for pattern in reading.cues.statements[Shape.LEAN]:
        match = pattern.regex.match(reading.whole)
        choice = _choice(reading, conversation, match, needs_side=True) if match else None
        if match is not None and choice is not None:
            return (_candidate(reading, match, choice, "lean", verb="", certainty=HEDGED, revises=False),)
    return ()


def _candidate(
    reading: Reading, match: re.Match[str], choice: _Choice, say: str, *, verb: str, certainty: float, revises: bool
) -> Candidate:
    subject = reading.subject(match)
    return reading.candidate(
        Statement(
            kind=MemoryType.DECISION,
            content=reading.cues.say[say].format(who=subject.words, verb=verb, object=choice.phrase),
            claim=Claim(subject=subject.id, topic=choice.topic, value=choice.value),
            phrases=phrases(reading.cues, "decision", object=choice.phrase),
            certainty=certainty,
            revises=revises,
        )
    )


def _choice(reading: Reading, conversation: Conversation, match: re.Match[str], *, needs_side: bool) -> _Choice | None:
    """Tell what is decided about, and name the choice in full; None where the words choose nothing."""
    said = _bare(named_thing(match["object"], reading.cues) or "", reading.language)
    words = topic(said, reading.cues)
    if words is None or len(words.split()) > _MOST_WORDS or _is_no_choice(said, reading):
        return None
    known = concepts_in(words)
    asked = next((concept.kind for concept in known if concept.kind in _QUESTIONS), None)
    side = next((concept.kind for concept in known if concept.kind in _SIDES), None)
    is_side_alone = (side is not None or asked is not None) and len(known) == len(words.split())
    if (needs_side or reading.has(Cue.REQUEST)) and not is_side_alone:
        return None
    phrase = reading.cues.say["determined"].format(object=said)
    things = [concept for concept in known if concept.kind == _THING and (asked is None or concept.id not in _CARRIERS)]
    if things:
        value = " ".join(word for word in words.split() if word != things[-1].id) or things[-1].id
        return _Choice(things[-1].id, value, phrase)
    if asked is not None:
        return _Choice(asked, words, phrase)
    if side is None:
        return _Choice(words, words, phrase)
    return _of_latest_thing(reading, conversation, said, words) or _Choice(side, words, said, is_resolved=False)


def _of_latest_thing(reading: Reading, conversation: Conversation, said: str, words: str) -> _Choice | None:
    thing = conversation.latest_thing()
    if thing is None:
        return None
    name = thing.shortest(reading.language) if reading.language is Language.CHINESE else thing.label(reading.language)
    phrase = reading.cues.say["compound"].format(value=said, thing=name)
    return _Choice(thing.id, words, reading.cues.say["determined"].format(object=phrase))


def _names_thing(words: str) -> bool:
    return any(concept.kind == _THING for concept in concepts_in(words))


def _bare(phrase: str, language: Language) -> str:
    pattern = _ZH_MEASURE if language is Language.CHINESE else _ARTICLE
    previous = None
    while previous != phrase:
        previous, phrase = phrase, pattern.sub("", phrase.strip())
    return phrase


def _is_no_choice(said: str, reading: Reading) -> bool:
    stop = reading.cues.words["not_a_choice"]
    if reading.language is Language.CHINESE:
        return any(said.startswith(word) for word in stop)
    return said.partition(" ")[0].lower() in stop
