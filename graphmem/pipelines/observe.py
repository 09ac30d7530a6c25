"""observe: what a user said becomes memories, decided against what is known (spec §3)."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.candidate import Candidate, Extraction, Ignored, Notice, Span, Turn
from graphmem.domain.change import Message
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Evidence
from graphmem.domain.owner import check_id
from graphmem.errors import LimitExceeded
from graphmem.ids import MessageId, new_id
from graphmem.pipelines.bounds import MAX_CANDIDATES, MAX_OBSERVED, MAX_TURN, MAX_TURNS, checked_count, checked_said_at
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, ObserveRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.answer import Answer, answer_in, settle_question
from graphmem.pipelines.steps.decide import decide_all
from graphmem.pipelines.steps.goal import goal_of
from graphmem.pipelines.steps.hear import heard_before
from graphmem.pipelines.steps.known import known_around
from graphmem.pipelines.steps.prepare import Occasion, Prepared, prepare
from graphmem.pipelines.steps.put_back import put_back_all
from graphmem.pipelines.steps.screen import redacted, sealed_in, suspected_places
from graphmem.pipelines.steps.set_apart import set_apart
from graphmem.pipelines.writing import replayed, write
from graphmem.pipelines.written import Fragment, MadeDecision, WriteWarning, Written
from graphmem.store import messages as message_store

RECENT_MESSAGES = 12


async def observe(services: Services, call: Call, request: ObserveRequest) -> Written:
    """Read an exchange, remember what is worth it, and say how each candidate ended, an ignored one too (rule W14).

    Everything is screened before it is embedded, stored or shown to a model (rule W1). One embedding batch, one
    transaction; with a model at most one call of it, before which the words themselves are embedded to look up what is
    known (rules W5, W15). Raises InvalidInput, Conflict (idempotency key), Unavailable.
    """
    checked_count(len(request.turns), "turns", MAX_TURNS)
    _check_size(request)
    # A model is not asked, and paid, twice for one key.
    if services.decider.wants_known and (earlier := await replayed(services, call, request, Written)) is not None:
        return earlier
    session_id = request.session_id or new_id()
    check_id(session_id, "sessionId")
    # Patterns over long texts take their time: not on the event loop, where everybody else waits.
    for place, said in enumerate(request.turns):
        checked_said_at(said.at, f"turns[{place}].saidAt", now=services.clock.now())
    named = [(said.content, f"turns[{place}].content") for place, said in enumerate(request.turns)]
    taken = await asyncio.to_thread(sealed_in, named, MAX_TURN)
    turns = [
        Turn(role=said.role, content=text.text, at=said.at or services.clock.now())
        for said, text in zip(request.turns, taken, strict=True)
    ]
    recent, goal = await _before(services, call, request.session_id)
    known = await known_around(services, call.owner.key, turns, session_id) if services.decider.wants_known else ()
    read = await services.decider.extract(turns, recent=recent, known=known)
    stored = put_back_all(set_apart(read, turns, taken), turns, taken, services.policy)
    extraction = _bounded(stored.extraction)
    log = [
        Message(
            id=MessageId(new_id()),
            session_id=session_id,
            role=t.role,
            content=t.content,
            at=t.at,
            suspected=suspected_places(t.content) if text.is_suspected else (),
        )
        for t, text in zip(stored.turns, taken, strict=True)
    ]
    heard = [heard_before(place, stored.turns, recent) for place in range(len(log))]
    found = [(c, replace(_occasion(c, log, request, heard), goal=goal)) for c in extraction.candidates]
    prepared = await prepare(services, found)

    answer = answer_in(stored.turns, recent)

    async def work(draft: Draft) -> Written:
        draft.ledger.changes.messages.extend(log)
        settled = await settle_question(draft, answer, session_id)
        for notice in extraction.notices:
            draft.ledger.ignore(_why_noticed(draft, notice))
        left, answers = _beside(prepared, settled, answer, log)
        unread = answer.turn if answers and answer else None
        ignored = [_ignore(draft, i, log) for i in extraction.ignored if i.span.turn != unread]
        decided = [*answers, *await decide_all(services, draft, left, session_id=session_id)]
        warnings = tuple(WriteWarning(code=n.code, message=n.message) for n in extraction.notices)
        return Written(decisions=_in_order(decided, ignored, log), session_id=session_id, warnings=warnings)

    return await write(services, call, request, work, Written)


def _beside(
    prepared: Sequence[Prepared], settled: MadeDecision | None, answer: Answer | None, log: Sequence[Message]
) -> tuple[list[Prepared], list[MadeDecision]]:
    """What there is to decide beside an answer that settled a question, which decides what was read of its turn."""
    if settled is None or answer is None:
        return list(prepared), []
    message = log[answer.turn]
    left = [p for p in prepared if not any(e.message_id == message.id for e in p.evidence)]
    fragment = Fragment(message_id=message.id, start=0, end=len(message.content))
    return left, [settled.model_copy(update={"fragment": fragment})]


def _bounded(extraction: Extraction) -> Extraction:
    """The first statements of an exchange, and the rest as ignored (rule P3)."""
    beyond = extraction.candidates[MAX_CANDIDATES:]
    if not beyond:
        return extraction
    reason = f"one call takes {MAX_CANDIDATES} statements; send the rest in another"
    ignored = tuple(Ignored(span=c.span, rule="P3", reason=reason) for c in beyond if c.span is not None)
    return replace(extraction, candidates=extraction.candidates[:MAX_CANDIDATES], ignored=extraction.ignored + ignored)


def _check_size(request: ObserveRequest) -> None:
    lengths = [len(turn.content) for turn in request.turns]
    total = sum(lengths)
    if total > MAX_OBSERVED and max(lengths) <= MAX_TURN:
        raise LimitExceeded(
            f"turns may have {MAX_OBSERVED} characters in all; they have {total}. Split the call.", path=("turns",)
        )


async def _before(services: Services, call: Call, session_id: str | None) -> tuple[list[Turn], str | None]:
    """The session's last messages and its goal, before the lock: they help to understand and to weigh."""
    if session_id is None:
        return [], None
    stored, goal = await asyncio.gather(
        services.database.read(lambda tx: message_store.recent(tx, call.owner.key, session_id, limit=RECENT_MESSAGES)),
        goal_of(services, call.owner.key, session_id),
    )
    return [Turn(role=m.role, content=redacted(m.content, frozenset()), at=m.at) for m in stored], goal


