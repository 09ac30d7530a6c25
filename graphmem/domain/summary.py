"""The rolling summary of a session: the sentences of its messages that say the most, chosen anew (rule M1)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from graphmem.domain.candidate import MessageRole
from graphmem.domain.memory import Evidence
from graphmem.domain.session import LoggedMessage
from graphmem.domain.text_contrast import contrast
from graphmem.language.concepts import lexicon
from graphmem.language.cues import Cue, cues
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences
from graphmem.language.token_count import estimated_tokens
from graphmem.language.tokens import tokens, weight

FORGOTTEN: Final = "■"
LONGEST: Final = 400
"""Characters of a sentence that a summary may hold; a longer one is no sentence."""
_READ: Final = 4_000
"""Characters of a message that are looked through."""
_FEWEST: Final = 2
"""Telling words of a sentence that says something."""
_SAME: Final = 0.75
_NUMBER: Final = re.compile(r"\d|[一二两三四五六七八九十百千万]\s*[个月日号点分块元次天年]")
_IDLE: Final = (Cue.SMALL_TALK, Cue.THANKS, Cue.QUESTION, Cue.AGREE, Cue.REFUSE, Cue.JOKE)
_TELLING: Final = (Cue.EMPHASIS, Cue.EXPLICIT, Cue.REVISE, Cue.NOW)


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence of a message, and where it stands."""

    words: Evidence
    text: str
    role: MessageRole
    place: tuple[int, int]
    """Position of its message, and its first character."""

    @cached_property
    def topics(self) -> frozenset[str]:
        """What it is about."""
        return topics_of(self.text)


def sentences_of(logged: Iterable[LoggedMessage]) -> list[Sentence]:
    """What the messages say that still holds, sentence by sentence, in their order."""
    found: list[Sentence] = []
    for entry in logged:
        message = entry.message
        for s in split_sentences(message.content[:_READ]):
            barred = (*entry.outdated, *(message.suspected or ()))
            if FORGOTTEN in s.text or any(start < s.end and end > s.start for start, end in barred):
                continue
            words = Evidence(message_id=message.id, start=s.start, end=s.end)
            found.append(Sentence(words=words, text=s.text, role=message.role, place=(message.position, s.start)))
    return found


def holding(sentences: Sequence[Sentence], later: Sequence[Sentence], *, frame_share: float) -> list[Sentence]:
    """The sentences, each of which a later one contradicts giving way to that one."""
    kept: dict[Evidence, Sentence] = {}
    for sentence in sentences:
        latest = sentence
        for other in later:
            if (
                other.place > latest.place
                and _are_of_one_frame(latest, other)
                and contrast(latest.text, other.text, frame_share=frame_share)
            ):
                latest = other
        kept[latest.words] = latest
    return sorted(kept.values(), key=lambda s: s.place)


def _are_of_one_frame(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences share enough words to be compared word by word, which takes its time."""
    return 2 * len(one.topics & other.topics) >= max(len(one.topics), len(other.topics), 1) - 2


def summarised(
    sentences: Sequence[Sentence], *, goal: str | None, budget: int, frame_share: float
) -> tuple[Evidence, ...]:
    """Choose the sentences that a summary of at most `budget` tokens holds, in the order they were said.

    Whatever has to do with the goal comes before what has not; then what says more: names, numbers, things known,
    decisions. Nothing is written that was not said.
    """
    telling = [s for s in sentences if is_telling(s)]
    said = holding(telling, telling, frame_share=frame_share)
    aim = topics_of(goal) if goal else frozenset[str]()
    said = [s for s in said if not aim or aim & s.topics or s.role is MessageRole.USER or _NUMBER.search(s.text)]
    best = sorted(said, key=lambda s: (not (aim & s.topics), -_worth(s), s.place))
    chosen: list[Sentence] = []
    spent = 0
    for sentence in best:
        cost = estimated_tokens(sentence.text)
        if spent + cost <= budget and not any(_says_the_same(sentence, other) for other in chosen):
            chosen.append(sentence)
            spent += cost
    return tuple(s.words for s in sorted(chosen, key=lambda s: s.place))


def topics_of(text: str) -> frozenset[str]:
    """What a text is about, in either language: its telling words and the concepts it names."""
    return frozenset(t for t in tokens(text) if weight(t) == 1.0) | {f"#{concept}" for concept in _concepts(text)}


def _concepts(text: str) -> set[str]:
    return {mention.concept.id for mention in lexicon().mentions(text)}


def is_telling(sentence: Sentence) -> bool:
    """Whether a sentence says something that is worth to go on with."""
    text = sentence.text.strip()
    if len(text) > LONGEST or text.endswith(("?", "？")) or len(sentence.topics) < _FEWEST:
        return False
    words = cues(detect_language(text))
    return not any(words.has(cue, text) for cue in _IDLE)


def _worth(sentence: Sentence) -> float:
    text = sentence.text
    words = cues(detect_language(text))
    return (
        (1.0 if sentence.role is MessageRole.USER else 0.0)
        + (1.0 if _NUMBER.search(text) else 0.0)
        + sum(0.5 for cue in _TELLING if words.has(cue, text))
        + min(sum(topic.startswith("#") for topic in sentence.topics), 3) * 0.4
        + min(len(sentence.topics), 12) * 0.05
    )


def _says_the_same(one: Sentence, other: Sentence) -> bool:
    a, b = one.topics, other.topics
    return len(a & b) >= _SAME * min(len(a), len(b)) and contrast(one.text, other.text, frame_share=_SAME) is None
