"""Making candidates ready to be decided: assessed, gated and embedded, before any lock is taken (W7 to W9, W15)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.assessment import confidence, gate, importance, is_worth_writing, touches
from graphmem.domain.candidate import Candidate
from graphmem.domain.entity import Mention, NameVector
from graphmem.domain.memory import Evidence, MemoryType
from graphmem.domain.near_duplicate import is_echo
from graphmem.domain.status import Status
from graphmem.embedding import cosine
from graphmem.language.tokens import search_text
from graphmem.pipelines.off_the_loop import off_the_loop
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.name_vectors import has_vector, names_in, with_vectors
from graphmem.pipelines.steps.screen import flagged

RESOLVES = frozenset({MemoryType.DECISION, MemoryType.PLAN})
"""What is done by saying it: "I'll take the steel cup" is the user's, although the agent proposed it."""


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
    is_worth_writing: bool = True
    """False for what the gate does not even observe (rule W9)."""
    echo: float | None = None
    """Its likeness to what the agent said just before, where it only repeats that (rule W11)."""
    names_seen: tuple[Mention, ...] | None = None
    """What rules see of names in it; none where its content became another since."""
    names: tuple[NameVector, ...] = ()
    """The vectors of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Where a candidate comes from."""

    occurred_at: datetime
    is_dated: bool = False
    """Whether the caller said when; else it is said now, after all that is held, whatever the clock reads."""
    session_id: str | None = None
    evidence: tuple[Evidence, ...] = ()
    external_id: str | None = None
    fragment: str | None = None
    """The words it stands on, as they were said; null where there is no message."""
    heard: tuple[str, ...] = ()
    """What the agent had said just before (rule W11)."""
    goal: str | None = None
    """What its session is for (rule W8)."""
    vector: list[float] | None = None
    """Ready-made, or null to have the content embedded."""
    confidence: float = 1.0
    """The importer's own, capped by the source's ceiling (rule W7)."""


async def prepare(services: Services, found: Sequence[tuple[Candidate, Occasion]]) -> list[Prepared]:
    """Assess and embed candidates, in one embedding batch (rule W15); EmbeddingFailed where the model fails.

    What the agent said, and the words compared with it, go with the same batch (rule W11), and so do names (rule E2).
    """
    found = [(flagged(c), o) for c, o in found]
    seen = await off_the_loop(sum(len(c.content) for c, _ in found), lambda: [names_in(c) for c, _ in found])
    said = [text for c, o in found for text in _to_embed(c, o)]
    texts = list(dict.fromkeys([*said, *_names_to_embed(found, seen)]))
    vectors = dict(zip(texts, await services.embedder.embed_passages(texts) if texts else [], strict=True))
    return [
        replace(_prepared(services, c, o, vectors), names_seen=names, names=with_vectors(names, vectors))
        for (c, o), names in zip(found, seen, strict=True)
    ]


def _names_to_embed(found: Sequence[tuple[Candidate, Occasion]], seen: Sequence[tuple[Mention, ...]]) -> Iterator[str]:
    """Names of what comes without its vector: who brings vectors spares the model."""
    for (_, occasion), names in zip(found, seen, strict=True):
        if occasion.vector is None:
            yield from (n.name for n in names if has_vector(n.name))


def _to_embed(candidate: Candidate, occasion: Occasion) -> list[str]:
    own = [candidate.content] if occasion.vector is None else []
    return own + ([occasion.fragment, *occasion.heard] if occasion.fragment and occasion.heard else [])


def _echo(
    services: Services, candidate: Candidate, occasion: Occasion, vectors: dict[str, list[float]]
) -> float | None:
    """How alike the words are to a sentence of the agent that they only repeat; none where there is no such."""
    words = occasion.fragment
    if not words or not occasion.heard:
        return None
    policy, calibration = services.policy.conflict, services.embedder.calibration
    likeness = {s: calibration.similarity(cosine(vectors[words], vectors[s])) for s in occasion.heard}
    is_resolve = candidate.type in RESOLVES
    return max((v for s, v in likeness.items() if is_echo(words, s, v, policy, is_resolve=is_resolve)), default=None)


def _prepared(
    services: Services, candidate: Candidate, occasion: Occasion, vectors: dict[str, list[float]]
) -> Prepared:
    policy = services.policy
    sure = confidence(candidate.source, candidate.certainty * occasion.confidence, policy)
    weighs = importance(
        candidate.type,
        is_emphasised=candidate.is_emphasised,
        is_situational=candidate.is_situational,
        touches_goal=touches(occasion.goal, candidate.content),
        policy=policy,
    )
    return Prepared(
        candidate=candidate,
        confidence=sure,
        importance=weighs,
        gated=gate(candidate, sure, weighs, policy),
        vector=occasion.vector if occasion.vector is not None else vectors[candidate.content],
        search_text=search_text(candidate.content, *candidate.search_phrases),
        evidence=occasion.evidence,
        occurred_at=occasion.occurred_at,
        is_dated=occasion.is_dated,
        session_id=occasion.session_id,
        external_id=occasion.external_id,
        is_worth_writing=is_worth_writing(candidate, sure, policy),
        echo=_echo(services, candidate, occasion, vectors),
    )
