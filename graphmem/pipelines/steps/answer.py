"""A bare yes, no or "the new one" settles an open question of the session (rule D13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.deciding.rules.agreement import agrees
from graphmem.deciding.rules.answers import refuses
from graphmem.domain.candidate import MessageRole, Turn
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.open_question import Reply, Side, Sides, chosen
from graphmem.domain.session import OpenQuestion
from graphmem.errors import Conflict, NotFound
from graphmem.ids import MemoryId
from graphmem.language.cues import Cue, cues
from graphmem.language.reference_words import reference_words
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Resolution, ResolveConflictRequest
from graphmem.pipelines.resolve_conflict import RULE, keep_side
from graphmem.pipelines.written import MadeDecision
from graphmem.store import memories, sessions

_LONGEST = 60
"""Characters of a turn that only answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A turn that only answers, and the sentence right before it."""

    turn: int
    reply: Reply
    before: str
    """Empty where nothing was said before, as where the question comes from an earlier conversation."""
    was_asked: bool


def answer_in(turns: Sequence[Turn], recent: Sequence[Turn]) -> Answer | None:
    """The first new turn of the user, where it is nothing but an answer."""
    place = next((i for i, turn in enumerate(turns) if turn.role is MessageRole.USER), None)
    before = [*recent, *turns[:place]]
    reply = None if place is None else _reply(turns[place].content.strip())
    if place is None or reply is None:
        return None
    last = split_sentences(before[-1].content) if before else []
    if not last:
        return Answer(turn=place, reply=reply, before="", was_asked=False)
    was_asked = before[-1].role is MessageRole.ASSISTANT
    if was_asked and reply in {Reply.YES, Reply.NO} and not _asks(last[-1].text):
        return None
    return Answer(turn=place, reply=reply, before=last[-1].text, was_asked=was_asked)


async def settle_question(draft: Draft, answer: Answer | None, session_id: str) -> MadeDecision | None:
    """End the conflict that an answer decides; none where no open question of the session is meant for certain."""
    if answer is None:
        return None
    found = await sessions.current(draft.tx, draft.owner, session_id, at=draft.ledger.at)
    questions = found[1].working.questions if found else ()
    ids = [i for q in questions for i in (q.newer, q.older)]
    held = await memories.by_ids(draft.tx, draft.owner, ids, types=draft.writes)
    meant: list[tuple[OpenQuestion, Side]] = []
    for question in questions:
        if not {question.newer, question.older} <= held.keys():
            continue
        newer, older = held[question.newer], held[question.older]
        phrases = " ".join([*newer.search_phrases, *older.search_phrases])
        sides = Sides(newer=newer.content, older=older.content, about=phrases)
        side = chosen(sides, answer.reply, answer.before, was_asked=answer.was_asked)
        if side is not None:
            meant.append((question, side))
    if len(meant) != 1:
        return None
    return await _settled(draft, *meant[0])


async def _settled(draft: Draft, question: OpenQuestion, side: Side) -> MadeDecision | None:
    ids: tuple[MemoryId, MemoryId] = (question.newer, question.older)
    resolution = Resolution.KEEP_NEW if side is Side.NEWER else Resolution.KEEP_OLD
    why = Why(
        action=Action.RESOLVE, rule=RULE, reason=f"the user was asked, and says that the {side.value} one holds",
        actor=draft.call.principal.actor,
    )  # fmt: skip
    request = ResolveConflictRequest(memory_id=ids[0], other_id=ids[1], resolution=resolution)
    try:
        kept, other = await keep_side(draft, request, why)
    except (Conflict, NotFound):
        return None  # it was resolved meanwhile
    return made_of(kept, why, related=other)


def _reply(text: str) -> Reply | None:
    if not text or len(text) > _LONGEST:
        return None
    patterns = reference_words(detect_language(text)).patterns
    for reply in (Reply.NEWER, Reply.OLDER):
        if patterns[reply.value].search(text):
            return reply
    if agrees(text):
        return Reply.YES
    return Reply.NO if refuses(text) else None


def _asks(sentence: str) -> bool:
    is_marked = sentence.rstrip().endswith(("?", "？"))
    return is_marked or cues(detect_language(sentence)).has(Cue.QUESTION, sentence)
