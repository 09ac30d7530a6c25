"""recordOutcome: what a tool reports of a task, kept by kind and key, with one memory linked to it (rule T1)."""

from collections.abc import Callable
from dataclasses import dataclass

from graphmem.domain.candidate import Candidate
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.ledger import Why
from graphmem.domain.lineage import Lineage
from graphmem.domain.memory import Flag, Memory, MemoryType, Source
from graphmem.domain.outcome import NewRevision, Outcome, Report, Revision, sentence
from graphmem.domain.owner import check_id
from graphmem.errors import InvalidInput, LimitExceeded
from graphmem.ids import LineageId, new_id
from graphmem.language.folding import fold
from graphmem.language.script import Language, detect_language
from graphmem.pipelines.bounds import (
    MAX_CONTENT,
    MAX_FIELD_NAME,
    MAX_FIELD_VALUE,
    MAX_FIELDS,
    MAX_KIND,
    MAX_OUTCOME_STATUS,
    checked_said_at,
    checked_text,
)
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, RecordOutcomeRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import new_version, next_version
from graphmem.pipelines.steps.goal import goal_of
from graphmem.pipelines.steps.prepare import Occasion, Prepared, prepare
from graphmem.pipelines.steps.screen import Taken, taken_in, with_its_name
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import MadeDecision, Written
from graphmem.store import memories, outcomes

RULE = "T1"


@dataclass(frozen=True, slots=True)
class _Reported:
    """A request with every text screened."""

    report: Report
    content: str
    is_dated: bool
    is_suspected: bool


async def record_outcome(services: Services, call: Call, request: RecordOutcomeRequest) -> Written:
    """Add a report to the task of this kind and key, and version the memory linked to it.

    The report that is current already changes nothing. One of an earlier time, come late, joins the history and leaves
    the memory as it is. Raises InvalidInput, LimitExceeded, Conflict (idempotency key), Unavailable.
    """
    reported = _reported(services, request)
    occasion = Occasion(
        occurred_at=reported.report.occurred_at,
        is_dated=reported.is_dated,
        session_id=request.session_id,
        goal=await goal_of(services, call.owner.key, request.session_id),
    )
    prepared = (await prepare(services, [(_candidate(request, reported), occasion)]))[0]

    async def work(draft: Draft) -> Written:
        known = await outcomes.by_key(draft.tx, draft.owner, request.kind, request.key, as_of=END_OF_TIME)
        if known is not None and _is_known(known, reported):
            return _unchanged(draft, known)
        if known is not None and reported.report.occurred_at < known.current.report.occurred_at:
            return _late(draft, known, reported)
        return await _current(draft, request, known, reported, prepared)

    return await write(services, call, request, work, Written)


def _reported(services: Services, request: RecordOutcomeRequest) -> _Reported:
    check_id(request.kind, "kind")
    check_id(request.key, "key")
    if len(request.kind) > MAX_KIND:
        raise InvalidInput(f"kind may have {MAX_KIND} characters; it has {len(request.kind)}.", path=("kind",))
    if request.session_id is not None:
        check_id(request.session_id, "sessionId")
    if request.progress is not None and not 0.0 <= request.progress <= 1.0:
        raise InvalidInput(f"progress must be 0 to 1; it is {request.progress}.", path=("progress",))
    if len(request.fields) > MAX_FIELDS:
        raise LimitExceeded(f"fields takes {MAX_FIELDS} items; it has {len(request.fields)}.", path=("fields",))
    checked_said_at(request.occurred_at, "occurredAt", now=services.clock.now())
    texts: list[Taken] = []

    def taken(value: str, name: str, longest: int) -> str:
        texts.append(taken_in(value, name, longest, services.policy))
        return texts[-1].text

    report = Report(
        status=taken(request.status, "status", MAX_OUTCOME_STATUS),
        progress=request.progress,
        acceptance=None if request.acceptance is None else taken(request.acceptance, "acceptance", MAX_OUTCOME_STATUS),
        fields=tuple(
            _named(taken(name, f"fields[{i}].name", MAX_FIELD_NAME), value, f"fields[{i}].value", taken)
            for i, (name, value) in enumerate(request.fields)
        ),
        occurred_at=request.occurred_at or services.clock.now(),
    )
    if request.summary is not None:
        content = taken(request.summary, "summary", MAX_CONTENT)
    else:
        is_chinese = detect_language(f"{request.kind} {report.status}") is Language.CHINESE
        content = sentence(request.kind, request.key, report, is_chinese=is_chinese)[:MAX_CONTENT]
    return _Reported(report, content, request.occurred_at is not None, any(t.is_suspected for t in texts))


