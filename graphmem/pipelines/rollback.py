"""rollbackMemory: the content of an old version again, as a new one; nothing is rewritten (rules V2, R1)."""

from dataclasses import replace

from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.change import EdgeKind, NewVersion
from graphmem.domain.contradiction import contradicts
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.lineage import Lineage
from graphmem.domain.memory import Evidence, Flag, Memory, Source, State
from graphmem.domain.status import Status
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.ids import MemoryId, new_id
from graphmem.pipelines.bounds import MAX_REASON
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.requests import Call, RollbackRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import end_other_sides
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.pipelines.steps.screen import taken_in
from graphmem.pipelines.writing import Draft, write
from graphmem.pipelines.written import Written
from graphmem.store import memories

RULE = "V2"


async def rollback(services: Services, call: Call, request: RollbackRequest) -> Written:
    """Write a new version with the content of `to_version` and point it there by `ROLLED_BACK_TO`.

    It counts as confirmed by the user: live heads of other lineages that it contradicts end in it (rules V2, D4).
    Raises NotFound for an unknown memory, InvalidInput for a version the lineage lacks, Conflict where that version is
    the current one already.
    """
    note = taken_in(request.reason, "reason", MAX_REASON, services.policy).text if request.reason is not None else None

    async def work(draft: Draft) -> Written:
        lineage = await _lineage(draft, request.memory_id)
        wanted = next((m for m in lineage.versions if m.version == request.to_version), None)
        if wanted is None:
            known = ", ".join(str(m.version) for m in lineage.versions)
            raise InvalidInput(f"This memory has no version {request.to_version}; it has {known}.", path=("toVersion",))
        why = Why(
            action=Action.ROLLBACK,
            rule=RULE,
            reason=f"rolled back to version {wanted.version}",
            actor=call.principal.actor,
            note=note,
        )
        memory = await _roll_back(services, draft, lineage, wanted, why)
        return Written(decisions=(made_of(memory, why, related=wanted),))

    return await write(services, call, request, work, Written)


async def _lineage(draft: Draft, memory_id: MemoryId) -> Lineage:
    memory = (await memories.by_ids(draft.tx, draft.owner, [memory_id])).get(memory_id)
    if memory is None:
        raise NotFound("memory")
    at = draft.ledger.at
    versions = await memories.lineage_members(draft.tx, draft.owner, memory.lineage_id, as_of=at)
    return Lineage(id=memory.lineage_id, versions=versions, edges=(), events=())


async def _roll_back(services: Services, draft: Draft, lineage: Lineage, wanted: Memory, why: Why) -> Memory:
    head = lineage.head
    if head is not None and head.id == wanted.id and head.status is Status.ACTIVE:
        raise Conflict(
            f"Version {wanted.version} is the current one; there is nothing to roll back. Name an older one."
        )
    vector, search_text = (await memories.contents(draft.tx, draft.owner, [wanted.id]))[wanted.id]
    stands_on = await memories.sources(draft.tx, draft.owner, [wanted.id])
    version = NewVersion(
        memory=_again(wanted, lineage),
        vector=vector,
        search_text=search_text,
        evidence=tuple(Evidence(message_id=s.message.id, start=s.start, end=s.end) for s in stands_on),
    )
    draft.ledger.connect(EdgeKind.ROLLED_BACK_TO, version.memory, wanted, why)
    if head is None:
        memory = draft.ledger.add(version, why, related=wanted)
    else:
        memory = draft.ledger.supersede(head, version, why)
    await _undo_merges_and_splits(draft, lineage, wanted, memory, why)
    prepared = _as_prepared(version)
    around = await neighbourhood(services, draft, [prepared], session_id=None)
    end_other_sides(draft, prepared.candidate, memory, around.around(0, prepared), why)
    return memory


async def _undo_merges_and_splits(draft: Draft, lineage: Lineage, wanted: Memory, memory: Memory, why: Why) -> None:
    """Re-open every part that a merge after the wanted version took in, and end what a split after it let go (R1)."""
    numbers = {m.id: m.version for m in lineage.versions}
    edges = await memories.edges(draft.tx, draft.owner, list(numbers), as_of=draft.ledger.at)
    parts = [
        e.source
        for e in edges
        if e.kind is EdgeKind.MERGED_INTO and e.source not in numbers and numbers[e.target] > wanted.version
    ]
    pieces = [
        e.target
        for e in edges
        if e.kind is EdgeKind.SPLIT_INTO and e.target not in numbers and numbers[e.source] >= wanted.version
    ]
    found = await memories.by_ids(draft.tx, draft.owner, [*parts, *pieces]) if parts or pieces else {}
    for part in (found[i] for i in parts if i in found):
        await _reopen(draft, part, memory, why)
    for piece in (found[i] for i in pieces if i in found):
        if piece.is_head and piece.state.is_live:
            draft.ledger.end_in(piece, memory, why)


async def _reopen(draft: Draft, part: Memory, beside: Memory, why: Why) -> None:
    """The content of a merged part as the next version of its own lineage; nothing where that has a head again.

    A part that contradicts what was rolled back to waits beside it, in conflict (rule D9).
    """
    lineage = await _lineage(draft, part.id)
    if lineage.head is not None:
        return
    vector, search_text = (await memories.contents(draft.tx, draft.owner, [part.id]))[part.id]
    again = _again(part, lineage)
    if contradicts(part.claim, beside.claim, part.content, beside.content):
        again = replace(again, state=replace(again.state, status=Status.OBSERVED))
        draft.ledger.connect(EdgeKind.CONFLICT_WITH, again, beside, why)
    draft.ledger.connect(EdgeKind.ROLLED_BACK_TO, again, part, why)
    draft.ledger.changes.inherited.append((again.id, part.id))
    draft.ledger.add(NewVersion(memory=again, vector=vector, search_text=search_text), why, related=part)


def _again(wanted: Memory, lineage: Lineage) -> Memory:
    """The old content as a fresh version, confirmed by the user."""
    return replace(
        wanted,
        id=MemoryId(new_id()),
        version=max(m.version for m in lineage.versions) + 1,
        state=State(
            status=Status.OBSERVED if Flag.SUSPECTED_INJECTION in wanted.flags else Status.ACTIVE,
            confidence=1.0,
            importance=wanted.state.importance,
            is_pinned=wanted.state.is_pinned,
        ),
        source=Source.USER_CONFIRMED,
        external_id=None,
        retired_at=None,
        is_head=True,
    )


def _as_prepared(version: NewVersion) -> Prepared:
    """The version as a candidate that takes back what contradicts it (rule D4)."""
    memory = version.memory
    return Prepared(
        candidate=Candidate(
            type=memory.type,
            content=memory.content,
            language=memory.language,
            claim=memory.claim,
            span=None,
            intent=Intent.REVISE,
            source=memory.source,
        ),
        confidence=memory.state.confidence,
        importance=memory.state.importance,
        gated=memory.status,
        vector=version.vector,
        search_text=version.search_text,
        evidence=(),
        occurred_at=memory.occurred_at,
    )
