"""splitMemory: one statement becomes several finer ones (rule R1)."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.change import EdgeKind, NewVersion
from graphmem.domain.conflict import Related
from graphmem.domain.contradiction import are_contradictory, same_claim
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory
from graphmem.domain.promotion import may_be_active, mentioned, only_conflict_holds_back
from graphmem.domain.status import Status
from graphmem.errors import InvalidInput
from graphmem.pipelines.bounds import checked_count
from graphmem.pipelines.confirm import made_of
from graphmem.pipelines.correct import current_version
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, SplitRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import end_other_sides, new_version, next_version
from graphmem.pipelines.steps.prepare import Occasion, Prepared, prepare
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.pipelines.steps.reword import reworded
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import MadeDecision, Written

RULE = "R1"
MAX_PARTS = 10
SAID_ALREADY = "another memory says this part already"


async def split(services: Services, call: Call, request: SplitRequest) -> Written:
    """Replace the current version by its parts: the first continues the lineage, the others begin lineages.

    They count as confirmed by the user, keep type, importance and status, and stand on the words of the whole. What a
    part contradicts ends in it (D4); where the whole only waited in a conflict, the parts that contradict nothing are
    active and the others wait on (D13). A part that another memory says already ends in that, which counts as said once
    more (D1). Raises NotFound; Conflict as `current_version`; InvalidInput for one part or a
    part twice; LimitExceeded for too many.
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
        around = await _around_parts(services, draft, whole, prepared)
        held = [_said_already(p, beside) for p, beside in zip(prepared, around, strict=True)]
        related = [
            [r for r in beside if are_contradictory(p.candidate, r.memory)]
            for p, beside in zip(prepared, around, strict=True)
        ]
        versions = [
            _part(
                services,
                whole,
                next_version(whole, p, whole.status, draft) if i == 0 else new_version(p, whole.status, draft),
                related[i],
            )
            for i, p in enumerate(prepared)
        ]
        for version, sides, same in zip(versions, related, held, strict=True):
            if version.memory.status is Status.OBSERVED and same is None:
                for side in sides:
                    draft.ledger.connect(EdgeKind.CONFLICT_WITH, version.memory, side.memory, why)
        parts = draft.ledger.split(whole, versions, why)
        made: list[MadeDecision] = []
        for part, p, sides, same in zip(parts, prepared, related, held, strict=True):
            reason = why if same is None else replace(why, action=Action.REINFORCE, rule="D1", reason=SAID_ALREADY)
            memory = part if same is None else _ended_in(draft, part, same, p, whole, reason)
            if memory.status is not Status.OBSERVED:
                end_other_sides(draft, p.candidate, memory, tuple(sides), why)
            made.append(made_of(memory, reason, related=whole))
        return Written(decisions=tuple(made))

    return await write(services, call, request, work, Written)


async def _around_parts(
    services: Services, draft: Draft, whole: Memory, prepared: Sequence[Prepared]
) -> list[list[Related]]:
    """For each part, the heads of other lineages that it may have to do with."""
    around = await neighbourhood(services, draft, prepared, session_id=None)
    return [
        [r for r in around.around(i, p) if r.memory.lineage_id != whole.lineage_id and r.memory.stands]
        for i, p in enumerate(prepared)
    ]


def _said_already(prepared: Prepared, around: Sequence[Related]) -> Memory | None:
    """Another head that says what a part says."""
    said = prepared.candidate
    if Flag.SUSPECTED_INJECTION in said.flags:
        return None
    return next(
        (
            r.memory
            for r in around
            if may_be_active(r.memory) and (same_claim(said.claim, r.memory.claim) or said.content == r.memory.content)
        ),
        None,
    )


def _ended_in(draft: Draft, part: Memory, same: Memory, prepared: Prepared, whole: Memory, why: Why) -> Memory:
    """Let a part end in what says the same, which stands on its words too, and is held as firmly as the part was."""
    held = draft.ledger.now_of(same)
    said = mentioned(
        held,
        confidence=prepared.confidence,
        session_id=whole.session_id,
        said_at=whole.occurred_at,
        supports=False,
    )
    status = Status.ACTIVE if part.status is Status.ACTIVE else held.status
    memory = draft.ledger.change(held, replace(said, status=status), why)
    draft.ledger.end_in(part, memory, why)
    draft.ledger.changes.inherited.append((memory.id, whole.id))
    return memory


def _part(services: Services, whole: Memory, version: NewVersion, sides: Sequence[Related]) -> NewVersion:
    """A part with what it keeps of the whole."""
    memory = version.memory
    status = whole.status
    if Flag.SUSPECTED_INJECTION in memory.flags:
        status = Status.OBSERVED
    elif not sides and only_conflict_holds_back(whole, services.policy):
        status = Status.ACTIVE
    kept = replace(
        memory,
        type=whole.type,
        flags=memory.flags | (whole.flags & {Flag.SENSITIVE}),
        session_id=whole.session_id,
        occurred_at=whole.occurred_at,
        state=replace(memory.state, status=status, importance=whole.state.importance),
    )
    return replace(version, memory=kept)
