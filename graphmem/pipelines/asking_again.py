"""What earlier conversations left open is asked again in a context, and kept as asked in its session (rule D13).

The questions are durable before the context is answered, so that the next turn may answer them at once, by whatever
replica. That is a write only where something new is asked; what can't be kept is not asked.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.domain.compression import seconds_of
from graphmem.domain.memory import Memory
from graphmem.domain.owner import Owner
from graphmem.domain.page import PageRequest
from graphmem.domain.session import OpenQuestion, Session, WorkingMemory
from graphmem.ids import MemoryId, new_id
from graphmem.language.telling_words import telling_words
from graphmem.pipelines.reading_sessions import AskedQuestion, WorkingMemoryView, may_be_asked, view_of
from graphmem.pipelines.requests import ContextRequest
from graphmem.pipelines.services import Services
from graphmem.store import conflicts, memories, owners, sessions
from graphmem.store.connection import Transaction
from graphmem.store.sessions import Beginning

_LOOKED_AT = 20
"""Open conflicts among which those that have to do with the query are looked for."""

Pair = frozenset[MemoryId]


async def left_open(services: Services, owner: Owner, request: ContextRequest) -> list[AskedQuestion]:
    """The open conflicts that this caller may be shown, the newest first; none where nothing may be asked.

    Nothing is asked without a session, of a past instant, or of a caller that only looks.
    """
    if request.session_id is None or request.as_of is not None or not request.is_counted:
        return []
    now = services.clock.now()

    async def read(tx: Transaction) -> list[AskedQuestion]:
        page = await conflicts.page(tx, owner.key, PageRequest(_LOOKED_AT), as_of=None)
        found = await memories.by_ids(tx, owner.key, [i for c in page.items for i in (c.newer, c.older)])
        shown = {i for i, m in found.items() if may_be_asked(m) and _is_wanted(m, request)}
        return [
            AskedQuestion(
                question=OpenQuestion(id=new_id(), newer=c.newer, older=c.older, since=now),
                newer=found[c.newer],
                older=found[c.older],
            )
            for c in page.items
            if {c.newer, c.older} <= shown
        ]

    return await services.database.read(read)


def _is_wanted(memory: Memory, request: ContextRequest) -> bool:
    is_of_type = request.types is None or memory.type in request.types
    return is_of_type and memory.may_be_given(sees_sensitive=request.sees_sensitive)


def with_open_ones(
    services: Services, view: WorkingMemoryView | None, waiting: Sequence[AskedQuestion], request: ContextRequest
) -> WorkingMemoryView | None:
    """Working memory with what was left open before, up to the most that may be asked at once.

    What the session asks already comes first, then what shares a word with the query, then the newest.
    """
    asked = view.questions if view else ()
    known = {_pair(a.question) for a in asked}
    about = telling_words(request.query or "")
    fresh = sorted(
        (a for a in waiting if _pair(a.question) not in known),
        key=lambda a: not about & (telling_words(a.newer.content) | telling_words(a.older.content)),
    )
    chosen = fresh[: max(services.policy.sessions.most_questions - len(asked), 0)]
    if not chosen:
        return view
    return replace(view or _empty(services, request), questions=(*asked, *chosen))


def _empty(services: Services, request: ContextRequest) -> WorkingMemoryView:
    """The working memory of a session that is about to begin."""
    now = services.clock.now()
    begun = Session(
        id=request.session_id or "",
        plan=services.policy.sessions.default_plan,
        started_at=now,
        last_at=now,
        expires_at=now,
        covered=0,
        working=WorkingMemory(),
    )
    return view_of(begun, (), services.policy, at=now)


async def kept_as_asked(
    services: Services, owner: Owner, view: WorkingMemoryView, shown: Sequence[AskedQuestion]
) -> WorkingMemoryView:
    """Keep the questions that are shown in their session, which begins where it is not there; the view with these.

    What another context kept meanwhile keeps its id, what has no room left is not asked.
    """
    now = services.clock.now()

    async def unit(tx: Transaction) -> tuple[OpenQuestion, ...]:
        at = owners.next_instant(now, await owners.lock(tx, owner, at=now))
        questions = await _keep(services, tx, owner, view.session, [a.question for a in shown], at)
        await owners.unlock(tx, owner.key, last_at=at)
        return questions

    kept = {_pair(q): q for q in await services.database.write(unit, turn=owner.key)}
    asked = (replace(a, question=kept[_pair(a.question)]) for a in shown if _pair(a.question) in kept)
    return replace(view, questions=tuple(asked))


async def _keep(
    services: Services,
    tx: Transaction,
    owner: Owner,
    session: Session,
    shown: Sequence[OpenQuestion],
    at: datetime,
) -> tuple[OpenQuestion, ...]:
    found = await sessions.current(tx, owner.key, session.id, at=at)
    most = services.policy.sessions.most_questions
    if found is None:
        questions = tuple(replace(q, since=at) for q in shown)[:most]
        beginning = Beginning(
            working=WorkingMemory(questions=questions),
            plan=services.policy.sessions.default_plan,
            given_plan=None,
            seconds=seconds_of(services.policy),
        )
        await sessions.start(tx, owner.key, session.id, beginning, at=at)
        return questions
    kept = found[1]
    # What was there before but is not shown any more was settled elsewhere.
    over = {_pair(q) for q in session.working.questions} - {_pair(q) for q in shown}
    held = [q for q in kept.working.questions if _pair(q) not in over]
    known = {_pair(q) for q in held}
    fresh = [replace(q, since=at) for q in shown if _pair(q) not in known]
    questions = tuple([*held, *fresh][:most])
    await sessions.keep(tx, owner.key, session.id, replace(kept, working=replace(kept.working, questions=questions)))
    return questions


def _pair(question: OpenQuestion) -> Pair:
    return frozenset((question.newer, question.older))
