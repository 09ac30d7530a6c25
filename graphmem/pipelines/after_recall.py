"""What a recall leaves behind: its memories were returned or rendered, and it may be a miss (rules Q4, Q10)."""

from collections.abc import Sequence

from graphmem.domain.miss import Miss, MissReason, RawScore
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Ranked
from graphmem.ids import RecallId, new_id
from graphmem.pipelines.recent_recalls import PastRecall
from graphmem.pipelines.requests import RecallRequest
from graphmem.pipelines.services import Services

QUERY_KEPT = 1_000
"""Characters of a query that are kept for feedback and with a miss."""
SCORES_KEPT = 10


def note_recall(
    services: Services,
    owner: Owner,
    request: RecallRequest,
    ranked: Sequence[Ranked],
    *,
    best_relevance: float,
    is_rendered: bool = False,
    is_partial: bool = False,
) -> RecallId | None:
    """Count the memories of an answer, the best first, and return the id by which feedback may name it.

    Waits for nothing. Rendered in a context, each counts as a hit too. A recall that found nothing relevant, by the
    highest relevance among all its candidates, is a miss, unless a part of recall had failed (`is_partial`). None, and
    nothing counted, for explanations, for reads of analysts (`is_counted`) and for questions to an earlier instant.
    """
    if request.wants_explanation or not request.is_counted or request.as_of is not None:
        return None
    usage, now = services.usage, services.clock.now()
    for r in ranked:
        usage.returned(r.of(owner), r.memory.id, at=now)
        if is_rendered:
            usage.hit(r.of(owner), r.memory.id, at=now)
    past = PastRecall(
        id=RecallId(new_id()),
        owner=owner.key,
        query=request.query[:QUERY_KEPT],
        scores=tuple(_score(r) for r in ranked[:SCORES_KEPT]),
        at=now,
        is_rendered=is_rendered,
        is_missed=not is_partial and best_relevance <= services.policy.misses.relevance,
        returned={r.memory.id: r.of(owner) for r in ranked},
    )
    usage.recent.note(past)
    if past.is_missed:
        usage.miss(owner, missed(services, owner, past, MissReason.IRRELEVANT, count=1))
    return past.id


def missed(services: Services, owner: Owner, past: PastRecall, reason: MissReason, *, count: int) -> Miss:
    """A recall as a miss."""
    return Miss(
        id=new_id(),
        user_id=owner.user_id,
        query=past.query,
        is_sensitive=False,
        reason=reason,
        space=services.embedder.space.key,
        scores=past.scores,
        first_at=past.at,
        at=past.at,
        count=count,
    )


def _score(ranked: Ranked) -> RawScore:
    relevance = ranked.score.relevance
    return RawScore(
        memory_id=ranked.memory.id,
        relevance=relevance.value,
        cosine=relevance.cosine,
        coverage=relevance.coverage,
    )
