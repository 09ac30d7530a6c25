"""Reads what takes back or loosens something said before: revisions, withdrawals and one-off exceptions (D3, D4)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.profile import refilled
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases
from graphmem.deciding.rules.substitution import is_elliptic, substituted
from graphmem.domain.candidate import Candidate, Ignored, Intent
from graphmem.domain.claim import USER, Claim, Polarity
from graphmem.domain.memory import Flag, MemoryType
from graphmem.language.concepts import lexicon
from graphmem.language.cues import Cue
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, topic

_UNKNOWN: Final = 0.8
"""Times `HEDGED`: a revision of something that was not found in the conversation."""
_LONGEST: Final = {Language.ENGLISH: 80, Language.CHINESE: 24}
"""Characters of a clause that may be a licence and nothing else."""
_STANDING: Final = frozenset({MemoryType.PREFERENCE, MemoryType.FACT})


def read_exception(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read a one-off licence ("just this once", 这次…也行) against something that is refused otherwise."""
    is_short = len(reading.plain) <= _LONGEST[reading.language]
    if not (is_short and reading.has(Cue.EXCEPT) and reading.has(Cue.LICENCE)):
        return ()
    named = _named(reading) or _refused_last(conversation)
    if named is None:
        return ()
    value, words = named
    concept = lexicon().get(value)
    about = concept.kind if concept is not None and lexicon().is_exclusive(concept.kind) else value
    is_today = reading.has(Cue.TODAY)
    say = reading.cues.say["exception_today" if is_today else "exception"]
    candidate = reading.candidate(
        Statement(
            kind=MemoryType.PREFERENCE,
            content=say.format(who=reading.cues.user, object=words),
            claim=Claim(subject=USER, topic=about, value=value, polarity=Polarity.POSITIVE),
            phrases=phrases(reading.cues, "exception", object=words),
            flags=frozenset({Flag.EXCEPTION}),
        )
    )
    if reading.has(Cue.LASTING):
        return (lasting(candidate, words, reading),)
    midnight = reading.at.replace(hour=0, minute=0, second=0, microsecond=0)
    ends = midnight + timedelta(days=1) if is_today else None
    return (replace(candidate, intent=Intent.EXCEPT, valid_to=ends, is_situational=False),)


def lasting(exception: Candidate, words: str, reading: Reading) -> Candidate:
    """Turn a licence of this time into one of every time, which takes the refusal back (rule D4)."""
    content = reading.cues.say["accepts"].format(who=reading.cues.user, object=words)
    return replace(
        exception,
        content=content,
        intent=Intent.REVISE,
        flags=exception.flags - {Flag.EXCEPTION},
        valid_to=None,
        is_situational=False,
    )


def lasts(items: Sequence[Candidate | Ignored], reading: Reading) -> Candidate | None:
    """Write the exception before this clause as the change that this clause makes of it (以后也可以)."""
    latest = items[-1] if items else None
    if not isinstance(latest, Candidate) or latest.intent is not Intent.EXCEPT or not reading.has(Cue.LASTING):
        return None
    return lasting(latest, _things(latest) or latest.claim.value or "", reading)


def read_withdrawal(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read "never mind, I don't want it": the negation of the latest decision, plan or wish."""
    if not any(reading.cues.has(Cue.WITHDRAW, text) for text in (reading.whole, reading.plain.strip(" ,.!，。！"))):
        return ()
    earlier = next(conversation.latest_first(), None)
    if earlier is None or earlier.claim.value is None or earlier.type is MemoryType.PROFILE:
        return ()
    if earlier.claim.polarity is Polarity.NEGATIVE:
        return ()  # not to want something is no wish that could be withdrawn
    words = _things(earlier) or earlier.claim.value
    return (
        replace(
            reading.candidate(
                Statement(
                    kind=earlier.type,
                    content=reading.cues.say["withdrawn"].format(who=reading.cues.user, object=words),
                    claim=replace(earlier.claim, polarity=Polarity.NEGATIVE),
                    phrases=phrases(reading.cues, "decision", object=words),
                )
            ),
            intent=Intent.REVISE,
        ),
    )


def read_revision(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read an elliptic revision ("no, steel"); unknown where nothing before it has a value of that class."""
    if not reading.has(Cue.REVISE) or not is_elliptic(reading.whole, reading.language):
        return ()
    if (found := _right_word(reading, conversation)) is not None:
        return (found,)
    if (found := substituted(reading, reading.whole, conversation)) is not None:
        return (found,)
    value = topic(reading.whole, reading.cues)
    if value is None or len(concepts_in(value)) != len(value.split()):
        return ()
    candidate = reading.candidate(
        Statement(
            kind=MemoryType.CORRECTION,
            content=reading.cues.say["changed"].format(who=reading.cues.user, object=reading.whole),
            claim=Claim(value=value),
            phrases=(reading.whole,),
            certainty=HEDGED * _UNKNOWN,
        )
    )
    return (replace(candidate, intent=Intent.REVISE),)


def _right_word(reading: Reading, conversation: Conversation) -> Candidate | None:
    """Read "I misspoke, it's Xianyang" as the value of the slot that was filled right before."""
    latest = conversation.latest_said
    if latest is None or latest.claim.attribute is None or latest.claim.subject != USER:
        return None
    if not reading.has(Cue.MISSPOKE):
        return None
    return refilled(reading, latest.claim.attribute, reading.whole)


def _named(reading: Reading) -> tuple[str, str] | None:
    """Name what is allowed: the concepts of the clause, as said."""
    kinds = ("weekday", "kin", "speech")
    plain = reading.cues.folding.measure.sub("", reading.plain)
    mentions = [mention for mention in lexicon().mentions(plain) if mention.concept.kind not in kinds]
    if not mentions:
        return None
    words = plain[mentions[0].start : mentions[-1].end]
    value = topic(words, reading.cues)
    single = mentions[0].concept if len(mentions) == 1 else None
    if single is not None and single.kind == "taste":
        words = reading.cues.say["taste"].format(taste=single.label(reading.language))
    elif single is not None and single.kind == "channel":
        words = single.label(reading.language)
    return None if value is None else (value, words)


def _refused_last(conversation: Conversation) -> tuple[str, str] | None:
    for earlier in conversation.latest_first():
        if earlier.type in _STANDING and earlier.claim.polarity is Polarity.NEGATIVE and earlier.claim.value:
            return earlier.claim.value, _things(earlier) or earlier.claim.value
    return None


def _things(candidate: Candidate) -> str:
    """Name the things a candidate is about, in its own words."""
    words = set((candidate.claim.value or "").split()) | {candidate.claim.topic or ""}
    mentions = [m for m in lexicon().mentions(candidate.content) if m.concept.id in words]
    return candidate.content[mentions[0].start : mentions[-1].end] if mentions else ""
