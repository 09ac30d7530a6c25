"""The decider without a model: deterministic, English and Chinese, the default (rule W4)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from graphmem.deciding.decider import Known
from graphmem.deciding.rules import signal
from graphmem.deciding.rules.conversation import MOST_TEXTS, Conversation
from graphmem.deciding.rules.explicit import named_topic
from graphmem.deciding.rules.retraction import TAKEN_BACK
from graphmem.deciding.rules.turns import read_turn
from graphmem.domain.candidate import Candidate, Extraction, Ignored, MessageRole, Turn
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType, Source
from graphmem.language.cues import cues
from graphmem.language.script import Language, detect_language

_SOURCES: Final = {
    MessageRole.USER: Source.USER_STATED,
    MessageRole.ASSISTANT: Source.AGENT_GENERATED,
    MessageRole.TOOL: Source.SYSTEM_EVENT,
    MessageRole.SYSTEM: Source.SYSTEM_EVENT,
}


class RuleDecider:
    """Reads statements by patterns; needs no model, keeps no state, never fails on odd text."""

    wants_known: bool = False

    async def extract(
        self, turns: Sequence[Turn], *, recent: Sequence[Turn], known: Sequence[Known] = ()
    ) -> Extraction:
        """Read candidates out of the user's turns; the other roles only say what is talked about.

        See `Decider.extract`. Every sentence of a user ends as a candidate or as an `Ignored` (rule W14).
        """
        return await asyncio.to_thread(_extract, turns, recent)

    async def read_statement(self, content: str, turn: Turn) -> Candidate:
        """Understand one statement given to `remember`; see `Decider.read_statement`."""
        asked = Turn(role=MessageRole.USER, content=content, at=turn.at)
        found = [item for item in read_turn(asked, 0, Conversation()) if isinstance(item, Candidate)]
        language = detect_language(content)
        candidate = found[0] if found else _unread(content, language)
        return replace(
            candidate,
            content=content,
            language=language.value,
            span=None,
            reason_span=None,
            source=_SOURCES[turn.role],
            is_explicit=True,
        )


def _extract(turns: Sequence[Turn], recent: Sequence[Turn]) -> Extraction:
    conversation = Conversation()
    before = recent[-MOST_TEXTS:]
    for number, turn in enumerate(before, -len(before)):
        # negative numbers tell what is written already from what is being read
        read_turn(turn, number, conversation)
    read: list[Candidate | Ignored] = []
    for number, turn in enumerate(turns):
        read.extend(read_turn(turn, number, conversation))
    items = [_unless_taken_back(item, conversation) for item in read]
    return Extraction(
        candidates=tuple(item for item in items if isinstance(item, Candidate)),
        ignored=tuple(item for item in items if isinstance(item, Ignored)),
    )


def _unless_taken_back(item: Candidate | Ignored, conversation: Conversation) -> Candidate | Ignored:
    if isinstance(item, Ignored) or item.span is None or not conversation.is_taken_back(item):
        return item
    return Ignored(span=item.span, rule=signal.RULE, reason=TAKEN_BACK)


def _unread(content: str, language: Language) -> Candidate:
    return Candidate(
        type=MemoryType.FACT,
        content=content,
        language=language.value,
        claim=Claim(topic=named_topic(content, cues(language))),
        span=None,
        search_phrases=(),
    )
