"""confirmMemory: the user says yes to a memory, which makes it active and sure (rules W10, D13)."""

from collections.abc import Sequence

from graphmem.domain.conflict import Decision, Related
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory
from graphmem.domain.promotion import confirmed
from graphmem.domain.status import Status
from graphmem.errors import Conflict, NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, ConfirmRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import end_losers
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import MadeDecision, Written
from graphmem.store import memories

RULE = "W10"
_OPEN = frozenset({Status.ACTIVE, Status.OBSERVED, Status.NEEDS_REVIEW, Status.INACTIVE, Status.ARCHIVED})


async def confirm(services: Services, call: Call, request: ConfirmRequest) -> Written:
    """Take the user's yes to a memory: active, at least as sure as a confirmation makes; its conflict is won (D13).

    Raises NotFound; Conflict where it is not the current version, has ended, or was set apart as an attempt to
    instruct (rule W2).
    """

    async def work(draft: Draft) -> Written:
        memory = await _confirmable(draft, request.memory_id)
        why = Why(action=Action.CONFIRM, rule=RULE, reason="confirmed by the user", actor=call.principal.actor)
        state = confirmed(memory, services.policy)
        kept = draft.ledger.change(memory, state, why)
        related = await sides_of(draft, memory)
        others = tuple(r for r in related if memory.id in r.rivals)
        decision = Decision(
            action=Action.CONFIRM, rule=RULE, reason=why.reason, status=kept.status, others=others,
            target=Related(memory=memory, similarity=1.0),
        )  # fmt: skip
        end_losers(draft, kept, decision, related, why)
        return Written(decisions=(made_of(kept, why, related=others[0].memory if others else None),))

    return await write(services, call, request, work, Written)


async def _confirmable(draft: Draft, memory_id: MemoryId) -> Memory:
    memory = await head_of(draft, memory_id)
    if Flag.SUSPECTED_INJECTION in memory.flags:
        raise Conflict(
            "This text tries to instruct, so it never becomes active. Correct it instead.", path=("memoryId",)
        )
    if memory.status not in _OPEN:
        raise Conflict(f"A memory that is {memory.status} can't be confirmed; roll it back first.", path=("memoryId",))
    return memory


async def head_of(draft: Draft, memory_id: MemoryId, name: str = "memoryId") -> Memory:
    """The memory where it is the current version of its lineage; NotFound or Conflict otherwise."""
    memory = (await memories.by_ids(draft.tx, draft.owner, [memory_id], types=draft.writes)).get(memory_id)
    if memory is None:
        raise NotFound("memory")
    if not memory.is_head:
        raise Conflict(
            f"Version {memory.version} was replaced by a newer one. Read the memory again and take its newest version.",
            path=(name,),
        )
    return memory


async def sides_of(draft: Draft, memory: Memory) -> list[Related]:
    """The live other sides of a head's open conflicts, and the other sides of these, each with its own other sides."""
    near = await _rivals(draft, [memory.id])
    far = await _rivals(draft, sorted(near[memory.id]))
    rivals = {i: far.get(i, frozenset()) | near.get(i, frozenset()) for i in {*near, *far}}
    found = await memories.by_ids(draft.tx, draft.owner, sorted(set(rivals) - {memory.id}))
    live = sorted((m for m in found.values() if m.is_head and m.state.is_live), key=lambda m: (m.recorded_at, m.id))
    return [Related(memory=m, similarity=0.0, rivals=rivals[m.id]) for m in live]


async def _rivals(draft: Draft, ids: Sequence[MemoryId]) -> dict[MemoryId, frozenset[MemoryId]]:
    """The two sides of the open conflicts that touch some versions, each with those it is in conflict with."""
    edges = await memories.edges(draft.tx, draft.owner, ids, as_of=draft.ledger.at) if ids else ()
    pairs = [(e.source, e.target) for e in edges if e.is_open_conflict]
    sides = {i: frozenset(b if a == i else a for a, b in pairs if i in {a, b}) for pair in pairs for i in pair}
    return {i: frozenset[MemoryId]() for i in ids} | sides


def made_of(memory: Memory, why: Why, *, related: Memory | None = None) -> MadeDecision:
    """What a caller asked for by name, as a decision."""
    return MadeDecision(
        action=why.action,
        rule=why.rule,
        reason=why.reason,
        memory_id=memory.id,
        related_id=None if related is None else related.id,
        status=memory.status,
        confidence=memory.state.confidence,
        importance=memory.state.importance,
    )
