"""Carrying out a decision: the ledger entries that each action of spec §4 makes."""

from dataclasses import replace
from datetime import timedelta

from graphmem.domain.candidate import Candidate
from graphmem.domain.change import EdgeKind, NewVersion
from graphmem.domain.conflict import Decision, Related
from graphmem.domain.contradiction import contradicts, same_claim
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory, State
from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.status import Status
from graphmem.ids import LineageId, MemoryId, new_id
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.writing import Draft

TAKING_BACK = frozenset({"D4", "D5"})
"""Rules by which the user's word ends every side of a contradiction, not one of them."""


def enter(
    draft: Draft,
    prepared: Prepared,
    decision: Decision,
    related: tuple[Related, ...],
    policy: ConflictPolicy,
    *,
    note: str | None = None,
) -> Memory | None:
    """Enter a decision in the ledger; return the version it made or changed, none for what is ignored."""
    target = decision.target.memory if decision.target else None
    why = Why(
        action=decision.action,
        rule=decision.rule,
        reason=decision.reason,
        actor=draft.call.principal.actor,
        similarity=decision.target.similarity if decision.target else None,
        note=note,
    )
    ledger = draft.ledger
    match decision.action:
        case Action.REINFORCE if target is not None:
            state = target.reinforced(prepared.confidence, decision.status)
            return ledger.change(target, state, why, evidence=prepared.evidence)
        case Action.SUPERSEDE | Action.CORRECT if target is not None:
            return _supersede(draft, prepared, decision, target, related, why)
        case Action.EXCEPTION if target is not None:
            version = _exception(new_version(prepared, decision.status, draft), policy)
            return _add_linked(draft, version, why, EdgeKind.EXCEPTION_TO, target)
        case Action.KEEP_BOTH if target is not None:
            if decision.rule == "D8" and target.status is Status.ACTIVE:
                ledger.change(target, replace(target.state, status=Status.OBSERVED), why)
            return _add_linked(
                draft, new_version(prepared, decision.status, draft), why, EdgeKind.CONFLICT_WITH, target
            )
        case Action.IGNORE:
            ledger.ignore(why, prepared.evidence, related=target)
            return None
        case _:
            return ledger.add(new_version(prepared, decision.status, draft), why)


def _supersede(
    draft: Draft, prepared: Prepared, decision: Decision, target: Memory, related: tuple[Related, ...], why: Why
) -> Memory:
    """Enter the next version of the target; or, where the same is held already, come back to that."""
    equal = _held_already(draft, prepared, related, target) if decision.action is Action.SUPERSEDE else None
    if equal is not None:
        return _return_to(draft, prepared, equal, related, why)
    memory = draft.ledger.supersede(target, next_version(target, prepared, decision.status, draft), why)
    if decision.rule in TAKING_BACK:
        end_other_sides(draft, prepared.candidate, memory, related, why)
    return memory


def _held_already(draft: Draft, prepared: Prepared, related: tuple[Related, ...], target: Memory) -> Memory | None:
    """Another live head that says what the candidate says: the side of a contradiction the user comes back to."""
    heads = [draft.ledger.now_of(r.memory) for r in related]
    return next(
        (
            held
            for held in heads
            if held.lineage_id != target.lineage_id
            and held.is_head
            and held.stands
            and same_claim(prepared.candidate.claim, held.claim)
        ),
        None,
    )


def _return_to(draft: Draft, prepared: Prepared, equal: Memory, related: tuple[Related, ...], why: Why) -> Memory:
    """Reinforce what is held already, and let the other sides end in it: nothing is held twice."""
    state = equal.reinforced(prepared.confidence, Status.ACTIVE)
    memory = draft.ledger.change(equal, state, replace(why, action=Action.REINFORCE), evidence=prepared.evidence)
    end_other_sides(draft, prepared.candidate, memory, related, why)
    return memory


def _add_linked(draft: Draft, version: NewVersion, why: Why, kind: EdgeKind, target: Memory) -> Memory:
    """Enter a version with an edge to the one it stands beside, at one instant."""
    draft.ledger.connect(kind, version.memory, target, why)
    return draft.ledger.add(version, why, related=target)


def end_other_sides(draft: Draft, candidate: Candidate, memory: Memory, related: tuple[Related, ...], why: Why) -> None:
    """What the user took back is taken back everywhere: other live heads that the new version contradicts end in it."""
    for r in related:
        held = draft.ledger.now_of(r.memory)
        if held.lineage_id == memory.lineage_id or not held.is_head or not held.stands:
            continue
        if contradicts(candidate.claim, held.claim, candidate.content, held.content):
            draft.ledger.end_in(held, memory, why)


def new_version(prepared: Prepared, status: Status, draft: Draft) -> NewVersion:
    """The first version of a new lineage."""
    c = prepared.candidate
    memory_id = MemoryId(new_id())
    memory = Memory(
        id=memory_id,
        lineage_id=LineageId(memory_id),
        version=1,
        type=c.type,
        content=c.content,
        language=c.language,
        claim=c.claim,
        state=State(status=status, confidence=prepared.confidence, importance=prepared.importance),
        source=c.source,
        recorded_at=draft.ledger.at,
        updated_at=draft.ledger.at,
        occurred_at=prepared.occurred_at,
        reason=c.reason,
        search_phrases=c.search_phrases,
        session_id=prepared.session_id,
        agent_id=draft.call.principal.agent_id,
        external_id=prepared.external_id,
        valid_from=c.valid_from,
        valid_to=c.valid_to,
        flags=c.flags,
    )
    return NewVersion(
        memory=memory, vector=prepared.vector, search_text=prepared.search_text, evidence=prepared.evidence
    )


def next_version(target: Memory, prepared: Prepared, status: Status, draft: Draft) -> NewVersion:
    """The version that continues the target's lineage (rule R1)."""
    version = new_version(prepared, status, draft)
    memory = replace(
        version.memory,
        lineage_id=target.lineage_id,
        version=target.version + 1,
        # A newer version of something sensitive is not less so.
        flags=version.memory.flags | (target.flags & {Flag.SENSITIVE}),
    )
    return replace(version, memory=memory)


def _exception(version: NewVersion, policy: ConflictPolicy) -> NewVersion:
    """Mark an exception, which ends when its words say and after a week at the latest (rule D3)."""
    memory = version.memory
    latest = memory.occurred_at + timedelta(days=policy.exception_days)
    ends = min(memory.valid_to, latest) if memory.valid_to else latest
    return replace(version, memory=replace(memory, valid_to=ends, flags=memory.flags | {Flag.EXCEPTION}))
