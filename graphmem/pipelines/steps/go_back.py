"""An earlier version of a lineage holds again, as a new one, with all that merges and splits moved since (V2, R1)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.change import Edge, EdgeKind, NewVersion
from graphmem.domain.conflict import Related
from graphmem.domain.contradiction import are_contradictory
from graphmem.domain.ledger import TICK, Return, Why
from graphmem.domain.memory import Evidence, Memory
from graphmem.domain.status import Status
from graphmem.domain.undo import Reopened, is_move_since, undo
from graphmem.ids import LineageId, MemoryId, new_id
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.pipelines.steps.settle import as_candidate
from graphmem.store import memories


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A version that is to hold again: of all `versions` of its lineage the `wanted` one, and what it becomes."""

    versions: Sequence[Memory]
    wanted: Memory
    again: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class GoneBack:
    """What an earlier version became, and what is held around it."""

    memory: Memory
    prepared: Prepared
    related: tuple[Related, ...]


async def go_back(
    services: Services,
    draft: Draft,
    earlier: Earlier,
    why: Why,
    *,
    wins: bool,
    said: tuple[Evidence, ...] = (),
) -> GoneBack:
    """Enter an earlier version again, as a new one, and put everything moved since then back in its place.

    Where it does not win, it waits beside what it contradicts (rule D9). The event names the words that were `said`.
    """
    versions, wanted = earlier.versions, earlier.wanted
    head = next((m for m in versions if m.is_head), None)
    lineages, edges = await _connected(draft, versions, wanted)
    undone = undo(wanted, lineages, edges)
    then = await _as_they_were(draft, undone.reopened)
    contents = await memories.contents(draft.tx, draft.owner, [wanted.id, *then])
    first = Return(version=_version(earlier.again, contents[wanted.id]), of=wanted, head=head)
    others = [
        Return(
            version=_version(reopened(then[r.of.id], lineages[r.of.lineage_id]), contents[r.of.id]),
            of=r.of,
            head=r.head,
        )
        for r in undone.reopened
        if r.of.id in then
    ]
    prepared = [as_candidate(r.version.memory, r.version.vector, r.version.search_text) for r in (first, *others)]
    around = await neighbourhood(services, draft, prepared, session_id=None)
    moved = {r.of.lineage_id for r in (first, *others)} | {c.head.lineage_id for c in undone.closed}
    held = [[r.memory for r in around.around(i, p) if r.memory.lineage_id not in moved] for i, p in enumerate(prepared)]
    if not wins:
        first = _waiting(draft, first, held[0], why)
    waiting = [
        _waiting(draft, other, [first.version.memory, *beside], why)
        for other, beside in zip(others, held[1:], strict=True)
    ]
    made = draft.ledger.roll_back(first, waiting, [(c.head, c.into) for c in undone.closed], why, said=said)
    draft.ledger.changes.inherited.extend((r.version.memory.id, r.of.id) for r in (first, *waiting))
    return GoneBack(memory=made[0], prepared=prepared[0], related=around.around(0, prepared[0]))


def come_back(
    draft: Draft,
    then: Memory,
    versions: Sequence[Memory],
    content: tuple[list[float], str],
    beside: Memory,
    why: Why,
) -> Memory:
    """Enter what had ended in another lineage as it was; it waits where it contradicts what came back with it."""
    back = Return(version=_version(reopened(then, versions), content), of=then, head=None)
    back = _waiting(draft, back, [beside], why)
    draft.ledger.changes.inherited.append((back.version.memory.id, then.id))
    return draft.ledger.roll_back(back, [], [], why)[0]


def reopened(part: Memory, versions: Sequence[Memory]) -> Memory:
    """What was held as a fresh version, as sure as it was."""
    return replace(
        part,
        id=MemoryId(new_id()),
        version=max(m.version for m in versions) + 1,
        external_id=None,
        retired_at=None,
        is_head=True,
    )


async def _connected(
    draft: Draft, versions: Sequence[Memory], wanted: Memory
) -> tuple[dict[LineageId, tuple[Memory, ...]], list[Edge]]:
    """The lineages that merges and splits since the wanted version ended connect with its own, and their edges."""
    lineages = {wanted.lineage_id: tuple(versions)}
    edges: dict[tuple[EdgeKind, MemoryId, MemoryId, datetime], Edge] = {}
    fresh = [m.id for m in versions]
    while fresh:
        found = await memories.edges(draft.tx, draft.owner, fresh, as_of=draft.ledger.at)
        edges |= {(e.kind, e.source, e.target, e.at): e for e in found}
        ends = {i for e in found if is_move_since(e, wanted) for i in (e.source, e.target)}
        unknown = sorted(ends - {m.id for known in lineages.values() for m in known})
        more = await memories.lineages(draft.tx, draft.owner, unknown, as_of=draft.ledger.at) if unknown else {}
        lineages |= {known[0].lineage_id: known for known in more.values()}
        fresh = [m.id for known in dict.fromkeys(more.values()) for m in known]
    return lineages, list(edges.values())


async def _as_they_were(draft: Draft, moved: Sequence[Reopened]) -> dict[MemoryId, Memory]:
    """What is to be held again in the state it had until it was moved; what was over by then is left out."""
    found: dict[MemoryId, Memory] = {}
    for before in sorted({r.before for r in moved}):
        ids = [r.of.id for r in moved if r.before == before]
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
