"""Turns what the agent said into the user's own statement, where the user says yes to it (rules W10, W11, D13)."""

from typing import Final

from graphmem.language.cues import Cue, cues
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences

_LONGEST: Final = 300
"""Characters of a sentence that a plain yes can be about."""


def agrees(text: str) -> bool:
    """Tell whether a sentence is a yes and nothing else ("Yes, that's right", 对，是的)."""
    return len(text) <= _LONGEST and cues(detect_language(text)).has(Cue.AGREE, text.strip())


def as_said_by_user(agent_text: str) -> str | None:
    """Write the agent's last sentence in the first person ("So you live in Hangzhou?" is "I live in Hangzhou").

    None where it is not about the user.
    """
    sentences = split_sentences(agent_text)
    if not sentences or len(sentences[-1].text) > _LONGEST:
        return None
    text = sentences[-1].text
    words = cues(detect_language(text))
    if words.has(Cue.ALTERNATIVE, text):
        return None
    written = text
    for pattern, replacement in words.turned:
        written = pattern.sub(replacement, written)
    return written.strip() if written != text and words.oneself.search(written) else None
