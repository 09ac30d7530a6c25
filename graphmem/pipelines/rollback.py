"""rollbackMemory: the content of an old version again, as a new one; nothing is rewritten (rules V2, R1)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.domain.change import Edge, EdgeKind, NewVersion
from graphmem.domain.contradiction import are_contradictory
from graphmem.domain.event import Action
from graphmem.domain.ledger import TICK, Return, Why
from graphmem.domain.lineage import Lineage
from graphmem.domain.memory import Flag, Memory, Source, State
from graphmem.domain.status import Status
from graphmem.domain.undo import Reopened, is_move_since, undo
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.ids import LineageId, MemoryId, new_id
from graphmem.pipelines.bounds import MAX_REASON
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, RollbackRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import end_other_sides
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.pipelines.steps.screen import taken_in
from graphmem.pipelines.steps.settle import as_candidate
from graphmem.pipelines.writing import write
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
    memory = (await memories.by_ids(draft.tx, draft.owner, [memory_id], types=draft.writes)).get(memory_id)
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
    lineages, edges = await _connected(draft, lineage, wanted)
    undone = undo(wanted, lineages, edges)
    then = await _as_they_were(draft, undone.reopened)
    contents = await memories.contents(draft.tx, draft.owner, [wanted.id, *then])
    first = Return(version=_version(_again(wanted, lineage.versions), contents[wanted.id]), of=wanted, head=head)
    others = [
        Return(
            version=_version(_reopened(then[r.of.id], lineages[r.of.lineage_id]), contents[r.of.id]),
            of=r.of,
            head=r.head,
        )
        for r in undone.reopened
        if r.of.id in then
    ]
    prepared = [as_candidate(r.version.memory, r.version.vector, r.version.search_text) for r in (first, *others)]
    around = await neighbourhood(services, draft, prepared, session_id=None)
    moved = {r.of.lineage_id for r in (first, *others)} | {c.head.lineage_id for c in undone.closed}
    waiting = [
        _waiting(
            draft,
            other,
            [first.version.memory, *(r.memory for r in around.around(i, p) if r.memory.lineage_id not in moved)],
            why,
        )
        for i, (other, p) in enumerate(zip(others, prepared[1:], strict=True), start=1)
    ]
    made = draft.ledger.roll_back(first, waiting, [(c.head, c.into) for c in undone.closed], why)
    draft.ledger.changes.inherited.extend((r.version.memory.id, r.of.id) for r in (first, *waiting))
    end_other_sides(draft, prepared[0].candidate, made[0], around.around(0, prepared[0]), why)
    return made[0]


async def _connected(
    draft: Draft, lineage: Lineage, wanted: Memory
) -> tuple[dict[LineageId, tuple[Memory, ...]], list[Edge]]:
    """The lineages that merges and splits since the wanted version ended connect with its own, and their edges."""
    lineages = {lineage.id: lineage.versions}
    edges: dict[tuple[EdgeKind, MemoryId, MemoryId, datetime], Edge] = {}
    fresh = [m.id for m in lineage.versions]
    while fresh:
        found = await memories.edges(draft.tx, draft.owner, fresh, as_of=draft.ledger.at)
        edges |= {(e.kind, e.source, e.target, e.at): e for e in found}
        ends = {i for e in found if is_move_since(e, wanted) for i in (e.source, e.target)}
        unknown = sorted(ends - {m.id for versions in lineages.values() for m in versions})
        more = await memories.lineages(draft.tx, draft.owner, unknown, as_of=draft.ledger.at) if unknown else {}
        lineages |= {versions[0].lineage_id: versions for versions in more.values()}
        fresh = [m.id for versions in dict.fromkeys(more.values()) for m in versions]
    return lineages, list(edges.values())


async def _as_they_were(draft: Draft, reopened: Sequence[Reopened]) -> dict[MemoryId, Memory]:
    """What is to be held again in the state it had until it was moved; what was over by then is left out."""
    found: dict[MemoryId, Memory] = {}
    for before in sorted({r.before for r in reopened}):
        ids = [r.of.id for r in reopened if r.before == before]
        found |= await memories.by_ids_as_of(draft.tx, draft.owner, ids, as_of=before - TICK)
    return {i: m for i, m in found.items() if m.state.is_live}


def _waiting(draft: Draft, part: Return, held: Sequence[Memory], why: Why) -> Return:
    """The part as it is to be entered: one that contradicts what is held waits beside that, in conflict (rule D9)."""
    memory = part.version.memory
    sides = [
        m for m in (draft.ledger.now_of(m) for m in held) if m.is_head and m.stands and are_contradictory(memory, m)
    ]
    for side in sides:
        draft.ledger.connect(EdgeKind.CONFLICT_WITH, memory, side, why)
    if not sides:
        return part
    waits = replace(memory, state=replace(memory.state, status=Status.OBSERVED))
    return replace(part, version=replace(part.version, memory=waits))


def _version(memory: Memory, content: tuple[list[float], str]) -> NewVersion:
    return NewVersion(memory=memory, vector=content[0], search_text=content[1])


def _reopened(part: Memory, versions: Sequence[Memory]) -> Memory:
    """What was held as a fresh version, as sure as it was."""
    return replace(
        part,
        id=MemoryId(new_id()),
        version=max(m.version for m in versions) + 1,
        external_id=None,
        retired_at=None,
        is_head=True,
    )


def _again(wanted: Memory, versions: Sequence[Memory]) -> Memory:
    """The old content as a fresh version, confirmed by the user."""
    return replace(
        _reopened(wanted, versions),
        state=State(
            status=Status.OBSERVED if Flag.SUSPECTED_INJECTION in wanted.flags else Status.ACTIVE,
            confidence=1.0,
            importance=wanted.state.importance,
            is_pinned=wanted.state.is_pinned,
        ),
        source=Source.USER_CONFIRMED,
    )
