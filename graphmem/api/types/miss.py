"""A question that recall did not answer, as the schema shows it (rule Q10)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Context, Info
from graphmem.api.enums import MissReason
from graphmem.api.scope import Scope
from graphmem.api.types.memory import Memory, load_memory
from graphmem.api.types.source import WITHHELD
from graphmem.domain import miss as domain
from graphmem.domain.owner import Owner
from graphmem.ids import MemoryId


@strawberry.type(description="What one result of a missed recall scored.")
class MissScore:
    """Raw, as it was then."""

    scope: strawberry.Private[Scope]
    memory_id: strawberry.Private[MemoryId]
    relevance: float = strawberry.field(description="How well it answered, 0 to 1.")
    cosine: float = strawberry.field(description="Likeness of meaning, −1 to 1.")
    coverage: float = strawberry.field(description="Share of the query's words, 0 to 2.2.")

    @strawberry.field(description="The memory as it is now; null where it was forgotten meanwhile.")
    async def memory(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.memory_id)


@strawberry.type(description="A question of one user that recall did not answer.")
class Miss:
    """The same question is one miss, however often it was asked."""

    id: strawberry.ID = strawberry.field(description="Id of the miss.")
    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    query: str = strawberry.field(
        description="What was asked, without personal data; `[SENSITIVE]` where the caller may not see it."
    )
    reason: MissReason = strawberry.field(description="Why it counts as a miss.")
    best_relevance: float = strawberry.field(description="The highest relevance of a result; 0 without any.")
    count: int = strawberry.field(description="How often it was asked.")
    space: str = strawberry.field(description="Key of the embedding space it was asked in.")
    first_at: datetime = strawberry.field(description="When it was first asked.")
    at: datetime = strawberry.field(description="When it was last asked.")
    scores: list[MissScore] = strawberry.field(description="What the best ten results scored, the best first.")

    @classmethod
    def of(cls, miss: domain.Miss, context: Context) -> Self:
        """The miss as the caller sees it."""
        scope = context.scope(Owner(context.principal.tenant, miss.user_id))
        context.spend(len(miss.scores))
        return cls(
            id=strawberry.ID(miss.id),
            user_id=strawberry.ID(miss.user_id),
            query=WITHHELD if miss.is_sensitive and not scope.sees_sensitive else miss.query,
            reason=miss.reason,
            best_relevance=miss.best_relevance,
            count=miss.count,
            space=miss.space,
            first_at=miss.first_at,
            at=miss.at,
            scores=[
                MissScore(
                    scope=scope, memory_id=s.memory_id, relevance=s.relevance, cosine=s.cosine, coverage=s.coverage
                )
                for s in miss.scores
            ],
        )
