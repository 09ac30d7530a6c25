"""What becomes of the other sides when one side of a conflict ends (rule D13)."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.candidate import Candidate
from graphmem.domain.change import EdgeKind
from graphmem.domain.conflict import Related
from graphmem.domain.contradiction import are_contradictory
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Evidence, Memory
from graphmem.domain.promotion import only_conflict_holds_back, promoted
from graphmem.domain.status import LIVE, Status
from graphmem.ids import LineageId, MemoryId
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.store import conflicts, memories

RULE = "D13"


async def settle(services: Services, draft: Draft) -> None:
    """End the conflicts of all that this write ended, and let go what only they held back."""
    ledger = draft.ledger
    gone = {m.id for m in ledger.current.values() if m.status not in LIVE}
    edges = ledger.changes.edges
    for place, edge in enumerate(edges):
        if edge.is_open_conflict and {edge.source, edge.target} & gone:
            edges[place] = replace(edge, until=ledger.last_at)
    left = await conflicts.close(draft.tx, draft.owner, sorted(gone), at=ledger.last_at)
    await let_go(services, draft, left)


async def let_go(
    services: Services,
    draft: Draft,
    left: Sequence[tuple[MemoryId, MemoryId]],
    *,
    without: LineageId | None = None,
) -> None:
    """Make what waited active where nothing held contradicts it any more; `left` names it and the side that ended.

    What contradicts another statement that is held goes on waiting, in conflict with that. `without` is about to be
    removed, and counts as gone.
    """
    ended = dict(left)
    if not ended:
        return
    found = (await memories.by_ids(draft.tx, draft.owner, sorted(ended))).values()
    now = sorted((draft.ledger.now_of(m) for m in found), key=lambda m: (m.recorded_at, m.id))
    waiting = [m for m in now if m.is_head and only_conflict_holds_back(m, services.policy)]
    if not waiting:
        return
    contents = await memories.contents(draft.tx, draft.owner, [m.id for m in waiting])
    prepared = [as_candidate(m, *contents[m.id]) for m in waiting]
    around = await neighbourhood(services, draft, prepared, session_id=None)
    for version in draft.ledger.changes.versions:
        around.entered(version.memory, version.vector)
    for position, (memory, p) in enumerate(zip(waiting, prepared, strict=True)):
        related = [r for r in around.around(position, p) if r.memory.lineage_id != without]
        await _let_go(services, draft, memory, related, ended[memory.id])


async def _let_go(
    services: Services, draft: Draft, memory: Memory, related: Sequence[Related], ended: MemoryId
) -> None:
    why = Why(
        action=Action.RESOLVE,
        rule=RULE,
        reason="the other side of its conflict ended, and nothing held contradicts it any more",
        actor=draft.call.principal.actor,
    )
    if _is_still_contested(draft, memory, related):
        return
    sides = [
        r.memory
        for r in related
        if r.memory.id != memory.id and r.memory.stands and are_contradictory(memory, r.memory)
    ]
    if sides:
        for side in sides:
            older, newer = sorted((memory, side), key=lambda m: (m.recorded_at, m.id))
            held = replace(why, action=Action.KEEP_BOTH, rule="D9", reason="contradicts what is held")
            draft.ledger.connect(EdgeKind.CONFLICT_WITH, newer, older, held)
        return
    sources = await memories.sources(draft.tx, draft.owner, [memory.id])
    evidence = tuple(Evidence(message_id=s.message.id, start=s.start, end=s.end) for s in sources)
    draft.ledger.promote(memory, promoted(memory.state, services.policy), why, beside=ended, evidence=evidence)


def _is_still_contested(draft: Draft, memory: Memory, related: Sequence[Related]) -> bool:
    """Whether another conflict of it is open, one that this write opened too."""
    stored = next((r.rivals for r in related if r.memory.id == memory.id), frozenset[MemoryId]())
    edges = draft.ledger.changes.edges
    ending = {frozenset(pair) for pair in draft.ledger.changes.resolved}
    ending |= {frozenset((e.source, e.target)) for e in edges if e.kind is EdgeKind.CONFLICT_WITH and e.until}
    return any(frozenset((memory.id, rival)) not in ending for rival in stored)


def as_candidate(memory: Memory, vector: list[float], search_text: str) -> Prepared:
    """What is held as a statement to look for others around."""
    return Prepared(
        candidate=Candidate(
            type=memory.type,
            content=memory.content,
            language=memory.language,
            claim=memory.claim,
            span=None,
            source=memory.source,
        ),
        confidence=memory.state.confidence,
        importance=memory.state.importance,
        gated=Status.ACTIVE,
        vector=vector,
        search_text=search_text,
        evidence=(),
        occurred_at=memory.occurred_at,
    )
