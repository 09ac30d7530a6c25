"""splitMemory: one statement becomes several finer ones (rule R1)."""

from dataclasses import replace

from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag
from graphmem.domain.status import Status
from graphmem.errors import InvalidInput
from graphmem.pipelines.bounds import checked_count
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.correct import current_version
from graphmem.pipelines.requests import Call, SplitRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import new_version, next_version
from graphmem.pipelines.steps.prepare import Occasion, prepare
from graphmem.pipelines.steps.reword import reworded
from graphmem.pipelines.writing import Draft, write
from graphmem.pipelines.written import Written

RULE = "R1"
MAX_PARTS = 10


async def split(services: Services, call: Call, request: SplitRequest) -> Written:
    """Replace the current version by its parts: the first continues the lineage, the others begin lineages.

    They count as confirmed by the user, keep type, importance and status, and stand on the words of the whole. Raises
    NotFound; Conflict as `current_version`; InvalidInput for one part or a part twice; LimitExceeded for too many.
    """
    checked_count(len(request.parts), "parts", MAX_PARTS)
    if len(request.parts) == 1:
        raise InvalidInput("parts needs two or more. To change the words only, correct the memory.", path=("parts",))
    now = services.clock.now()
    parts = [await reworded(services, text, f"parts[{i}]", at=now) for i, text in enumerate(request.parts)]
    if len({part.content for part in parts}) < len(parts):
        raise InvalidInput("parts holds the same words twice.", path=("parts",))
    prepared = await prepare(services, [(part, Occasion(occurred_at=now)) for part in parts])

    async def work(draft: Draft) -> Written:
        whole = await current_version(draft, request.memory_id, request.expected_version)
        why = Why(action=Action.SPLIT, rule=RULE, reason="split on request", actor=call.principal.actor)
        versions = [
            (next_version(whole, p, whole.status, draft) if i == 0 else new_version(p, whole.status, draft))
            for i, p in enumerate(prepared)
        ]
        kept = [
            replace(
                version,
                memory=replace(
                    version.memory,
                    type=whole.type,
                    flags=version.memory.flags | (whole.flags & {Flag.SENSITIVE}),
                    session_id=whole.session_id,
                    occurred_at=whole.occurred_at,
                    state=replace(
                        version.memory.state,
                        status=Status.OBSERVED if Flag.SUSPECTED_INJECTION in version.memory.flags else whole.status,
                        importance=whole.state.importance,
                    ),
                ),
            )
            for version in versions
        ]
        memories = draft.ledger.split(whole, kept, why)
        return Written(decisions=tuple(made_of(m, why, related=whole) for m in memories))

    return await write(services, call, request, work, Written)
