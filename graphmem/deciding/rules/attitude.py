"""What preferences and taboos share: a thing, and whether the speaker is for or against it."""

import re
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import Reading, Subject, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import Concept, lexicon
from graphmem.language.cues import Pattern, Shape
from graphmem.language.topics import concepts_in, split_list, topic

_TASTE: Final = "taste"
_LONGEST_OBJECT: Final = 80
_PRONOUNS: Final = (
    (re.compile(r"\bI am\b|\bI'm\b", re.IGNORECASE), "they are"),
    (re.compile(r"\b(?:I|we)\b", re.IGNORECASE), "they"),
    (re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "their"),
    (re.compile(r"^When"), "when"),
    (re.compile(r"^In "), "in "),
)
"""How a circumstance that the speaker words as "I" is written of the user."""


def attitudes(reading: Reading, shape: Shape, *, phrase_key: str) -> tuple[Candidate, ...]:
    """Read the statements of a shape: one candidate for each thing that is named (rule W6)."""
    for pattern in reading.cues.statements[shape]:
        match = pattern.regex.match(reading.body)
        if match is not None and (found := _candidates(reading, pattern, match, phrase_key)):
            return found
    return ()


def attitude_claim(
    object_words: str, *, subject: str, polarity: Polarity, condition: str | None, reading: Reading
) -> Claim | None:
    """Say in comparable form whether the subject is for or against a thing; None where the thing has no words."""
    name = topic(object_words, reading.cues)
    if name is None:
        return None
    concept = lexicon().get(name)
    about = concept.kind if concept is not None and lexicon().is_exclusive(concept.kind) else name
    return Claim(subject=subject, topic=about, value=name, polarity=polarity, condition=condition)


def _candidates(reading: Reading, pattern: Pattern, match: re.Match[str], phrase_key: str) -> tuple[Candidate, ...]:
    parts = match.groupdict()
    said = (parts.get("object") or parts.get("verb") or "").strip()
    if not said or len(said) > _LONGEST_OBJECT:
        return ()
    polarity = Polarity.NEGATIVE if pattern.is_negative else Polarity.POSITIVE
    subject = reading.subject(match)
    found: list[Candidate] = []
    for item in split_list(said, reading.cues):
        claim = attitude_claim(
            item,
            subject=subject.id,
            polarity=polarity,
            condition=reading.condition.id if reading.condition else None,
            reading=reading,
        )
        if claim is None or (pattern.needs_concept and not concepts_in(claim.value)):
            return ()
        found.append(
            reading.candidate(
                kind=MemoryType.PREFERENCE,
                content=_content(reading, pattern, match, subject, item, claim),
                claim=claim,
                phrases=phrases(reading.cues, phrase_key, object=item),
                revises=pattern.revises,
            )
        )
    return tuple(found)


def _content(
    reading: Reading, pattern: Pattern, match: re.Match[str], subject: Subject, item: str, claim: Claim
) -> str:
    say, taste = pattern.say, _bare_taste(claim, item, reading)
    if taste is not None and claim.polarity is Polarity.NEGATIVE:
        say, item = reading.cues.say["refused"], reading.cues.say["taste"].format(taste=taste.label(reading.language))
    verb = match.groupdict().get("verb") or ""
    return with_condition(say.format(who=subject.words, object=item, verb=verb.lower()), subject, reading)


def with_condition(content: str, subject: Subject, reading: Reading) -> str:
    """Put the circumstance back into the canonical sentence, where the language has it."""
    if reading.condition is None:
        return content
    words = reading.condition.words
    for pattern, replacement in _PRONOUNS:
        words = pattern.sub(replacement, words)
    rest = content.removeprefix(subject.words)
    return reading.cues.say["when"].format(content=content, who=subject.words, when=words, rest=rest)


def _bare_taste(claim: Claim, item: str, reading: Reading) -> Concept | None:
    concept = lexicon().get(claim.value)
    return concept if concept is not None and concept.kind == _TASTE else None


def contrasted(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read the second half of "I like tea but not coffee", which borrows its verb from the first."""
    before = next(conversation.latest_first(), None)
    if before is None or before.type is not MemoryType.PREFERENCE or before.claim.polarity is Polarity.NEGATIVE:
        return ()
    return attitudes(reading, Shape.CONTRAST, phrase_key="preference")
