"""Making candidates ready to be decided: assessed, gated and embedded, before any lock is taken (W7 to W9, W15)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.assessment import confidence, gate, importance
from graphmem.domain.candidate import Candidate
from graphmem.domain.memory import Evidence
from graphmem.domain.status import Status
from graphmem.language.tokens import search_text
from graphmem.pipelines.services import Services


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A candidate with all that can be known of it before looking at what is held."""

    candidate: Candidate
    confidence: float
    importance: float
    gated: Status
    vector: list[float]
    search_text: str
    evidence: tuple[Evidence, ...]
    occurred_at: datetime
    is_dated: bool = False
    session_id: str | None = None
    external_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Where a candidate comes from."""

    occurred_at: datetime
    is_dated: bool = False
    """Whether the caller said when; else it is said now, after all that is held, whatever the clock reads."""
    session_id: str | None = None
    evidence: tuple[Evidence, ...] = ()
    external_id: str | None = None
    vector: list[float] | None = None
    """Ready-made, or null to have the content embedded."""
    confidence: float = 1.0
    """The importer's own, capped by the source's ceiling (rule W7)."""


async def prepare(services: Services, found: Sequence[tuple[Candidate, Occasion]]) -> list[Prepared]:
    """Assess and embed candidates, in one embedding batch (rule W15); EmbeddingFailed where the model fails."""
    missing = [c.content for c, o in found if o.vector is None]
    vectors = iter(await services.embedder.embed_passages(missing) if missing else [])
    return [_prepared(services, c, o, o.vector if o.vector is not None else next(vectors)) for c, o in found]


def _prepared(services: Services, candidate: Candidate, occasion: Occasion, vector: list[float]) -> Prepared:
    policy = services.policy
    sure = confidence(candidate.source, candidate.certainty * occasion.confidence, policy)
    weighs = importance(
        candidate.type,
        is_emphasised=candidate.is_emphasised,
        is_situational=candidate.is_situational,
        policy=policy,
    )
    return Prepared(
        candidate=candidate,
        confidence=sure,
        importance=weighs,
        gated=gate(candidate, sure, weighs, policy),
        vector=vector,
        search_text=search_text(candidate.content, *candidate.search_phrases),
        evidence=occasion.evidence,
        occurred_at=occasion.occurred_at,
        is_dated=occasion.is_dated,
        session_id=occasion.session_id,
        external_id=occasion.external_id,
    )
