"""Carrying out a decision: the ledger entries that each action of spec §4 makes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from graphmem.domain.candidate import Candidate
from graphmem.domain.change import EdgeKind, NewVersion
from graphmem.domain.conflict import Decision, Related
from graphmem.domain.contradiction import are_contradictory, same_claim
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory, State
from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.promotion import may_be_active, mentioned
from graphmem.domain.status import Status
from graphmem.ids import LineageId, MemoryId, new_id
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.steps.merge import carried_over
from graphmem.pipelines.steps.prepare import Prepared

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
    memory: Memory | None
    match decision.action:
        case Action.SUPERSEDE | Action.CORRECT if target is not None:
            memory = _supersede(draft, prepared, decision, target, related, why)
        case Action.MERGE if target is not None:
            memory = _merge(draft, prepared, decision, target, related, why)
        case Action.EXCEPTION if target is not None:
            memory = _except(draft, prepared, decision, target, why, policy)
        case Action.KEEP_BOTH if target is not None:
            if decision.target_state is not None:
                ledger.change(target, decision.target_state, why)
            version = new_version(prepared, decision.status, draft)
            memory = _add_linked(draft, version, why, EdgeKind.CONFLICT_WITH, target)
        case Action.REINFORCE if target is not None and decision.target_state is not None:
            memory = ledger.change(target, decision.target_state, why, evidence=prepared.evidence)
            end_losers(draft, memory, decision, related, why)
        case Action.OBSERVE | Action.EXPIRE if target is not None and decision.target_state is not None:
            memory = ledger.end(target, decision.target_state, why, evidence=prepared.evidence)
        case Action.IGNORE:
            ledger.ignore(why, prepared.evidence, related=target)
            memory = None
        case _:
            memory = ledger.add(new_version(prepared, decision.status, draft), why)
    return memory


def end_losers(draft: Draft, winner: Memory, decision: Decision, related: Sequence[Related], why: Why) -> None:
    """Let what lost end with the decision, in the same commit: sides of a conflict (D13), exceptions to it (D4).

    Where more than two sides contradict each other, those that the loser was in conflict with, and that contradict the
    winner too, lose with it.
    """
    losers = [r.memory for r in decision.others]
    if decision.fate is Status.SUPERSEDED:
        losers += _further_sides(winner, losers, related)
    for loser in losers:
        held = draft.ledger.now_of(loser)
        if not held.is_head or not held.state.is_live:
            continue
        if decision.fate is Status.SUPERSEDED:
            lost = replace(why, action=Action.SUPERSEDE, rule="D13", reason="the other side of the conflict holds")
            draft.ledger.end_in(held, winner, lost)
        else:
            is_exception = Flag.EXCEPTION in held.flags
            reason = "what it excepts from is taken back" if is_exception else "the other side was said again"
            lost = replace(why, action=Action.EXPIRE, rule="D4" if is_exception else "D13", reason=reason)
            draft.ledger.end(held, replace(held.state, status=decision.fate), lost)


def _further_sides(winner: Memory, losers: Sequence[Memory], related: Sequence[Related]) -> list[Memory]:
    lost = {m.id for m in losers}
    return [
        r.memory
        for r in related
        if r.rivals & lost and r.memory.id not in {*lost, winner.id} and are_contradictory(winner, r.memory)
    ]


def _merge(
    draft: Draft, prepared: Prepared, decision: Decision, target: Memory, related: tuple[Related, ...], why: Why
) -> Memory:
    """Enter the version that holds all parts; an open conflict of a part goes on with it."""
    version = next_version(target, prepared, decision.status, draft)
    version = replace(version, memory=carried_over(target, version.memory))
    parts = [draft.ledger.now_of(r.memory) for r in decision.others]
    memory = draft.ledger.merge([target, *parts], version, why)
    _carry_conflicts(draft, prepared.candidate, memory, related, why)
    return memory


def _except(
    draft: Draft, prepared: Prepared, decision: Decision, target: Memory, why: Why, policy: ConflictPolicy
) -> Memory:
    """Enter a one-off exception; where the same was allowed before, as the next version of that."""
    earlier = next((draft.ledger.now_of(r.memory) for r in decision.others), None)
    if earlier is None:
        version = _exception(new_version(prepared, decision.status, draft), policy)
        return _add_linked(draft, version, why, EdgeKind.EXCEPTION_TO, target)
    version = _exception(next_version(earlier, prepared, decision.status, draft), policy)
    draft.ledger.connect(EdgeKind.EXCEPTION_TO, version.memory, target, why)
    return draft.ledger.supersede(earlier, version, why)


def _supersede(
    draft: Draft, prepared: Prepared, decision: Decision, target: Memory, related: tuple[Related, ...], why: Why
) -> Memory:
    """Enter the next version of the target; or, where the same is held already, come back to that."""
    equal = _held_already(draft, prepared, related, target) if decision.action is Action.SUPERSEDE else None
    if equal is not None:
        return _return_to(draft, prepared, equal, related, why)
    memory = draft.ledger.supersede(target, next_version(target, prepared, decision.status, draft), why)
    end_losers(draft, memory, decision, related, why)
    if decision.rule in TAKING_BACK and memory.status is Status.ACTIVE:
        end_other_sides(draft, prepared.candidate, memory, related, why)
    else:
        _carry_conflicts(draft, prepared.candidate, memory, related, why)
    return memory


def _carry_conflicts(
    draft: Draft, candidate: Candidate, memory: Memory, related: tuple[Related, ...], why: Why
) -> None:
    """What contradicted the version that was replaced, and contradicts the newer one too, stays in conflict with it."""
    replaced = {e.source for e in draft.ledger.changes.edges if e.target == memory.id}
    for r in related:
        held = draft.ledger.now_of(r.memory)
        is_rival = bool(r.rivals & replaced) and held.is_head and held.stands
        if is_rival and are_contradictory(candidate, held):
            draft.ledger.connect(EdgeKind.CONFLICT_WITH, memory, held, why)


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
            and may_be_active(held)
            and same_claim(prepared.candidate.claim, held.claim)
        ),
        None,
    )


def _return_to(draft: Draft, prepared: Prepared, equal: Memory, related: tuple[Related, ...], why: Why) -> Memory:
    """Reinforce what is held already, and let the other sides end in it: nothing is held twice."""
    said = mentioned(
        equal,
        confidence=prepared.confidence,
        session_id=prepared.session_id,
        said_at=prepared.occurred_at,
        supports=True,
    )
    state = replace(said, status=Status.ACTIVE)
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
        if are_contradictory(candidate, held):
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
        state=State(
            status=status,
            confidence=prepared.confidence,
            importance=prepared.importance,
            mentioned_at=prepared.occurred_at,
            last_session_id=prepared.session_id,
        ),
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
        memory=memory,
        vector=prepared.vector,
        search_text=prepared.search_text,
        evidence=prepared.evidence,
        names_seen=prepared.names_seen,
        names=prepared.names,
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
