"""rollbackMemory: the content of an old version again, as a new one; nothing is rewritten (rules V2, R1)."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.lineage import Lineage
from graphmem.domain.memory import Flag, Memory, Source, State
from graphmem.domain.status import Status
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines.bounds import MAX_REASON
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, RollbackRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import end_other_sides
from graphmem.pipelines.steps.go_back import Earlier, go_back, reopened
from graphmem.pipelines.steps.screen import taken_in
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
    earlier = Earlier(versions=lineage.versions, wanted=wanted, again=_again(wanted, lineage.versions))
    gone = await go_back(services, draft, earlier, why, wins=True)
    end_other_sides(draft, gone.prepared.candidate, gone.memory, gone.related, why)
    return gone.memory


def _again(wanted: Memory, versions: Sequence[Memory]) -> Memory:
    """The old content as a fresh version, confirmed by the user."""
    return replace(
        reopened(wanted, versions),
        state=State(
            status=Status.OBSERVED if Flag.SUSPECTED_INJECTION in wanted.flags else Status.ACTIVE,
            confidence=1.0,
            importance=wanted.state.importance,
            is_pinned=wanted.state.is_pinned,
        ),
        source=Source.USER_CONFIRMED,
    )
