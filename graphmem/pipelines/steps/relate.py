"""What a candidate may have to do with: the owner's heads in the store and those this write has made (rule W12)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.domain.conflict import Related
from graphmem.domain.memory import Memory
from graphmem.domain.status import Status
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.writing import Draft
from graphmem.store.memories import Probe, relate

_OUT = frozenset({Status.SUPERSEDED, Status.DELETED})


@dataclass(slots=True)
class Neighbourhood:
    """Heads around each candidate of a write, kept in step with what the write does."""

    services: Services
    draft: Draft
    stored: dict[int, list[tuple[Memory, float]]]
    made: list[tuple[Memory, list[float]]] = field(default_factory=list[tuple[Memory, list[float]]])

    def around(self, position: int, prepared: Prepared) -> tuple[Related, ...]:
        """Heads related to one candidate, as they stand now, the most similar first."""
        ledger = self.draft.ledger
        pairs = [(ledger.now_of(memory), cosine) for memory, cosine in self.stored.get(position, [])]
        pairs += [(ledger.now_of(memory), _dot(vector, prepared.vector)) for memory, vector in self.made]
        related = [
            Related(
                memory=memory,
                similarity=self.services.embedder.calibration.similarity(cosine),
                is_same_session=memory.session_id is not None and memory.session_id == prepared.session_id,
            )
            for memory, cosine in pairs
            if memory.is_head and memory.status not in _OUT
        ]
        policy = self.services.policy.conflict
        near = [r for r in related if _is_bound(r, prepared) or r.similarity >= policy.related_similarity]
        near.sort(key=lambda r: (not _is_bound(r, prepared), -r.similarity, r.memory.id))
        return tuple(sorted(near[: policy.related_limit], key=lambda r: (-r.similarity, r.memory.id)))

    def entered(self, memory: Memory, vector: list[float]) -> None:
        """Let later candidates of this write see a version that it made."""
        self.made.append((memory, vector))


async def neighbourhood(
    services: Services, draft: Draft, prepared: Sequence[Prepared], *, session_id: str | None
) -> Neighbourhood:
    """Read the heads around all candidates in one statement, under the owner's lock."""
    probes = [
        Probe(position=i, vector=p.vector, attribute=p.candidate.claim.attribute, topic=p.candidate.claim.topic)
        for i, p in enumerate(prepared)
    ]
    limit = services.policy.conflict.related_limit
    found = await relate(draft.tx, draft.owner, probes, session_id=session_id, limit=limit) if probes else {}
    return Neighbourhood(services, draft, {i: [(f.memory, f.cosine) for f in rows] for i, rows in found.items()})


def _is_bound(related: Related, prepared: Prepared) -> bool:
    """Whether more than likeness binds a head to the candidate: its slot, its topic, or the session."""
    held, claim = related.memory.claim, prepared.candidate.claim
    return (
        related.is_same_session
        or (claim.attribute is not None and claim.attribute == held.attribute)
        or (claim.topic is not None and claim.topic == held.topic)
    )


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
