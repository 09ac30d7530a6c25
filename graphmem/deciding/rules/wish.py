"""Reads what speakers ask to be given or spared ("find me Italian restaurants", "avoid toll roads"): signs of a taste.

What is refused, or asked for from now on, is the speaker's word. What is only asked for once is a passing interest: it
stays below the gate until it has come back often enough (rule W10).
"""

import re
from typing import Final

from graphmem.deciding.rules.attitude import attitude_claim, named_thing
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.named import BRAND, name_in
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER, Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.concepts import PLACES
from graphmem.language.cues import Cue, Pattern, Shape
from graphmem.language.matters import matters
from graphmem.language.topics import concepts_in, topic

_MOST_WORDS: Final = 6
_RECENT: Final = 4
"""Texts before a clause that may say what kind of thing a name is."""
_NAME: Final = re.compile(r"\b[A-Z][a-z0-9]|《|[A-Za-z]{2,}(?=.*[\u4e00-\u9fff])")
_POINTED: Final = re.compile(r"^(?:that|this|those|these) (?=(?-i:[A-Z\"\']))", re.IGNORECASE)
"""Points at something that is named right after: "that Blue Harbour album"."""
_WAY: Final = re.compile(r"\b(?:to|towards|for) (?:the )?$|[去到往]$", re.IGNORECASE)
"""Ends the words before a place that the way is asked to."""
_GERUND: Final = re.compile(r"\w+ing\b", re.IGNORECASE)
_GENERAL_KINDS: Final = PLACES | {"thing", "aspect", "weekday"}
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
    return _answered(reading, conversation) or _named(reading, conversation)


def _named(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a name asked for beside its kind in a way that no pattern knows ("Night Desk sounds good")."""
    words = matters(reading.language)
    name = name_in(reading.led, reading.cues)
    kind = reading.cues.folding.wish_kind
    if (
        name is None
        or not words.marker.search(reading.led)
        or words.asks.search(reading.led)
        or reading.cues.kin_mention.search(reading.plain)
        or not (kind.search(reading.led) or kind.search(conversation.latest_texts(_RECENT)))
    ):
        return ()
    claim = _claim_of(name, Polarity.POSITIVE, reading)
    if claim is None or words.not_before.search(reading.led.partition(name)[0]):
        return ()
    is_lasting = words.firm.search(reading.led) is not None or reading.has(Cue.STANDING)
    return (
        reading.candidate(
            Statement(
                kind=MemoryType.PREFERENCE,
                content=reading.cues.say["wish" if is_lasting else "passing"].format(
                    who=reading.cues.user, object=name
                ),
                claim=claim,
                phrases=phrases(reading.cues, "preference", object=name),
                certainty=1.0 if is_lasting else HEDGED,
            )
        ),
    )


def _claim_of(name: str, polarity: Polarity, reading: Reading) -> Claim | None:
    about = topic(name, reading.cues)
    return Claim(subject=USER, topic=about, value=about, polarity=polarity) if about else None


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
    name = name_in(asked, cues)
    claim = _claim_of(name, polarity, reading) if name else None
    claim = claim or attitude_claim(said, subject=USER, polarity=polarity, condition=None, reading=reading)
    if claim is None or claim.value is None or _is_way(asked, reading):
        return None
    if not _is_taste(claim.value, asked, pattern, reading):
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


def _is_way(asked: str, reading: Reading) -> bool:
    """Tell the way to a place ("navigate to North Hill") from a kind of place, or one of a chain."""
    leads = _WAY.search(reading.whole.partition(asked)[0]) is not None
    is_kind = reading.cues.folding.wish_kind.search(asked) or concepts_in(topic(asked, reading.cues))
    return leads and not is_kind and BRAND.search(asked) is None


def _is_taste(value: str, asked: str, pattern: Pattern, reading: Reading) -> bool:
    """Tell a taste ("Italian restaurants", "play jazz") from an errand ("find a flight", "set an alarm for 7")."""
    cues, words, known = reading.cues, value.split(), concepts_in(value)
    is_all_known = len(known) == len(words)
    if len(words) > _MOST_WORDS or set(words) <= cues.words["not_a_wish"]:
        return False
    if is_all_known and all(concept.kind in _GENERAL_KINDS for concept in known):
        return False
    if not pattern.is_vague:
        return True
    if pattern.is_negative and len(words) == 1 and not reading.has(Cue.STANDING) and not _NAME.search(asked):
        # "turn off the lights" is done and over
        return False
    is_of_a_kind = cues.folding.wish_kind.search(reading.whole) is not None
    if pattern.needs_concept:
        return is_of_a_kind
    return (
        is_of_a_kind
        or any(concept.kind in _TASTES for concept in known)
        or (not known and _NAME.search(asked) is not None)
    )
