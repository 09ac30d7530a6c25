"""The answer of a recall, with its working (rules Q2, Q8)."""

from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import RouteKind
from graphmem.api.scope import Scope, Scopes
from graphmem.api.types.memory import Memory, load_memory
from graphmem.domain.ranking import Ranked
from graphmem.domain.ranking import Score as DomainScore
from graphmem.domain.routing import Route as DomainRoute
from graphmem.ids import MemoryId, RecallId
from graphmem.pipelines import recall as pipeline


@strawberry.type(
    description="How a memory scored: total = (relevance, importance and recency by their shares) × decay × weight."
)
class Score:
    """Part by part."""

    total: float = strawberry.field(description="What results are ordered by.")
    relevance: float = strawberry.field(description="How well it answers the query, 0 to 1.")
    cosine: float = strawberry.field(description="Likeness of meaning: centred cosine of the vectors, −1 to 1.")
    coverage: float = strawberry.field(
        description="BM25 of the query's words over the candidates, by what they could reach: 0 to 2.2."
    )
    fit: float = strawberry.field(description="1 where it is of a period that the query names, else 0.")
    slot: float = strawberry.field(description="1 where it fills a slot that the query asks for, else 0.")
    nearness: float = strawberry.field(description="What being near to the things that the query names adds.")
    context: float = strawberry.field(description="What was said around it adds or takes.")
    importance: float = strawberry.field(description="Its importance, 0 to 1.")
    recency: float = strawberry.field(description="1 where it was touched lately, else 0.")
    decay: float = strawberry.field(description="Factor for the time since its state last changed, 0 to 1.")
    weight: float = strawberry.field(description="Factor that a contradiction may have lowered.")

    @classmethod
    def of(cls, score: DomainScore) -> Self:
        """The score as the schema shows it."""
        return cls(
            total=score.total,
            relevance=score.relevance.value,
            cosine=score.relevance.cosine,
            coverage=score.relevance.coverage,
            fit=score.relevance.fit,
            slot=score.relevance.slot,
            nearness=score.relevance.nearness,
            context=score.relevance.context,
            importance=score.importance,
            recency=score.recency,
            decay=score.decay,
            weight=score.weight,
        )


@strawberry.type(description="A memory that answers, and how it scored.")
class Hit:
    """One result."""

    memory: Memory = strawberry.field(description="The memory.")
    score: Score = strawberry.field(description="How it scored.")

    @classmethod
    def of(cls, ranked: Ranked, scopes: Scopes) -> Self:
        """The result as the scope of its owner sees it."""
        return cls(memory=Memory.of(ranked.memory, scopes.of(ranked.space)), score=Score.of(ranked.score))


@strawberry.type(description="Something that made the answer poorer without failing it.")
class RecallWarning:
    """Typed by its code."""

    code: str = strawberry.field(description="Stable code, such as `EMBEDDING_FAILED`.")
    message: str = strawberry.field(description="What happened.")


@strawberry.type(description="A candidate that is not in the answer.")
class DroppedMemory:
    """With the reason."""

    scope: strawberry.Private[Scope]
    memory_id: strawberry.Private[MemoryId]
    reason: str = strawberry.field(description="Why it is not in the answer.")

    @strawberry.field(description="The candidate; null where it was forgotten meanwhile.")
    async def memory(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.memory_id)


@strawberry.type(description="Where an answer was looked for first, and why.")
class Route:
    """Sets order and shares; it excludes nothing."""

    kind: RouteKind = strawberry.field(description="Which layer comes first.")
    reaches_past: bool = strawberry.field(description="Whether superseded, expired and archived versions answered too.")
    reason: str = strawberry.field(description="The words of the question that this stands on.")

    @classmethod
    def of(cls, route: DomainRoute) -> Self:
        """The decision as the schema shows it."""
        return cls(kind=route.kind, reaches_past=route.reaches_past, reason=route.reason)


@strawberry.type(description="What a user's memories answer, the best first.")
class Recall:
    """Empty for a user that nothing is known of."""

    resolved_query: str = strawberry.field(
        description="What was looked for: the question, with what it refers back to written out."
    )
    route: Route = strawberry.field(description="Where the answer was looked for, and why.")
    recall_id: strawberry.ID | None = strawberry.field(
        description="What `recallFeedback` takes; null where nothing is counted: explanations, analysts, `asOf`."
    )
    hits: list[Hit] = strawberry.field(description="The results, the best first.")
    best_relevance: float = strawberry.field(description="The highest relevance among all candidates, 0 to 1.")
    warnings: list[RecallWarning] = strawberry.field(description="What made the answer poorer.")
    dropped: list[DroppedMemory] = strawberry.field(description="Candidates left out, where `explain` was asked for.")

    @classmethod
    def of(cls, recalled: pipeline.Recalled, scopes: Scopes, recall_id: RecallId | None) -> Self:
        """The answer as the scopes of the user and of shared spaces see it."""
        return cls(
            resolved_query=recalled.query,
            route=Route.of(recalled.route),
            recall_id=None if recall_id is None else strawberry.ID(recall_id),
            hits=[Hit.of(ranked, scopes) for ranked in recalled.hits],
            best_relevance=recalled.best_relevance,
            warnings=[RecallWarning(code=w.code, message=w.message) for w in recalled.warnings],
            dropped=[
                DroppedMemory(scope=scopes.of(d.space), memory_id=d.memory_id, reason=d.reason)
                for d in recalled.dropped
            ],
        )
