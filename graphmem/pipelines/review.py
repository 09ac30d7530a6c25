"""reviewMemory: what somebody found who looked at a memory (rules O2, W2, D16)."""

from dataclasses import replace

from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Memory, State, Verdict
from graphmem.domain.status import Status
from graphmem.errors import Conflict, NotFound
from graphmem.pipelines.bounds import MAX_REASON
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, ReviewRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.screen import taken_in
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Written
from graphmem.store import memories

RULE = "O2"
ENDING = frozenset({Verdict.WRONG, Verdict.OUTDATED, Verdict.UNSAFE})
"""Verdicts after which a memory that counts as held expires; it stays in the lineage."""


async def review(services: Services, call: Call, request: ReviewRequest) -> Written:
    """Keep a verdict on a version: `right` ends a review that was due, the ending ones expire a live memory.

    A verdict is about the version as it was written; a superseded one takes it, too, which is how a wrong overwrite is
    told. Raises NotFound; Conflict for `wrongly_replaced` on a version that nothing replaced.
    """
    note = taken_in(request.reason, "reason", MAX_REASON, services.policy).text if request.reason is not None else None

    async def work(draft: Draft) -> Written:
        memory = (await memories.by_ids(draft.tx, draft.owner, [request.memory_id], types=draft.writes)).get(
            request.memory_id
        )
        if memory is None:
            raise NotFound("memory")
        if request.verdict is Verdict.WRONGLY_REPLACED and memory.status is not Status.SUPERSEDED:
            raise Conflict("Nothing replaced this version. Name the version that was replaced.", path=("memoryId",))
        why = Why(
            action=Action.REVIEW, rule=RULE, reason=f"found {request.verdict} in a review",
            actor=call.principal.actor, note=note,
        )  # fmt: skip
        return Written(decisions=(made_of(draft.ledger.end(memory, reviewed(memory, request.verdict), why), why),))

    return await write(services, call, request, work, Written)


def reviewed(memory: Memory, verdict: Verdict) -> State:
    """The state after a verdict."""
    status = memory.status
    if verdict is Verdict.RIGHT and status is Status.NEEDS_REVIEW:
        status = Status.ACTIVE
    if verdict in ENDING and memory.is_head and memory.state.is_live:
        status = Status.EXPIRED
    return replace(memory.state, status=status, verdict=verdict)
