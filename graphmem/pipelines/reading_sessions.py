"""Reading working memory, as it is or as it was at an instant (rules M1 to M3, D13, V3)."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.candidate import MessageRole
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.memory import Evidence, Flag, Memory
from graphmem.domain.owner import Owner, check_id
from graphmem.domain.page import Page, PageRequest
from graphmem.domain.policy import Policy
from graphmem.domain.rendering import Parts, Rendered, Turn, render
from graphmem.domain.session import LoggedMessage, Note, OpenQuestion, Session, exchanges
from graphmem.domain.summary import FORGOTTEN, Sentence, holding, sentences_of
from graphmem.errors import InvalidInput
from graphmem.language.references import SaidBefore, resolve_query
from graphmem.language.script import detect_language
from graphmem.language.sentences import split_sentences
from graphmem.pipelines.bounds import checked_instant
from graphmem.pipelines.reading import instant_of
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.screen import suspected_places
from graphmem.store import memories, sessions
from graphmem.store.connection import Transaction

MOST_MESSAGES = 100
"""Of a session; 20 exchanges have rarely more."""
LEAST_BUDGET = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFact:
    """Something that holds in this session: a note of the caller, or words of the user."""

    text: str
    note: Note | None = None
    words: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """An open question with the two memories it is about."""

    question: OpenQuestion
    newer: Memory
    older: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingMemoryView:
    """A session's working memory, ready to be shown; nothing in it tries to instruct (rule W2)."""

    session: Session
    goal: str | None
    summary: tuple[Sentence, ...]
    facts: tuple[SessionFact, ...]
    open_items: tuple[Note, ...]
    questions: tuple[AskedQuestion, ...]
    turns: tuple[LoggedMessage, ...]
    """The messages of the last exchanges, compressed ones too, oldest first."""

    @property
    def pending(self) -> tuple[LoggedMessage, ...]:
        """The turns that are not compressed."""
        return tuple(t for t in self.turns if t.message.position >= self.session.covered)


async def session(
    services: Services, owner: Owner, session_id: str, *, as_of: datetime | None
) -> WorkingMemoryView | None:
    """The working memory of a session that runs, or ran at an instant; none for one that is over or somebody else's."""
    now = services.clock.now()
    instant = checked_instant(as_of, "asOf", now=now)
    until = instant or END_OF_TIME
    check_id(session_id, "sessionId")

    async def read(tx: Transaction) -> tuple[Session, tuple[AskedQuestion, ...]] | None:
        found = await sessions.current(tx, owner.key, session_id, at=instant or now, until=until)
        if found is None:
            return None
        held = found[0]
        log = await sessions.log(tx, owner.key, session_id, held.working.linked, until=until, limit=MOST_MESSAGES)
        return replace(held, messages=tuple(_looked_at(entry) for entry in log)), await _asked(
            tx, owner, held, at=until
        )

    found = await services.database.read(read)
    if found is None:
        return None
    return await asyncio.to_thread(view_of, *found, services.policy, at=until)


def resolved_query(query: str, view: WorkingMemoryView | None) -> str:
    """A query with what it refers back to written out from the turns of its session, where that is certain (Q1)."""
    turns = () if view is None else view.turns
    told = [
        SaidBefore(text=t.message.content, is_user=t.message.role is MessageRole.USER)
        for t in turns
        if not t.message.suspected
    ]
    return resolve_query(query, told)


async def sessions_page(
    services: Services, owner: Owner, request: PageRequest, *, as_of: datetime | None
) -> Page[Session]:
    """A page of the sessions that run, or ran at an instant, by their last turn, the newest first."""
    now = services.clock.now()
    instant = instant_of(services, request, as_of)
    return await services.database.read(
        lambda tx: sessions.page(tx, owner.key, request, at=instant or now, as_of=instant)
    )