def _named(name: str, value: str, place: str, taken: Callable[[str, str, int], str]) -> tuple[str, str]:
    """A field as it may be stored."""
    checked_text(value, place, MAX_FIELD_VALUE)
    longest = len(f"{name}: ") + MAX_FIELD_VALUE
    return name, with_its_name(name, value, lambda text: taken(text, place, longest))


def _candidate(request: RecordOutcomeRequest, reported: _Reported) -> Candidate:
    """The report as a statement that a system makes."""
    return Candidate(
        type=MemoryType.OUTCOME,
        content=reported.content,
        language=detect_language(reported.content).value,
        claim=Claim(topic=fold(f"{request.kind} {request.key}"), value=fold(reported.report.status)),
        span=None,
        source=Source.SYSTEM_EVENT,
        search_phrases=(request.key,),
        flags=frozenset({Flag.SUSPECTED_INJECTION}) if reported.is_suspected else frozenset(),
    )


def _is_known(known: Outcome, reported: _Reported) -> bool:
    """Whether the report was made before: the current one again, or any with the same time."""
    if not reported.is_dated:
        return known.current.report.says_as(reported.report)
    return any(
        r.report.says_as(reported.report) and r.report.occurred_at == reported.report.occurred_at
        for r in known.revisions
    )


def _unchanged(draft: Draft, known: Outcome) -> Written:
    why = _why(draft, Action.IGNORE, "the same report again")
    draft.ledger.ignore(why)
    memory_id = known.current.memory_id
    return Written(
        decisions=(MadeDecision(action=why.action, rule=RULE, reason=why.reason, memory_id=memory_id),), is_replay=True
    )


def _late(draft: Draft, known: Outcome, reported: _Reported) -> Written:
    why = _why(draft, Action.OBSERVE, "a report of an earlier time, kept in the history")
    _append(draft, known, known.lineage_id, reported.report, memory=None)
    draft.ledger.ignore(why)
    return Written(
        decisions=(MadeDecision(action=why.action, rule=RULE, reason=why.reason, related_id=known.current.memory_id),)
    )


async def _current(
    draft: Draft, request: RecordOutcomeRequest, known: Outcome | None, reported: _Reported, prepared: Prepared
) -> Written:
    """A report of now: the linked memory gets its next version, or its first where there is none (any more)."""
    head = None if known is None else await _head(draft, known.lineage_id)
    why = _why(draft, Action.ADD if head is None else Action.SUPERSEDE, "reported by a tool")
    if head is None:
        memory = draft.ledger.add(new_version(prepared, prepared.gated, draft), why)
    else:
        memory = draft.ledger.supersede(head, next_version(head, prepared, prepared.gated, draft), why)
    outcome = known or Outcome(
        id=new_id(),
        kind=request.kind,
        key=request.key,
        lineage_id=memory.lineage_id,
        created_at=memory.recorded_at,
        revisions=(),
    )
    _append(draft, outcome, memory.lineage_id, reported.report, memory=memory)
    return Written(decisions=(made_of(memory, why, related=head),))


async def _head(draft: Draft, lineage_id: LineageId) -> Memory | None:
    versions = await memories.lineage_members(draft.tx, draft.owner, lineage_id, as_of=draft.ledger.at)
    return Lineage(id=lineage_id, versions=versions, edges=(), events=()).head


def _append(draft: Draft, outcome: Outcome, lineage_id: LineageId, report: Report, *, memory: Memory | None) -> None:
    revision = Revision(
        number=len(outcome.revisions) + 1,
        report=report,
        recorded_at=draft.ledger.at if memory is None else memory.recorded_at,
        memory_id=None if memory is None else memory.id,
    )
    draft.ledger.changes.revisions.append(
        NewRevision(outcome_id=outcome.id, kind=outcome.kind, key=outcome.key, lineage_id=lineage_id, revision=revision)
    )


def _why(draft: Draft, action: Action, reason: str) -> Why:
    return Why(action=action, rule=RULE, reason=reason, actor=draft.call.principal.actor)
