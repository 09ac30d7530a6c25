"""What a statement had replaced holds again where the user takes it back at once ("scratch that"; rules D10, V2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.domain.change import EdgeKind
from graphmem.domain.conflict import Decision
from graphmem.domain.event import Action
from graphmem.domain.ledger import TICK, Why
from graphmem.domain.memory import Memory
from graphmem.ids import MemoryId
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.go_back import Earlier, GoneBack, come_back, go_back, reopened
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.store import memories

REASON = "taken back at once; what it had replaced holds again"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """The decision as it was carried out, and what holds again."""

    decision: Decision
    gone: GoneBack


async def take_back(services: Services, draft: Draft, said: Prepared, decision: Decision) -> TakenBack | None:
    """Put what a statement had replaced in its place; None where it had replaced nothing, so that it only ends.

    What was said more than once since is no longer only the statement that is taken back.
    """
    if not said.candidate.is_retraction or decision.action is not Action.EXPIRE or decision.target is None:
        return None
    target = draft.ledger.now_of(decision.target.memory)
    if target.session_id is None or target.session_id != said.session_id or not target.is_head:
        return None
    at = draft.ledger.at
    versions = await memories.lineage_members(draft.tx, draft.owner, target.lineage_id, as_of=at)
    edges = [e for e in await memories.edges(draft.tx, draft.owner, [target.id], as_of=at) if e.target == target.id]
    replaced = {e.source for e in edges if e.kind is EdgeKind.SUPERSEDED_BY}
    joined = {e.source for e in edges if e.kind is EdgeKind.MERGED_INTO}
    then = await memories.by_ids_as_of(draft.tx, draft.owner, sorted(replaced), as_of=target.recorded_at - TICK)
    before = next((m for m in versions if m.id in then and m.version == target.version - 1), None)
    if before is None or not then[before.id].state.is_live:
        return None
    mentions = 1 + (then[before.id].state.mention_count if joined else 0)
    if target.state.mention_count > mentions:
        return None
    why = Why(action=Action.ROLLBACK, rule=decision.rule, reason=REASON, actor=draft.call.principal.actor)
    earlier = Earlier(versions=versions, wanted=before, again=reopened(then[before.id], versions))
    gone = await go_back(services, draft, earlier, why, wins=False, said=said.evidence)
    ended = [m for i, m in sorted(then.items()) if i not in joined and m.lineage_id != target.lineage_id]
    await _others(draft, ended, gone.memory, why)
    done = replace(decision, action=Action.ROLLBACK, reason=REASON, status=gone.memory.status)
    return TakenBack(decision=done, gone=gone)


async def _others(draft: Draft, ended: Sequence[Memory], beside: Memory, why: Why) -> None:
    """What the statement had ended in other lineages, as it was before."""
    live = {m.id: m for m in ended if m.state.is_live}
    if not live:
        return
    ids: list[MemoryId] = sorted(live)
    lineages = await memories.lineages(draft.tx, draft.owner, ids, as_of=draft.ledger.at)
    contents = await memories.contents(draft.tx, draft.owner, ids)
    for i in ids:
        if not any(m.is_head for m in lineages[i]):
            come_back(draft, live[i], lineages[i], contents[i], beside, why)