def _occasion(
    candidate: Candidate, log: Sequence[Message], request: ObserveRequest, heard: Sequence[tuple[str, ...]]
) -> Occasion:
    span = candidate.span
    place = span.turn if span else len(log) - 1
    return Occasion(
        fragment=log[place].content[span.start : span.end] if span else None,
        heard=heard[place],
        occurred_at=log[place].at,
        is_dated=request.turns[place].at is not None,
        session_id=log[place].session_id,
        evidence=tuple(_evidence(span, log) for span in (candidate.span, candidate.reason_span) if span is not None),
    )


def _evidence(span: Span, log: Sequence[Message]) -> Evidence:
    return Evidence(message_id=log[span.turn].id, start=span.start, end=span.end)


def _ignore(draft: Draft, ignored: Ignored, log: Sequence[Message]) -> MadeDecision:
    evidence = _evidence(ignored.span, log)
    why = Why(action=Action.IGNORE, rule=ignored.rule, reason=ignored.reason, actor=draft.call.principal.actor)
    draft.ledger.ignore(why, (evidence,))
    return MadeDecision(
        action=Action.IGNORE,
        rule=ignored.rule,
        reason=ignored.reason,
        fragment=Fragment(message_id=evidence.message_id, start=evidence.start, end=evidence.end),
    )


def _why_noticed(draft: Draft, notice: Notice) -> Why:
    """How the turns were read, where it was not as the settings want it, for the audit (rule W4)."""
    return Why(action=Action.IGNORE, rule="W4", reason=notice.message, actor=draft.call.principal.actor)


def _in_order(
    decided: Sequence[MadeDecision], ignored: Sequence[MadeDecision], log: Sequence[Message]
) -> tuple[MadeDecision, ...]:
    """All decisions in the order in which their words were said."""
    place = {message.id: i for i, message in enumerate(log)}

    def said(decision: MadeDecision) -> tuple[int, int]:
        fragment = decision.fragment
        return (place[fragment.message_id], fragment.start) if fragment else (len(log), 0)

    return tuple(sorted([*decided, *ignored], key=said))