def rendered(view: WorkingMemoryView, policy: Policy, *, budget: int | None = None) -> Rendered:
    """Working memory as text for a prompt, in the language of the conversation; at most `budget` tokens (rule M1)."""
    most = policy.sessions.tokens
    wanted = most if budget is None else budget
    if not LEAST_BUDGET <= wanted <= most:
        raise InvalidInput(f"budget must be {LEAST_BUDGET} to {most}; it is {wanted}.", path=("budget",))
    parts = Parts(
        goal=view.goal,
        summary=view.summary,
        facts=tuple(fact.text for fact in view.facts),
        open_items=tuple(note.text for note in view.open_items),
        questions=tuple((q.question.id, q.newer.content, q.older.content) for q in view.questions),
        turns=tuple(_turn_of(t) for t in view.pending),
    )
    told = " ".join([t.message.content[:200] for t in view.turns[-4:]]) or view.goal or _asked_in(view)
    return render(parts, detect_language(told), budget=wanted, turn_tokens=policy.sessions.turn_tokens)


def _asked_in(view: WorkingMemoryView) -> str:
    """The words of the first question, which tell the language where nothing was said yet."""
    return next((asked.newer.content for asked in view.questions), "")


def view_of(held: Session, asked: tuple[AskedQuestion, ...], policy: Policy, *, at: datetime) -> WorkingMemoryView:
    """What a session shows at an instant."""
    safe = sentences_of(held.messages)
    by_words = {s.words: s for s in safe}
    linked = [by_words[words] for words in held.working.summary if words in by_words]
    summary = holding(linked, safe, frame_share=policy.conflict.frame_share)
    last = exchanges(held.messages)[-policy.sessions.most_exchanges :]
    goal = held.working.goal_at(at)
    return WorkingMemoryView(
        session=held,
        goal=goal.text if goal else None,
        summary=tuple(summary),
        facts=_facts(held, at),
        open_items=tuple(note for note in held.working.open_items if note.holds_at(at)),
        questions=asked,
        turns=tuple(logged for exchange in last for logged in exchange),
    )


def _facts(held: Session, at: datetime) -> tuple[SessionFact, ...]:
    notes = [SessionFact(text=note.text, note=note) for note in held.working.facts if note.holds_at(at)]
    logged = {entry.message.id: entry for entry in held.messages}
    for heard in held.working.heard:
        words = heard.words
        entry = logged.get(words.message_id)
        barred = () if entry is None else (*entry.outdated, *(entry.message.suspected or ()))
        if entry is None or any(a < words.end and b > words.start for a, b in barred):
            continue
        text = entry.message.content[words.start : words.end]
        if text and FORGOTTEN not in text:
            notes.append(SessionFact(text=text, words=words))
    return tuple(notes)


async def _asked(tx: Transaction, owner: Owner, held: Session, *, at: datetime) -> tuple[AskedQuestion, ...]:
    """The questions whose conflict is open and of which both sides may be shown."""
    questions = [q for q in held.working.questions if q.since <= at]
    if not questions:
        return ()
    ids = [i for q in questions for i in (q.newer, q.older)]
    found = await memories.by_ids(tx, owner.key, ids)
    edges = await memories.edges(tx, owner.key, ids, as_of=at)
    is_open = {frozenset((e.source, e.target)) for e in edges if e.is_open_conflict}
    shown = {i for i, m in found.items() if may_be_asked(m)}
    return tuple(
        AskedQuestion(question=q, newer=found[q.newer], older=found[q.older])
        for q in questions
        if {q.newer, q.older} <= shown and frozenset((q.newer, q.older)) in is_open
    )


def may_be_asked(memory: Memory) -> bool:
    """Whether a memory may be a side of an open question."""
    return memory.is_head and memory.state.is_live and Flag.SUSPECTED_INJECTION not in memory.flags


def _turn_of(logged: LoggedMessage) -> Turn:
    """A message as the sentences of it that do not try to instruct."""
    message = logged.message
    barred = message.suspected or ()
    kept = [
        s.text
        for s in split_sentences(message.content)
        if not any(start < s.end and end > s.start for start, end in barred)
    ]
    return Turn(role=message.role, sentences=tuple(kept))


def _looked_at(logged: LoggedMessage) -> LoggedMessage:
    """A message of which it is known what tries to instruct; those of before were not looked at when they came."""
    message = logged.message
    if message.suspected is not None:
        return logged
    return replace(logged, message=replace(message, suspected=suspected_places(message.content)))
