"""Reads facts about things and people other than the speaker: "the capital of X is Y", X的R是Y, X由Y创立."""

import re
from typing import Final

from graphmem.deciding.rules.attitude import attitude_claim, named_thing, with_condition
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import PLACEHOLDER, Reading, Statement, Subject, personal, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import PLACES, lexicon
from graphmem.language.cues import Cues, Pattern, Shape
from graphmem.language.dates import month_and_day
from graphmem.language.relations import attribute, relation_value, thing
from graphmem.language.script import Language

_LONGEST_THING: Final = {Language.ENGLISH: 80, Language.CHINESE: 24}
_LONGEST_VALUE: Final = {Language.ENGLISH: 100, Language.CHINESE: 30}
_NAME: Final = re.compile(
    r"(?:^|[\s\"'(/-])(?:al-|d'|l'|O')?[^\W\d_a-z\u4e00-\u9fff]|\d|[A-Za-z]{2,}(?=.*[\u4e00-\u9fff])"
)
"""A capital or a number: what makes words a name."""
_TITLE: Final = re.compile(r"[A-Z]\w*(?:'s)? (?:(?:of|the|and|a|in) ){0,2}[A-Z]")
"""What opens like a sentence and goes on like a title ("Our Mutual Friend")."""
_ZH_PERSON: Final = re.compile(
    r"[小老阿][\u4e00-\u9fff]{1,2}|[\u4e00-\u9fff]{1,3}(?:先生|女士|老师|总|经理|医生|同学|师傅|教授)"
)
_MOST_SURNAMED: Final = 3
_NAMED_KINDS: Final = PLACES | {"company"}
_LONGEST_NAME: Final = 40
_MARKS: Final = " .。!！,，;；"


def read_relation(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a fact about something named; it replaces an earlier one of the same thing and relation (rule D5).

    What holds for every customer (a price, a fee, a policy) is no business of this user (rule W3).
    """
    for pattern in reading.cues.statements[Shape.RELATION]:
        match = pattern.regex.match(reading.whole)
        if match is not None and (found := _candidate(reading, pattern, match)) is not None:
            return (found,)
    return ()


def is_name(words: str, cues: Cues) -> bool:
    """Tell whether words look like a name: by a capital, a number, 《…》, a place, or as a person's (小李, 王芳)."""
    if _NAME.search(words) or words.startswith("《"):
        return True
    if {mention.concept.kind for mention in lexicon().mentions(words)} & _NAMED_KINDS:
        return True
    if cues.language is Language.ENGLISH:
        return False
    is_surnamed = len(words) <= _MOST_SURNAMED and words[:1] in cues.words["surnames"]
    return is_surnamed or _ZH_PERSON.fullmatch(words) is not None


def _candidate(reading: Reading, pattern: Pattern, match: re.Match[str]) -> Candidate | None:
    cues, parts = reading.cues, match.groupdict()
    about, said = parts["thing"].strip(), parts["value"].strip()
    folded, value = _subject_id(about, cues), relation_value(said, cues)
    if folded is None or value is None or not _holds(about, said, pattern, reading):
        return None
    words = _relation_words(parts, cues)
    slot = attribute(words, cues)
    if slot == "birthday":
        value = month_and_day(said, cues.language) or value
    if not cues.words["not_a_relation"].isdisjoint({slot, *slot.split("_")}) or _is_too_general(parts, slot, cues):
        return None
    return reading.candidate(
        Statement(
            kind=MemoryType.FACT,
            content=reading.led.strip(_MARKS),
            claim=Claim(subject=folded, attribute=slot, value=value),
            phrases=phrases(cues, "relation", thing=about, relation=words),
        )
    )


def _subject_id(about: str, cues: Cues) -> str | None:
    """Fold whom or what a fact is about: somebody of the speaker, or a name."""
    kin = cues.kin_opening.fullmatch(about)
    return personal(kin["kin"], cues).id if kin is not None else thing(about)


def read_taste(reading: Reading, _conversation: Conversation) -> tuple[Candidate, ...]:
    """Read what somebody named likes or does not eat (Tom, 小李): a preference of theirs."""
    for pattern in reading.cues.statements[Shape.TASTE]:
        match = pattern.regex.match(reading.body)
        if match is None:
            continue
        about, said = match["thing"].strip(), named_thing(match["object"], reading.cues)
        folded = thing(about)
        is_named = folded is not None and is_name(about, reading.cues) and not reading.cues.unnamed.match(about)
        if said is None or folded is None or not is_named or len(about) > _LONGEST_NAME:
            continue
        polarity = Polarity.NEGATIVE if pattern.is_negative else Polarity.POSITIVE
        condition = reading.condition.id if reading.condition else None
        claim = attitude_claim(said, subject=folded, polarity=polarity, condition=condition, reading=reading)
        if claim is not None:
            statement = Statement(
                kind=MemoryType.PREFERENCE,
                content=with_condition(pattern.say.format(who=about, object=said), Subject(folded, about), reading),
                claim=claim,
                phrases=phrases(reading.cues, "relation", thing=about, relation=said),
            )
            return (reading.candidate(statement),)
    return ()


def _relation_words(parts: dict[str, str | None], cues: Cues) -> str:
    """Put the words of a relation together: "was born" + "city", "university" + "educated", 公司 + 在."""
    relation, verb, place = parts.get("relation"), parts.get("verb"), parts.get("place")
    if cues.language is Language.CHINESE:
        base = relation or verb or ""
        return f"{cues.relations.get(base, base)}_location" if place else base
    return " ".join(word for word in (relation, verb, place) if word)


def _holds(about: str, said: str, pattern: Pattern, reading: Reading) -> bool:
    language, cues = reading.language, reading.cues
    if (
        len(about) > _LONGEST_THING[language]
        or len(said) > _LONGEST_VALUE[language]
        or PLACEHOLDER.search(about + said)
    ):
        return False
    is_kin = cues.kin_opening.fullmatch(about) is not None
    names = (said,) if is_kin else (about, said)
    if any(cues.unnamed.match(words) and not _TITLE.match(words) for words in names):
        return False
    if pattern.needs_name:
        is_told = is_name(said, cues) or bool(lexicon().mentions(said))
        return is_told and (is_kin or is_name(about, cues))
    if is_kin:
        return True
    return pattern.is_telling or is_name(about, cues) or is_name(said, cues) or language is Language.CHINESE


def _is_too_general(parts: dict[str, str | None], slot: str, cues: Cues) -> bool:
    """Tell whether the relation is no word for one ("the rest of X is Y")."""
    return parts.get("relation") is not None and slot in cues.words["not_a_thing"]
