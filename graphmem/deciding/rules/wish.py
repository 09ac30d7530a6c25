"""Reads what speakers ask to be given or spared ("find me Italian restaurants", "avoid toll roads"): signs of a taste.

What is refused, or asked for from now on, is the speaker's word. What is only asked for once is a passing interest: it
stays below the gate until it has come back often enough (rule W10).
"""

import re
from typing import Final

from graphmem.deciding.rules.attitude import attitude_claim, named_thing
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Cue, Pattern, Shape
from graphmem.language.topics import concepts_in, topic

_MOST_WORDS: Final = 6
_NAME: Final = re.compile(r"\b[A-Z][a-z0-9]|《|[A-Za-z]{2,}(?=.*[\u4e00-\u9fff])")
_POINTED: Final = re.compile(r"^(?:that|this|those|these) (?=(?-i:[A-Z\"\']))", re.IGNORECASE)
"""Points at something that is named right after: "that Blue Harbour album"."""
_GERUND: Final = re.compile(r"\w+ing\b", re.IGNORECASE)
_GENERAL_KINDS: Final = frozenset({"thing", "aspect", "weekday", "city", "country", "region"})
_TASTES: Final = frozenset({"food", "drink", "taste", "diet", "genre", "price", "amenity", "eatery"})


def read_wish(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a wish; nothing where it names no kind of thing but only an errand."""
    for pattern in reading.cues.statements[Shape.WISH]:
        match = pattern.regex.match(reading.whole)
        # "playing games helps me" asks for nothing
        if (
            match is not None
            and not _GERUND.match(reading.whole)
            and (found := _candidate(reading, pattern, match)) is not None
        ):
            return (found,)
    return _answered(reading, conversation)


def _answered(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a bare kind of thing as the answer to what the agent asked: "Which kind of place?", "Fine dining"."""
    asked = conversation.agent_text or ""
    words = topic(reading.whole, reading.cues)
    known = concepts_in(words)
    is_kind = bool(known) and len(known) == len((words or "").split()) and {c.kind for c in known} <= _TASTES
    if ("?" not in asked and "？" not in asked) or not is_kind:
        return ()
    claim = attitude_claim(reading.whole, subject=USER, polarity=Polarity.POSITIVE, condition=None, reading=reading)
    if claim is None:
        return ()
    content = reading.cues.say["passing"].format(who=reading.cues.user, object=reading.whole)
    told = phrases(reading.cues, "preference", object=reading.whole)
    return (
        reading.candidate(
            Statement(kind=MemoryType.PREFERENCE, content=content, claim=claim, phrases=told, certainty=HEDGED)
        ),
    )


def _candidate(reading: Reading, pattern: Pattern, match: re.Match[str]) -> Candidate | None:
    cues = reading.cues
    asked = _POINTED.sub("", cues.folding.wish_end.sub("", match["object"]).strip())
    said = named_thing(_bare(asked, cues.folding.wish_filler), cues)
    is_lasting = not pattern.is_vague or reading.has(Cue.STANDING) or reading.has(Cue.EMPHASIS)
    if said is None or cues.unnamed.match(said):
        return None
    polarity = Polarity.NEGATIVE if pattern.is_negative else Polarity.POSITIVE
    claim = attitude_claim(said, subject=USER, polarity=polarity, condition=None, reading=reading)
    if claim is None or claim.value is None or not _is_taste(claim.value, said, pattern, reading):
        return None
    say = pattern.say or cues.say["wish" if is_lasting else "passing"]
    return reading.candidate(
        Statement(
            kind=MemoryType.PREFERENCE,
            content=say.format(who=cues.user, object=asked),
            claim=claim,
            phrases=phrases(cues, "preference", object=said),
            certainty=1.0 if is_lasting else HEDGED,
            revises=pattern.revises,
        )
    )


def _bare(words: str, filler: re.Pattern[str]) -> str:
    """Leave out which of its kind is wanted ("the nearest") and what every such place is called ("restaurant")."""
    return re.sub(r"\s{2,}", " ", filler.sub(" ", words)).strip()


def _is_taste(value: str, said: str, pattern: Pattern, reading: Reading) -> bool:
    """Tell a taste ("Italian restaurants", "play jazz") from an errand ("find a flight", "set an alarm for 7")."""
    cues, words, known = reading.cues, value.split(), concepts_in(value)
    is_all_known = len(known) == len(words)
    if len(words) > _MOST_WORDS or set(words) <= cues.words["not_a_wish"]:
        return False
    if is_all_known and all(concept.kind in _GENERAL_KINDS for concept in known):
        return False
    if not pattern.is_vague:
        return True
    if pattern.is_negative and len(words) == 1 and not reading.has(Cue.STANDING) and not _NAME.search(said):
        # "turn off the lights" is done and over
        return False
    is_of_a_kind = cues.folding.wish_kind.search(reading.whole) is not None
    if pattern.needs_concept:
        return is_of_a_kind
    return (
        is_of_a_kind
        or any(concept.kind in _TASTES for concept in known)
        or (not known and _NAME.search(said) is not None)
    )
