"""Reads the answer to a matter that has one at a time: "set the seat heating to low", 座椅加热调到低档 (rules D4, D5).

What is set stays as it was set, and another answer changes it: such statements revise. What is only asked for once
stays below the gate, as a wish does (rule W10).
"""

import re
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.reading import HEDGED, Reading, Statement, phrases
from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import USER, Claim, Polarity
from graphmem.domain.memory import MemoryType
from graphmem.language.cues import Cue
from graphmem.language.matters import ANY, Answer, Matters, matters
from graphmem.language.script import Language

_RECENT: Final = 4
"""Texts before a clause that may say what it is about."""
_SHORT: Final = {Language.ENGLISH: 6, Language.CHINESE: 12}
"""Words, in Chinese characters, of a clause that needs no verb to be an answer ("seat heating on low")."""
_REPORTS: Final = {
    Language.ENGLISH: re.compile(
        r"^(?:the|it|that|he|she|they|my|our)\b|\b(?:was|were|has|had|there is|there are)\b", re.IGNORECASE
    ),
    Language.CHINESE: re.compile(r"有(?!顶|人|遮|无|没)|过$|昨天|刚才|是(?!不是)"),
}
"""Shows that a clause tells how something is, and asks for nothing."""
_LONGEST: Final = 300


def read_matter(reading: Reading, conversation: Conversation) -> tuple[Candidate, ...]:
    """Read what a clause asks or sets of the matters it names; nothing of other people's, and of plain reports."""
    words = matters(reading.language)
    text = reading.cues.rewrite(reading.plain)
    if len(text) > _LONGEST or reading.cues.kin_mention.search(text) or words.asks.search(reading.led):
        return ()
    if not words.marker.search(text) and not _is_short(text, reading.language):
        return ()
    found = words.answers(text, conversation.latest_texts(_RECENT))
    if not words.sets.search(text) and not _is_short(text, reading.language):
        # the weather was cold: nothing is set by that
        found = tuple(answer for answer in found if not answer.matter.is_set)
    return tuple(_candidate(reading, answer, words, text) for answer in found)


def _is_short(text: str, language: Language) -> bool:
    size = len(text) if language is Language.CHINESE else len(text.split())
    return size <= _SHORT[language] and _REPORTS[language].search(text) is None


def _candidate(reading: Reading, answer: Answer, words: Matters, text: str) -> Candidate:
    cues, matter = reading.cues, answer.matter
    is_lasting = words.firm.search(text) is not None or reading.has(Cue.STANDING)
    is_firm = answer.is_refused or answer.value == ANY or matter.is_set or is_lasting
    say = "matter_not" if answer.is_refused else "matter" if is_firm else "matter_once"
    content = cues.say["matter_any" if answer.value == ANY else say]
    return reading.candidate(
        Statement(
            kind=MemoryType.PREFERENCE,
            content=content.format(who=cues.user, label=matter.label, object=answer.words),
            claim=Claim(
                subject=USER,
                topic=matter.id,
                value=answer.value,
                polarity=Polarity.NEGATIVE if answer.is_refused else Polarity.POSITIVE,
            ),
            phrases=phrases(cues, "preference", object=f"{matter.label} {answer.words}"),
            certainty=1.0 if is_firm else HEDGED,
            revises=True,
        )
    )
