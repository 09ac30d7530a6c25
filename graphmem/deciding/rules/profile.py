"""Reads the slots of a profile: name, city, addresses, employer, occupation, birthday, age and more."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import PLACEHOLDER, Reading, Statement, Subject, fills_slot, slot_phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER, Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import PLACES, fold_in_place, lexicon
from graphmem.language.cues import Cue, Cues, Pattern, Shape
from graphmem.language.dates import month_and_day, number
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, topic

_ADDRESS: Final = re.compile(
    r"\d.*\b(?:street|st|road|rd|avenue|ave|lane|drive|square|way|court|flat|apartment|boulevard|blvd|close|place)\b"
    r"|(?:路|街|道|巷|弄|胡同|小区|花园|大厦).*\d|\d+(?:号|室|栋|幢|弄|单元)",
    re.IGNORECASE,
)
_ESTATE: Final = re.compile(r"(?:小区|家园|花园|公寓|大厦|新村|苑)(?:里)?$")
_PUNCTUATION: Final = re.compile(r"[\s，,。.、;；#-]+")
_ARTICLE: Final = re.compile(r"^(?:a|an|the) ", re.IGNORECASE)
_OF_CHINA: Final = re.compile(r"^中国(?=.)|(?<=.)市$")
_SENTENCE: Final = re.compile(r"[的是很太真了吗呢这那让]|.{9,}")
"""What a Chinese place that is not known does not look like."""
_OF_CITY: Final = {"employer": "work_city", "home_address": "city"}
"""The slot that is meant where the value is no company and no address but a city."""
_PASSING: Final = re.compile(r"[了着过]|[上里]$")
_MOST_AGE: Final = 120
_LONGEST_NAME: Final = 24
_LONGEST_PLACE: Final = 30
_LONGEST_VALUE: Final = 120
_MOST_NAME_WORDS: Final = 4


def read_profile(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a slot of the profile; nothing where the clause fills none or the value can't be one."""
    for pattern in reading.cues.statements[Shape.PROFILE]:
        match = pattern.regex.match(reading.whole)
        if match is not None and (found := _fill(reading, pattern, match)) is not None:
            return (found,)
    return ()


def refilled(reading: Reading, slot: str, text: str) -> Candidate | None:
    """Fill a slot of the user with a value that is said alone ("it's Xianyang"); None for what can't be its value."""
    cues = reading.cues
    value = cues.bare_value.sub("", text).strip()
    slot = _refined(slot, value)
    if slot not in _FOLDS or not value or len(value) > _LONGEST_PLACE or PLACEHOLDER.search(value):
        return None
    folded = _FOLDS[slot](value, cues)
    if folded is None:
        return None
    subject = Subject(USER, cues.user)
    made = reading.candidate(
        Statement(
            kind=MemoryType.PROFILE,
            content=slot_content(slot, value, subject, cues),
            claim=Claim(attribute=slot, value=folded),
            phrases=slot_phrases(slot, subject, cues),
            revises=True,
        )
    )
    return replace(made, certainty=1.0)


def slot_content(slot: str, value: str, subject: Subject, cues: Cues) -> str:
    """Write the canonical sentence of a slot."""
    row = cues.slots[slot]
    return (row.say or cues.say["slot"]).format(who=subject.words, label=row.label, value=value)


def address_key(text: str) -> str:
    """Fold an address, so that two ways of writing it are alike."""
    return _PUNCTUATION.sub(" ", fold_in_place(text)).strip()


def _fill(reading: Reading, pattern: Pattern, match: re.Match[str]) -> Candidate | None:
    cues = reading.cues
    value = next(text for name, text in match.groupdict().items() if name in {"value", "place"} and text).strip()
    slot = _refined(pattern.slot or "", value)
    if not value or len(value) > _LONGEST_VALUE or not fills_slot(slot, value):
        return None
    if pattern.needs_concept and not _is_likely(slot, value, cues):
        return None
    folded = address_key(value) if PLACEHOLDER.search(value) else _FOLDS.get(slot, topic)(value, cues)
    if folded is None:
        return None
    subject = _named_subject(reading.subject(match), slot, folded)
    say = pattern.say_ended if pattern.say_ended and reading.has(Cue.REVISE) else pattern.say
    content = say.format(who=subject.words, value=value) or slot_content(slot, value, subject, cues)
    polarity = Polarity.NEGATIVE if pattern.is_negative else Polarity.POSITIVE
    return reading.candidate(
        Statement(
            kind=MemoryType.PROFILE,
            content=content,
            claim=Claim(subject=subject.id, attribute=slot, value=folded, polarity=polarity),
            phrases=slot_phrases(slot, subject, cues),
            revises=pattern.revises,
        )
    )


