"""What the agent said just before a turn: a user who only repeats it gives no evidence (rule W11)."""

from collections.abc import Sequence

from graphmem.domain.candidate import MessageRole, Turn
from graphmem.language.cues import Cue, cues
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences

AGENT_TURNS = 3
MOST_SENTENCES = 12
LONGEST_SENTENCE = 300


def heard_before(place: int, turns: Sequence[Turn], recent: Sequence[Turn]) -> tuple[str, ...]:
    """The last sentences of the agent's last turns before turn number `place`, without its questions, oldest first.

    A question claims nothing: who answers it in its words gives evidence.
    """
    spoken = [t.content for t in [*recent, *turns[:place]] if t.role is MessageRole.ASSISTANT][-AGENT_TURNS:]
    sentences = [text[s.start : s.end] for text in spoken for s in split_sentences(text)]
    said = [s for s in sentences if len(s) <= LONGEST_SENTENCE and not _asks(s)]
    return tuple(dict.fromkeys(said[-MOST_SENTENCES:]))


def _asks(sentence: str) -> bool:
    return sentence.rstrip().endswith(("?", "？")) or cues(detect_language(sentence)).has(Cue.QUESTION, sentence)
