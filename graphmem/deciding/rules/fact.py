"""Reads key facts outside the profile: devices, pets, children, "my shoe size is 42", and what a person says to be."""

import re
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.explicit import third_person
from graphmem.deciding.rules.profile import slot_content
from graphmem.deciding.rules.reading import PLACEHOLDER, Reading, Statement, Subject, phrases, slot_phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.memory import Flag, MemoryType
from graphmem.language.concepts import lexicon
from graphmem.language.cues import Cue, Cues, Pattern, Shape
from graphmem.language.dates import number
from graphmem.language.dates.numbers import CHINESE, ENGLISH
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, split_list, topic

_LONGEST_VALUE: Final = 60
_MOST_VALUE_WORDS: Final = 6
_SEVERAL: Final = re.compile(rf"(?P<count>{ENGLISH}|an?)(?=\s)|(?P<zh>{CHINESE})[个只条位对]", re.IGNORECASE)
"""How many of a further thing in a list there are."""
_TELLING: Final = re.compile(r"\d|\b[A-Z]|[A-Za-z]{2,}(?=.*[\u4e00-\u9fff])")
"""A number or a name: what makes "my X is Y" a fact and not a remark."""


def read_fact(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a key fact; nothing where the clause states none."""
    found = _slot(reading, Shape.FACT, frozenset()) or _definite(reading, conversation)
    return (found,) if found else ()


def read_personality(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read what speakers say of their own nature: kept as subjective, never active at once (rule W9)."""
    found = _slot(reading, Shape.PERSONALITY, frozenset({Flag.SUBJECTIVE}))
    return (found,) if found else ()


def _slot(reading: Reading, shape: Shape, flags: frozenset[Flag]) -> Candidate | None:
    for pattern in reading.cues.statements[shape]:
        match = pattern.regex.match(reading.whole)
        if match is None or not _fits(pattern, match["value"]):
            continue
        value, slot = match["value"].strip(), pattern.slot or ""
        folded = _counted(match, reading.cues) or topic(value, reading.cues)
        if folded is None or len(value) > _LONGEST_VALUE:
            continue
        subject = reading.subject(match)
        return reading.candidate(
            Statement(
                kind=MemoryType.FACT,
                content=_content(shape, slot, value, subject, reading),
                claim=Claim(subject=subject.id, attribute=slot, topic=_kind(match, reading.cues), value=folded),
                phrases=slot_phrases(slot, subject, reading.cues),
                flags=flags,
                revises=pattern.revises,
            )
        )
    return None


def _kind(match: re.Match[str], cues: Cues) -> str | None:
    """Fold of what kind the thing is that fills a slot: the phone, of all devices."""
    return topic(match.groupdict().get("kind") or "", cues)


def _counted(match: re.Match[str], cues: Cues) -> str | None:
    """Fold how many of what there are ("3 cat", "1 son 2 daughter"); None where nothing is counted."""
    parts = match.groupdict()
    count = parts.get("count")
    if not count:
        return None
    found: list[str] = []
    for position, item in enumerate(split_list(parts.get("counted") or "", cues)):
        several = _SEVERAL.match(item) if position else None
        things = topic(item[several.end() :] if several else item, cues)
        if things is not None:
            words = (several["count"] or several["zh"]) if several else "" if position else count
            found.append(f"{number(words)} {things}" if words else things)
    return " ".join(found) or None


def _content(shape: Shape, slot: str, value: str, subject: Subject, reading: Reading) -> str:
    is_told = shape is Shape.PERSONALITY and reading.language is Language.ENGLISH
    return third_person(reading.whole, reading.cues) if is_told else slot_content(slot, value, subject, reading.cues)


def _fits(pattern: Pattern, value: str) -> bool:
    if pattern.needs_concept:
        kinds = {mention.concept.kind for mention in lexicon().mentions(value)}
        return any(letter.isdigit() for letter in value) or bool(kinds & {"company", "thing"})
    return pattern.slot != "device" or _TELLING.search(value) is not None


def _definite(reading: Reading, conversation: Conversation) -> Candidate | None:
    """Read "my X is Y": X is what it is about, and has one Y at a time."""
    cues = reading.cues
    for pattern in cues.statements[Shape.DEFINITE]:
        match = pattern.regex.match(reading.whole)
        if match is None:
            continue
        kind, value = match["kind"].strip(), cues.folding.object_end.sub("", match["value"]).strip()
        about, folded = topic(kind, cues), topic(value, cues)
        if about is None or folded is None or not _is_telling(about, value, folded, pattern, cues):
            continue
        if pattern.needs_explicit and not (reading.has(Cue.EXPLICIT) or _is_known(about, conversation)):
            continue
        subject = reading.subject(match)
        return reading.candidate(
            Statement(
                kind=MemoryType.FACT,
                content=(pattern.say or cues.say["definite"]).format(who=subject.words, topic=kind, value=value),
                claim=Claim(subject=subject.id, topic=about, value=folded),
                phrases=phrases(cues, "fact", object=kind),
            )
        )
    return None


def _is_known(about: str, conversation: Conversation) -> bool:
    """Tell whether a statement about it was kept before: what "the" means then."""
    return any(earlier.claim.topic == about for earlier in conversation.latest_first())


def _is_telling(about: str, value: str, folded: str, pattern: Pattern, cues: Cues) -> bool:
    """Tell a fact ("my shoe size is 42") from a remark ("my day was great")."""
    first = value.partition(" ")[0].lower()
    is_remark = not cues.words["not_a_thing"].isdisjoint(about.split()) or first in cues.words["not_a_value"]
    if is_remark or PLACEHOLDER.search(value):
        return False
    if pattern.needs_concept and not concepts_in(about):
        return False
    if len(value) > _LONGEST_VALUE or len(folded.split()) > _MOST_VALUE_WORDS:
        return False
    return _TELLING.search(value) is not None or bool(lexicon().mentions(value))
