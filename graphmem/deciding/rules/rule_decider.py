"""The decider without a model: deterministic, English and Chinese, the default (rule W4)."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules import signal
from graphmem.deciding.rules.clauses import MOST_CLAUSES, Clause, clauses
from graphmem.deciding.rules.conversation import MOST_TEXTS, Conversation
from graphmem.deciding.rules.correction import read_exception, read_revision, read_withdrawal
from graphmem.deciding.rules.decision import read_decision, read_leaning
from graphmem.deciding.rules.explicit import named_topic, read_explicit
from graphmem.deciding.rules.fact import read_fact, read_personality
from graphmem.deciding.rules.plan import read_plan
from graphmem.deciding.rules.preference import read_diet, read_preference
from graphmem.deciding.rules.profile import read_profile
from graphmem.deciding.rules.reading import Reading, Subject, read
from graphmem.deciding.rules.reasons import with_reasons
from graphmem.deciding.rules.taboo import read_taboo
from graphmem.domain.candidate import Candidate, Extraction, Ignored, MessageRole, Span, Turn
from graphmem.domain.claim import USER, Claim
from graphmem.domain.memory import MemoryType, Source
from graphmem.language.cues import Cue, Cues, cues
from graphmem.language.script import Language, detect_language
from graphmem.language.sentences import split_sentences

_Rule = Callable[[Reading, Conversation], tuple[Candidate, ...]]

_RULES: Final[tuple[_Rule, ...]] = (
    read_withdrawal,
    read_exception,
    read_diet,
    read_profile,
    read_taboo,
    read_preference,
    read_personality,
    read_plan,
    read_decision,
    read_leaning,
    read_revision,
    read_fact,
    read_explicit,
)
"""Tried in this order; the first that reads something in a clause decides what it is."""

_SOURCES: Final = {
    MessageRole.USER: Source.USER_STATED,
    MessageRole.ASSISTANT: Source.AGENT_GENERATED,
    MessageRole.TOOL: Source.SYSTEM_EVENT,
    MessageRole.SYSTEM: Source.SYSTEM_EVENT,
}


LIMIT_RULE: Final = "P3"


class RuleDecider:
    """Reads statements by patterns; needs no model, keeps no state, never fails on odd text."""

    async def extract(self, turns: Sequence[Turn], *, recent: Sequence[Turn]) -> Extraction:
        """Read candidates out of the user's turns; the other roles only say what is talked about.

        See `Decider.extract`. Every sentence of a user ends as a candidate or as an `Ignored` (rule W14).
        """
        return await asyncio.to_thread(_extract, turns, recent)

    async def read_statement(self, content: str, turn: Turn) -> Candidate:
        """Understand one statement given to `remember`; see `Decider.read_statement`."""
        asked = Turn(role=MessageRole.USER, content=content, at=turn.at)
        found = [item for item in _turn_items(asked, 0, Conversation()) if isinstance(item, Candidate)]
        language = detect_language(content)
        candidate = found[0] if found else _unread(content, language)
        return replace(
            candidate,
            content=content,
            language=language.value,
            span=None,
            source=_SOURCES[turn.role],
            is_explicit=True,
        )


def _extract(turns: Sequence[Turn], recent: Sequence[Turn]) -> Extraction:
    conversation = Conversation()
    for turn in recent[-MOST_TEXTS:]:
        for item in _turn_items(turn, 0, conversation):
            if isinstance(item, Candidate):
                conversation.add(item)
    items: list[Candidate | Ignored] = []
    for number, turn in enumerate(turns):
        items.extend(_turn_items(turn, number, conversation))
    return Extraction(
        candidates=tuple(item for item in items if isinstance(item, Candidate)),
        ignored=tuple(item for item in items if isinstance(item, Ignored)),
    )


def _turn_items(turn: Turn, number: int, conversation: Conversation) -> list[Candidate | Ignored]:
    """Read one turn, clause by clause; whatever is said becomes part of the conversation."""
    if turn.role is not MessageRole.USER:
        conversation.hear(turn.content)
        return []
    sentences = [(sentence.start, sentence.end) for sentence in split_sentences(turn.content)]
    texts = [turn.content[start:end] for start, end in sentences]
    jokes = signal.jokes(texts, cues(detect_language(turn.content)))
    items: list[Candidate | Ignored] = []
    read_clauses = 0
    for place, sentence in enumerate(sentences):
        # Sentence by sentence: people who speak two languages use both in one breath.
        words = cues(detect_language(texts[place]))
        parts = clauses(turn.content, [sentence], words)[: MOST_CLAUSES - read_clauses]
        around = frozenset({Cue.JOKE}) if place in jokes else frozenset[Cue]()
        items.extend(_sentence_items(turn, number, list(parts), words, around, conversation))
        read_clauses += len(parts)
        if read_clauses >= MOST_CLAUSES and place + 1 < len(sentences):
            rest = Span(turn=number, start=sentences[place + 1][0], end=sentences[-1][1])
            items.append(
                Ignored(span=rest, rule=LIMIT_RULE, reason="beyond what is read of one message; send it in parts")
            )
            break
    return items


def _sentence_items(
    turn: Turn, number: int, parts: list[Clause], words: Cues, around: frozenset[Cue], conversation: Conversation
) -> list[Candidate | Ignored]:
    """Read the clauses of one sentence; a clause that only says why goes with its neighbour."""
    items: list[Candidate | Ignored] = []
    subject = Subject(USER, words.user)
    for clause in parts:
        reading = read(clause, turn=number, at=turn.at, cues=words, inherited=subject)
        if reading.has(Cue.HYPOTHETICAL):
            around |= {Cue.HYPOTHETICAL}
        subject = reading.opening
        for item in _clause_items(reading, conversation, around):
            if isinstance(item, Candidate):
                conversation.add(item)
            items.append(item)
        conversation.hear(clause.text)
    return with_reasons(items, parts)


def _clause_items(
    reading: Reading, conversation: Conversation, around: frozenset[Cue]
) -> tuple[Candidate, ...] | tuple[Ignored, ...]:
    if (reason := signal.barred(reading, around=around)) is None:
        for rule in _RULES:
            if found := rule(reading, conversation):
                return found
        reason = signal.idle(reading)
    return (Ignored(span=reading.span, rule=signal.RULE, reason=reason),)


def _unread(content: str, language: Language) -> Candidate:
    return Candidate(
        type=MemoryType.FACT,
        content=content,
        language=language.value,
        claim=Claim(topic=named_topic(content, cues(language))),
        span=None,
        search_phrases=(),
    )