def _named_subject(subject: Subject, slot: str, folded: str) -> Subject:
    """Tell one of several friends or cats from the others by the name that the statement gives."""
    is_one_of_several = slot == "name" and lexicon().may_be_several(subject.id)
    return Subject(folded, subject.words) if is_one_of_several else subject


def _refined(slot: str, value: str) -> str:
    """Tell an address from a city and a city from a company by the value's form."""
    if slot == "city" and (fills_slot("home_address", value) and PLACEHOLDER.search(value)):
        return "home_address"
    if slot == "city" and (_ADDRESS.search(value) or _ESTATE.search(value)):
        return "home_address"
    found = lexicon().mentions(value)
    is_city = len(found) == 1 and found[0].concept.kind == "city" and found[0].end - found[0].start == len(value)
    return _OF_CITY.get(slot, slot) if is_city else slot


def _place(value: str, cues: Cues) -> str | None:
    first = _PUNCTUATION.split(fold_in_place(value))[0]
    if len(value) > _LONGEST_PLACE or first in cues.words["not_a_place"] or _ARTICLE.match(value):
        return None
    named = concepts_in(topic(value, cues))
    if cues.language is Language.CHINESE:
        return None if not named and _SENTENCE.search(value) else topic(_OF_CHINA.sub("", value), cues)
    return topic(value, cues) if named or value[:1].isupper() else None


def name_key(value: str, cues: Cues) -> str | None:
    """Fold a name of a person or pet; None for what can't be one."""
    if len(value) > _LONGEST_NAME or len(value.split()) > _MOST_NAME_WORDS or any(c.isdigit() for c in value):
        return None
    if cues.language is Language.ENGLISH and not value[:1].isupper():
        return None
    return fold_in_place(value)


def _address(value: str, _cues: Cues) -> str | None:
    return address_key(value) or None


def _birthday(value: str, cues: Cues) -> str | None:
    return month_and_day(value, cues.language)


def _age(value: str, _cues: Cues) -> str | None:
    years = number(value)
    return str(years) if years is not None and 0 < years <= _MOST_AGE else None


def _employer(value: str, cues: Cues) -> str | None:
    if _PUNCTUATION.split(fold_in_place(value))[0] in cues.words["not_an_employer"]:
        return None
    if cues.language is Language.CHINESE and _PASSING.search(value):
        return None
    return topic(value, cues)


def _speech(value: str, cues: Cues) -> str | None:
    return next((concept.id for concept in concepts_in(topic(value, cues)) if concept.kind == "speech"), None)


def _is_likely(slot: str, value: str, cues: Cues) -> bool:
    """Tell whether the value alone shows what it is, where the sentence may say something else."""
    kinds = {concept.kind for concept in concepts_in(topic(value, cues))}
    if slot in {"hometown", "city"}:
        return bool(kinds & PLACES)
    if slot == "employer":
        return "company" in kinds or (value[:1].isupper() and len(value) <= _LONGEST_PLACE)
    return _is_occupation(value, cues)


def _is_occupation(value: str, cues: Cues) -> bool:
    bare = fold_in_place(_ARTICLE.sub("", value))
    last = bare if cues.language is Language.CHINESE else bare.split()[-1]
    if any(last.endswith(word) for word in cues.words["not_an_occupation"]):
        return False
    known = lexicon().mentions(bare)
    if known and known[-1].concept.kind == "occupation" and known[-1].end == len(bare):
        return True
    return any(last.endswith(ending) and len(last) > len(ending) for ending in cues.words["occupation_endings"])


_FOLDS: Final[Mapping[str, Callable[[str, Cues], str | None]]] = {
    "name": name_key,
    "city": _place,
    "hometown": _place,
    "work_city": _place,
    "home_address": _address,
    "shipping_address": _address,
    "birthday": _birthday,
    "age": _age,
    "employer": _employer,
    "language": _speech,
}
