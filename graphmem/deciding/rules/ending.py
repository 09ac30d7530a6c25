"""Reads that something is over: the trip is done, the order has arrived, the exam is taken (rule D10)."""

import re
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.attitude import named_thing
from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.plan import destination
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.domain.things import JOURNEY
from graphmem.language.concepts import PLACES, fold_in_place
from graphmem.language.cues import Cues, Shape
from graphmem.language.script import Language
from graphmem.language.topics import concepts_in, topic

_MARKS: Final = " 。.！!~～，,；;"
_MAY_END: Final = frozenset({MemoryType.PLAN, MemoryType.DECISION, MemoryType.OUTCOME, MemoryType.FACT})


def read_ending(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read what is finished; its claim is that of the plan it ends, where that was spoken of before."""
    for pattern in reading.cues.statements[Shape.ENDING]:
        match = pattern.regex.match(with_its_end(reading))
        if match is not None and (found := _candidate(reading, match, conversation)) is not None:
            return (found,)
    return ()


def _candidate(reading: Reading, match: re.Match[str], conversation: Conversation) -> Candidate | None:
    words = _words(reading, match)
    said = named_thing(words, reading.cues) if words else None
    about = destination(topic(said, reading.cues)) or fold_in_place(said) if said else None
    if said is None or about is None or about in reading.cues.words["not_ended"]:
        return None
    subject = reading.subject(match)
    ended = _ended(about, conversation, reading.cues)
    candidate = reading.candidate(
        Statement(
            # of nothing that was spoken of: only worth something where it ends what is held (rule D10)
            kind=ended.type if ended else MemoryType.FACT,
            certainty=1.0 if ended else HEDGED,
            content=reading.cues.say["ended"].format(who=subject.words, object=said),
            claim=ended.claim if ended else Claim(subject=subject.id, topic=about),
            phrases=phrases(reading.cues, "plan", object=said),
        )
    )
    return replace(candidate, intent=Intent.FINISH)


def with_its_end(reading: Reading) -> str:
    """The statement with the particle that says it is over (了), which is stripped from others."""
    is_over = reading.language is Language.CHINESE and reading.led.rstrip(_MARKS).endswith("了")
    return reading.whole + "了" if is_over and not reading.whole.endswith("了") else reading.whole


def _words(reading: Reading, match: re.Match[str]) -> str:
    """Name what ended; a verb that stands alone by the noun that goes with it (考完了: 考试)."""
    parts = match.groupdict()
    verb, thing = parts.get("verb") or "", (parts.get("object") or "").strip()
    if not verb:
        return thing
    return reading.cues.nouns.get(verb + thing) or reading.cues.nouns.get(verb if not thing else "") or thing


def _ended(about: str, conversation: Conversation, cues: Cues) -> Candidate | None:
    """The plan or decision spoken of before that shares a word with what is over."""
    words = set(about.split())
    for earlier in conversation.latest_first():
        named = set(f"{earlier.claim.topic or ''} {topic(earlier.content, cues) or ''}".split())
        if earlier.type in _MAY_END and words & named:
            return earlier
        if about == JOURNEY and earlier.type is MemoryType.PLAN and _leads_somewhere(earlier):
            return earlier
    return None


def _leads_somewhere(candidate: Candidate) -> bool:
    return any(concept.kind in PLACES for concept in concepts_in(candidate.claim.topic))
