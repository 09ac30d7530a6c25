"""Reads that what was said right before is not to count ("scratch that", "just kidding", 当我没说, 开玩笑的).

What was said in the turns that are being read is then never written; what was written before them ends (rule D10).
"""

import re
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.conversation import Conversation
from graphmem.deciding.rules.signal import is_bare_joke, opens_with_joke
from graphmem.domain.candidate import Candidate, Intent, Span
from graphmem.language.cues import Cue, cues
from graphmem.language.script import detect_language

TAKEN_BACK: Final = "taken back at once"
_LONGEST: Final = 120
_LAST_PART: Final = re.compile(r"[,;，；。]\s*(?=[^,;，；。]*$)|\s+[-–—]+\s+(?=[^-–—]*$)")


def takes_back(text: str, *, is_first: bool) -> bool:
    """Tell whether a sentence does nothing but take back what was said before it.

    A joke inside a turn is seen with the sentence it is about; one that opens a turn is about the turn before.
    """
    words = cues(detect_language(text))
    if len(text) > _LONGEST:
        return False
    return words.has(Cue.RETRACT, _plain(text)) or (is_first and is_bare_joke(text, words))


def takes_back_and_goes_on(text: str) -> bool:
    """Tell whether a turn opens by calling the turn before a joke ("just kidding, I live in Rome")."""
    return opens_with_joke(text, cues(detect_language(text)))


def is_unsaid(text: str) -> bool:
    """Tell whether a sentence takes itself back at its end ("I hate mango, scratch that")."""
    parts = _LAST_PART.split(text.rstrip(" .。!！"))
    return len(parts) > 1 and cues(detect_language(text)).has(Cue.RETRACT, _plain(parts[-1]))


def retracted(conversation: Conversation, span: Span) -> list[Candidate]:
    """End what was written of the statements before; those of the turns being read are only noted as taken back."""
    said = conversation.take_back()
    return [
        replace(taken_back(candidate), span=span, reason=None, reason_span=None, is_retraction=True)
        for candidate in said
        if candidate.span is not None and candidate.span.turn < 0
    ]


def taken_back(said: Candidate) -> Candidate:
    """End what was said, where it is held (rule D10)."""
    words = cues(detect_language(said.content))
    content = words.say["taken_back"].format(who=words.user, object=said.content)
    return replace(said, content=content, intent=Intent.FINISH, certainty=1.0)


def _plain(text: str) -> str:
    return text.strip().replace("’", "'")
