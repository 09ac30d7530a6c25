"""Reads decisions: which of several things the speaker takes."""

import re
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import HEDGED, Reading, Subject, phrases
from graphmem.deciding.rules.substitution import substituted
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import Concept, lexicon
from graphmem.language.cues import Pattern, Shape
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, topic

_THING: Final = "thing"
_CHOICES: Final = frozenset({"material", "colour", "size", "seat", "cabin", "carrier", "transport", "payment", "taste"})
"""Classes whose members say which of several things is meant."""
_LONGEST_CHOICE: Final = 60
_ARTICLE: Final = re.compile(r"^(?:the|a|an|that|this|those|these|my|some)\s+|\s+(?:one|ones)$", re.IGNORECASE)
_ZH_MEASURE: Final = re.compile(r"^(?:那|这)?(?:一|两)?(?:个|款|种|件|只|双|台|张|条|款式)(?=.)|的$")


def read_decision(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a decision; nothing where the clause takes none of several things."""
    return _read(reading, conversation, Shape.DECISION, say="choice", certainty=1.0)


def read_leaning(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read "titanium is nice" about a thing under discussion: on the way to a decision, below the gate (rule W6)."""
    return _read(reading, conversation, Shape.LEAN, say="lean", certainty=HEDGED)


def choice_kinds(words: str | None) -> tuple[Concept, ...]:
    """List the concepts among the words that tell one of several things from another."""
    return tuple(concept for concept in concepts_in(words) if concept.kind in _CHOICES)


def _read(
    reading: Reading, conversation: Conversation, shape: Shape, *, say: str, certainty: float
) -> tuple[Candidate, ...]:
    for pattern in reading.cues.statements[shape]:
        match = pattern.regex.match(reading.whole)
        if match is None:
            continue
        needs_choice = pattern.needs_choice or shape is Shape.LEAN
        found = _decision(reading, conversation, pattern, match, needs_choice=needs_choice)
        if found is not None:
            claim, phrase = found
            subject = reading.subject(match)
            is_known = claim.topic is not None
            return (
                reading.candidate(
                    kind=MemoryType.DECISION,
                    content=reading.cues.say[say].format(who=subject.words, object=phrase),
                    claim=claim,
                    phrases=phrases(reading.cues, "decision", object=phrase),
                    certainty=certainty if is_known else min(certainty, HEDGED),
                    revises=pattern.revises,
                ),
            )
    return ()


def _decision(
    reading: Reading, conversation: Conversation, pattern: Pattern, match: re.Match[str], *, needs_choice: bool
) -> tuple[Claim, str] | None:
    """Tell what is decided about, and name the choice in full."""
    said = _bare(match["object"], reading.language)
    words = topic(said, reading.cues)
    if words is None or len(said) > _LONGEST_CHOICE or _is_no_choice(said, reading):
        return None
    choices = choice_kinds(words)
    if needs_choice and not choices:
        return None
    subject = reading.subject(match)
    named = [concept for concept in concepts_in(words) if concept.kind == _THING]
    if named:
        value = " ".join(word for word in words.split() if word != named[-1].id) or named[-1].id
        return Claim(subject=subject.id, topic=named[-1].id, value=value), _with_article(said, reading)
    if not choices:
        return (Claim(subject=subject.id, topic=words, value=words), _with_article(said, reading))
    if lexicon().is_exclusive(choices[0].kind) and choices[0].kind != "size":
        return Claim(subject=subject.id, topic=choices[0].kind, value=words), _with_article(said, reading)
    return _about_latest_thing(reading, conversation, subject, said, words)


def _about_latest_thing(
    reading: Reading, conversation: Conversation, subject: Subject, said: str, words: str
) -> tuple[Claim, str]:
    thing = conversation.latest_thing()
    if thing is None:
        return Claim(subject=subject.id, value=words), _with_article(said, reading)
    name = thing.shortest(reading.language) if reading.language is Language.CHINESE else thing.label(reading.language)
    phrase = reading.cues.say["compound"].format(value=said, thing=name)
    return Claim(subject=subject.id, topic=thing.id, value=words), _with_article(phrase, reading)


def _with_article(phrase: str, reading: Reading) -> str:
    return reading.cues.say["determined"].format(object=phrase)


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
    return said.split()[0].lower() in stop if said.split() else True
