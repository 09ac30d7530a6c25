"""What a candidate may have to do with: the owner's heads in the store and those this write has made (rule W12)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from graphmem.domain.change import EdgeKind
from graphmem.domain.conflict import Related
from graphmem.domain.memory import Memory
from graphmem.domain.status import Status
from graphmem.embedding import cosine
from graphmem.ids import MemoryId
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.store import memories
from graphmem.store.memories import Found, Probe

_OUT = frozenset({Status.SUPERSEDED, Status.DELETED})


@dataclass(slots=True)
class Neighbourhood:
    """Heads around each candidate of a write, kept in step with what the write does."""

    services: Services
    draft: Draft
    stored: dict[int, list[Found]]
    rivals: dict[MemoryId, Memory]
    """Other sides of open conflicts of what is stored around, which are not around themselves."""
    made: list[tuple[Memory, list[float]]] = field(default_factory=list[tuple[Memory, list[float]]])

    def around(self, position: int, prepared: Prepared) -> tuple[Related, ...]:
        """Heads related to one candidate, as they stand now, the most similar first.

        At most `related_limit`: those of its slot or topic before those that are only alike, and these before those
        that only come from the same session; then the other sides of their open conflicts.
        """
        found = [
            self._related(f.memory, f.cosine, prepared, f.rivals, f.recent_hits) for f in self.stored.get(position, [])
        ]
        found += [self._related(m, cosine(v, prepared.vector), prepared, frozenset()) for m, v in self.made]
        policy = self.services.policy.conflict
        near = [
            r
            for r in found
            if _is_there(r.memory)
            and (_is_bound(r, prepared) or r.is_same_session or r.similarity >= policy.related_similarity)
        ]
        near.sort(
            key=lambda r: (
                not _is_bound(r, prepared),
                r.similarity < policy.related_similarity,
                -r.similarity,
                r.memory.id,
            )
        )
        near = near[: policy.related_limit]
        ids = {r.memory.id for r in near}
        beside = [self._related(m, None, prepared, frozenset()) for m in self._rivals_of(near) if m.id not in ids]
        return tuple(sorted([*near, *beside], key=lambda r: (-r.similarity, r.memory.id)))

    def entered(self, memory: Memory, vector: list[float]) -> None:
        """Let later candidates of this write see a version that it made."""
        self.made.append((memory, vector))

    async def vector_of(self, memory: Memory) -> list[float]:
        """The vector of a head around, from this write or from the store."""
        known = next((vector for m, vector in self.made if m.id == memory.id), None)
        if known is not None:
            return known
        return (await memories.contents(self.draft.tx, self.draft.owner, [memory.id]))[memory.id][0]

    def _related(
        self,
        memory: Memory,
        likeness: float | None,
        prepared: Prepared,
        rivals: frozenset[MemoryId],
        recent_hits: int = 0,
    ) -> Related:
        return Related(
            memory=self.draft.ledger.now_of(memory),
            similarity=0.0 if likeness is None else self.services.embedder.calibration.similarity(likeness),
            is_same_session=memory.session_id is not None and memory.session_id == prepared.session_id,
            rivals=rivals | self._new_rivals(memory.id),
            recent_hits=recent_hits,
        )

    def _new_rivals(self, memory_id: MemoryId) -> frozenset[MemoryId]:
        """Other sides of conflicts that this write has opened."""
        edges = [e for e in self.draft.ledger.changes.edges if e.kind is EdgeKind.CONFLICT_WITH]
        return frozenset(
            e.target if e.source == memory_id else e.source for e in edges if memory_id in {e.source, e.target}
        )

    def _rivals_of(self, near: Sequence[Related]) -> list[Memory]:
        wanted = {i for r in near for i in r.rivals}
        heads = [self.draft.ledger.now_of(m) for i, m in sorted(self.rivals.items()) if i in wanted]
        return [m for m in heads if _is_there(m)]


async def neighbourhood(
    services: Services, draft: Draft, prepared: Sequence[Prepared], *, session_id: str | None
) -> Neighbourhood:
    """Read the heads around all candidates in one statement, under the owner's lock; open conflicts take one more."""
    probes = [
        Probe(position=i, vector=p.vector, attribute=p.candidate.claim.attribute, topic=p.candidate.claim.topic)
        for i, p in enumerate(prepared)
    ]
    limit = services.policy.conflict.related_limit
    found: dict[int, list[Found]] = {}
    if probes:
        since = draft.ledger.at - timedelta(days=services.policy.conflict.used_days)
        found = await memories.relate(
            draft.tx, draft.owner, probes, session_id=session_id, limit=limit, hits_since=since
        )
    ids = {i for rows in found.values() for f in rows for i in f.rivals}
    rivals = await memories.by_ids(draft.tx, draft.owner, sorted(ids)) if ids else {}
    return Neighbourhood(services, draft, found, rivals)


def _is_there(memory: Memory) -> bool:
    return memory.is_head and memory.status not in _OUT


def _is_bound(related: Related, prepared: Prepared) -> bool:
    """Whether more than likeness binds a head to the candidate: its slot or its topic."""
    held, claim = related.memory.claim, prepared.candidate.claim
    return (claim.attribute is not None and claim.attribute == held.attribute) or (
        claim.topic is not None and claim.topic == held.topic
    )
