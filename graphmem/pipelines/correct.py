"""correctMemory: new words for a memory, as a new version of it (rule R2)."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.conflict import Decision, Related
from graphmem.domain.contradiction import same_claim
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory
from graphmem.domain.promotion import may_be_active
from graphmem.domain.status import LIVE, Status
from graphmem.errors import Conflict
from graphmem.ids import MemoryId
from graphmem.pipelines.bounds import MAX_REASON
from graphmem.pipelines.confirm import head_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, CorrectRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.decide import made_decision
from graphmem.pipelines.steps.enter import end_other_sides, enter, next_version
from graphmem.pipelines.steps.merge import carried_over
from graphmem.pipelines.steps.prepare import Occasion, Prepared, prepare
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.pipelines.steps.reword import reworded
from graphmem.pipelines.steps.screen import taken_in
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Written


async def correct(services: Services, call: Call, request: CorrectRequest) -> Written:
    """Replace the current version's words; it counts as confirmed by the user, and ends what it contradicts (D4).

    Where another memory says what it says now, both go on as one, in the older lineage (D1, R1).
    Raises NotFound, and Conflict where the memory is not the current version or has another version than expected.
    """
    now = services.clock.now()
    candidate = await reworded(services, request.content, "content", at=now)
    note = taken_in(request.reason, "reason", MAX_REASON, services.policy).text if request.reason is not None else None
    prepared = (await prepare(services, [(candidate, Occasion(occurred_at=now))]))[0]

    async def work(draft: Draft) -> Written:
        target = await current_version(draft, request.memory_id, request.expected_version)
        kept = replace(prepared.candidate, type=target.type, reason=candidate.reason or target.reason)
        p = replace(prepared, candidate=kept, importance=target.state.importance)
        status = Status.OBSERVED if Flag.SUSPECTED_INJECTION in candidate.flags else Status.ACTIVE
        decision = Decision(
            action=Action.CORRECT,
            rule="D4",
            reason="corrected on request",
            status=status,
            target=Related(memory=target, similarity=1.0),
        )
        related = (await neighbourhood(services, draft, [p], session_id=None)).around(0, p)
        same = _that_say_it(p, target, related) if status is Status.ACTIVE else []
        decision = replace(decision, others=tuple(same))
        if same:
            memory = _joined(draft, p, target, decision, related, note=note)
        else:
            memory = enter(draft, p, decision, related, services.policy.conflict, note=note)
        return Written(decisions=(made_decision(p, decision, memory),))

    return await write(services, call, request, work, Written)


def _that_say_it(prepared: Prepared, target: Memory, related: Sequence[Related]) -> list[Related]:
    """Other heads that say what the corrected memory says now."""
    said = prepared.candidate
    return [
        r
        for r in related
        if r.memory.lineage_id != target.lineage_id
        and r.memory.stands
        and may_be_active(r.memory)
        and (same_claim(said.claim, r.memory.claim) or said.content == r.memory.content)
    ]


def _joined(
    draft: Draft,
    prepared: Prepared,
    target: Memory,
    decision: Decision,
    related: tuple[Related, ...],
    *,
    note: str | None,
) -> Memory:
    """Enter one version for the corrected memory and those that say the same; what it contradicts ends in it."""
    parts = sorted((target, *(r.memory for r in decision.others)), key=lambda m: m.lineage_id)
    why = Why(
        action=Action.CORRECT, rule=decision.rule, reason="corrected on request to what is held already",
        actor=draft.call.principal.actor, note=note,
    )  # fmt: skip
    version = next_version(parts[0], prepared, decision.status, draft)
    version = replace(version, memory=carried_over(parts[0], version.memory))
    memory = draft.ledger.merge(parts, version, why)
    end_other_sides(draft, prepared.candidate, memory, related, why)
    return memory


async def current_version(draft: Draft, memory_id: MemoryId, expected: int | None = None) -> Memory:
    """The memory, where it is the live head of its lineage; NotFound or Conflict otherwise."""
    memory = await head_of(draft, memory_id)
    if expected is not None and memory.version != expected:
        raise Conflict(
            f"The memory is at version {memory.version}, not {expected}. Read it again and decide anew.",
            path=("expectedVersion",),
        )
    if memory.status not in LIVE:
        raise Conflict(f"A memory that is {memory.status} can't be changed; roll it back first.", path=("memoryId",))
    return memory
