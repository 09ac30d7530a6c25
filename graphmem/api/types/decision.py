"""How a candidate of a write ended (rule W14)."""

from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import Action, Status
from graphmem.api.scope import Scope
from graphmem.api.types.event import Fragment
from graphmem.api.types.memory import Memory, load_memory
from graphmem.api.types.source import MemorySource
from graphmem.ids import MemoryId
from graphmem.pipelines.written import MadeDecision


@strawberry.type(description="What was decided about one candidate, by which rule and why; an ignored one, too.")
class Decision:
    """One a candidate, in the order they were said or given."""

    scope: strawberry.Private[Scope]
    memory_id: strawberry.Private[MemoryId | None]
    related_id: strawberry.Private[MemoryId | None]
    action: Action = strawberry.field(description="What was done.")
    rule: str = strawberry.field(description="The rule that decided, such as `D5`.")
    reason: str = strawberry.field(description="Why, in words.")
    status: Status | None = strawberry.field(description="Status of the memory after it.")
    similarity: float | None = strawberry.field(description="Likeness to the related memory, 0 to 1, where compared.")
    confidence: float | None = strawberry.field(description="How sure the candidate was, 0 to 1.")
    importance: float | None = strawberry.field(description="How important it was, 0 to 1.")
    fragment: Fragment | None = strawberry.field(description="The words it stands on.")
    external_id: strawberry.ID | None = strawberry.field(description="The importer's own id of the item.")

    @strawberry.field(description="The version that was written or changed; null where the candidate was ignored.")
    async def memory(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.memory_id)

    @strawberry.field(description="The version it was decided against: replaced, repeated or contradicted.")
    async def related(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.related_id)

    @strawberry.field(
        description="The words that the memory stands on, the denied one among them: evidence to show the user (D16)."
    )
    async def evidence(self, info: Info) -> list[MemorySource]:
        memory = await load_memory(info, self.scope, self.memory_id)
        return [] if memory is None else await memory.evidence(info)

    @classmethod
    def of(cls, made: MadeDecision, scope: Scope) -> Self:
        """The decision as the scope sees it."""
        fragment = made.fragment
        return cls(
            scope=scope,
            memory_id=made.memory_id,
            related_id=made.related_id,
            action=made.action,
            rule=made.rule,
            reason=made.reason,
            status=made.status,
            similarity=made.similarity,
            confidence=made.confidence,
            importance=made.importance,
            fragment=None
            if fragment is None
            else Fragment(message_id=strawberry.ID(fragment.message_id), start=fragment.start, end=fragment.end),
            external_id=None if made.external_id is None else strawberry.ID(made.external_id),
        )
