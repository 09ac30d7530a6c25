"""The history of one statement (rule V1)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import EdgeKind
from graphmem.api.scope import Scope
from graphmem.api.types.event import Event
from graphmem.api.types.memory import Memory, load_memory
from graphmem.domain import lineage as domain
from graphmem.domain.change import Edge
from graphmem.ids import MemoryId


@strawberry.type(description="How two versions relate, since when, by which rule and why.")
class MemoryRelation:
    """Directed; a conflict holds both ways."""

    scope: strawberry.Private[Scope]
    source_id: strawberry.Private[MemoryId]
    target_id: strawberry.Private[MemoryId]
    kind: EdgeKind = strawberry.field(description="How they relate.")
    at: datetime = strawberry.field(description="Since when.")
    until: datetime | None = strawberry.field(description="When it ended, for a conflict that was resolved.")
    rule: str = strawberry.field(description="The rule that made it, such as `D9`.")
    reason: str = strawberry.field(description="Why, in words.")
    actor: strawberry.ID = strawberry.field(description="Who did it: the subject of the key or token.")
    note: str | None = strawberry.field(description="What the caller said of it; null where nothing, or withheld.")

    @strawberry.field(name="from", description="Where it starts; null where that memory was forgotten.")
    async def source(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.source_id)

    @strawberry.field(name="to", description="Where it leads; null where that memory was forgotten.")
    async def target(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.target_id)

    @classmethod
    def of(cls, edge: Edge, scope: Scope) -> Self:
        """The relation as the scope sees it."""
        return cls(
            scope=scope,
            source_id=edge.source,
            target_id=edge.target,
            kind=edge.kind,
            at=edge.at,
            until=edge.until,
            rule=edge.rule,
            reason=edge.reason,
            actor=strawberry.ID(edge.actor),
            note=edge.note if scope.sees_sensitive else None,
        )


@strawberry.type(description="Every version of a statement, with the relations and events around them.")
class Lineage:
    """As of one instant."""

    id: strawberry.ID = strawberry.field(description="Id shared by the versions.")
    head: Memory | None = strawberry.field(description="The current version; null where it ended in another lineage.")
    versions: list[Memory] = strawberry.field(description="All versions, oldest first.")
    relations: list[MemoryRelation] = strawberry.field(description="Relations that touch a version, in time order.")
    events: list[Event] = strawberry.field(description="The last 1,000 events, in time order.")

    @classmethod
    def of(cls, lineage: domain.Lineage, scope: Scope) -> Self:
        """The history as the scope sees it."""
        head = lineage.head
        return cls(
            id=strawberry.ID(lineage.id),
            head=None if head is None else Memory.of(head, scope),
            versions=[Memory.of(memory, scope) for memory in lineage.versions],
            relations=[MemoryRelation.of(edge, scope) for edge in lineage.edges],
            events=[Event.of(event, scope) for event in lineage.events],
        )
