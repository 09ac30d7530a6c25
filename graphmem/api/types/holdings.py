"""What is held of an owner, a user or a shared space alike: memories, their history, names and audit (rules V1, V3)."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.connections import After, Connection, First, connection_of, page_request
from graphmem.api.context import Info
from graphmem.api.enums import EntityKind, Operation, Status
from graphmem.api.filters import EventFilter, MemoryFilter, event_filter, list_filter
from graphmem.api.global_ids import EntityRef, MemoryRef, decode_entity, decode_memory
from graphmem.api.permissions import needs
from graphmem.api.scope import Scope
from graphmem.api.types.conflict import Conflict
from graphmem.api.types.entity import Entity, load_entity
from graphmem.api.types.event import Event
from graphmem.api.types.lineage import Lineage
from graphmem.api.types.memory import Memory, load_memory
from graphmem.domain.status import LIVE
from graphmem.errors import NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines import reading
from graphmem.pipelines.reading_entities import entities_page


@strawberry.type(description="Number of current versions of one status.")
class StatusCount:
    """One row of `UserStats`."""

    status: Status = strawberry.field(description="The status.")
    count: int = strawberry.field(description="How many.")


@strawberry.type(description="Counts of what is held about a user.")
class UserStats:
    """At the user's instant."""

    live_count: int = strawberry.field(
        description="Memories that count as held: active, observed, to review, inactive."
    )
    counts: list[StatusCount] = strawberry.field(
        description="Current versions by status; statuses without any left out."
    )


@strawberry.type(description="What `User` and `SharedSpace` have alike.")
class Holdings:
    """Of the owner of a scope, as the scope sees it."""

    scope: strawberry.Private[Scope]

    @strawberry.field(metadata=needs(Operation.READ_MEMORY), description="Memories, the newest first.")
    async def memories(
        self,
        info: Info,
        wanted: Annotated[
            MemoryFilter | None,
            strawberry.argument(name="filter", description="Which of them; current live ones where left out."),
        ] = strawberry.UNSET,
        first: First = 20,
        after: After = strawberry.UNSET,
    ) -> Connection[Memory]:
        request = page_request("memories", first, after, as_of=self.scope.as_of)
        chosen = list_filter(given(wanted) or MemoryFilter(), self.scope)
        page = await reading.memories_page(
            info.context.services, self.scope.owner, request, chosen, as_of=self.scope.as_of
        )
        return connection_of(page, request, lambda memory: Memory.of(memory, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="One memory version by its id; an error NOT_FOUND without it.",
    )
    async def memory(
        self,
        info: Info,
        global_id: Annotated[strawberry.ID, strawberry.argument(name="id", description="Id of a `Memory`.")],
    ) -> Memory | None:
        memory = await load_memory(info, self.scope, self._own_memory(global_id))
        if memory is None:
            raise NotFound("memory")
        return memory

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="The whole history of the statement that a memory is a version of; an error NOT_FOUND without it.",
    )
    async def lineage(
        self,
        info: Info,
        memory_id: Annotated[strawberry.ID, strawberry.argument(description="Id of any `Memory` of the lineage.")],
    ) -> Lineage | None:
        found = await reading.lineage(
            info.context.services,
            self.scope.owner,
            self._own_memory(memory_id),
            as_of=self.scope.as_of,
            types=self.scope.types,
        )
        info.context.spend(len(found.versions) + len(found.edges) + len(found.events))
        return Lineage.of(found, self.scope)

    @strawberry.field(metadata=needs(Operation.READ_AUDIT), description="The audit, the newest first.")
    async def events(
        self,
        info: Info,
        wanted: Annotated[
            EventFilter | None, strawberry.argument(name="filter", description="Which of them; all where left out.")
        ] = strawberry.UNSET,
        first: First = 20,
        after: After = strawberry.UNSET,
    ) -> Connection[Event]:
        request = page_request("events", first, after, as_of=self.scope.as_of)
        chosen = event_filter(given(wanted) or EventFilter())
        page = await reading.events_page(
            info.context.services, self.scope.owner, request, chosen, as_of=self.scope.as_of
        )
        return connection_of(page, request, lambda event: Event.of(event, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="Open conflicts, the newest first: two memories that contradict each other, neither having won.",
    )
    async def conflicts(self, info: Info, first: First = 20, after: After = strawberry.UNSET) -> Connection[Conflict]:
        request = page_request("conflicts", first, after, as_of=self.scope.as_of)
        page = await reading.conflicts_page(info.context.services, self.scope.owner, request, as_of=self.scope.as_of)
        return connection_of(page, request, lambda conflict: Conflict.of(conflict, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description=(
            "Memories that wait for `reviewMemory`, the newest first: attempts to instruct, what a changed document "
            "made stale, and what the user denies to have said."
        ),
    )
    async def review(self, info: Info, first: First = 20, after: After = strawberry.UNSET) -> Connection[Memory]:
        request = page_request("review", first, after, as_of=self.scope.as_of)
        page = await reading.review_page(
            info.context.services, self.scope.owner, request, as_of=self.scope.as_of, types=self.scope.types
        )
        return connection_of(page, request, lambda memory: Memory.of(memory, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="What memories name, the newest first: the owner's own, and of the tenant's what they mention.",
    )
    async def entities(
        self,
        info: Info,
        search: Annotated[
            str | None, strawberry.argument(description="Beginning of a name, in any spelling of it.")
        ] = strawberry.UNSET,
        kind: Annotated[EntityKind | None, strawberry.argument(description="Of this kind only.")] = strawberry.UNSET,
        first: First = 20,
        after: After = strawberry.UNSET,
    ) -> Connection[Entity]:
        request = page_request("entities", first, after, as_of=self.scope.as_of)
        page = await entities_page(
            info.context.services, self.scope.view, request, kind=given(kind), search=given(search)
        )
        return connection_of(page, request, lambda entity: Entity.of(entity, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="One entity by its id, or the one it was merged into; an error NOT_FOUND without it.",
    )
    async def entity(
        self,
        info: Info,
        global_id: Annotated[strawberry.ID, strawberry.argument(name="id", description="Id of an `Entity`.")],
    ) -> Entity | None:
        ref = decode_entity(global_id)
        entity = await load_entity(info, self.scope, ref.entity_id) if self._is_own(ref) else None
        if entity is None:
            raise NotFound("entity")
        return entity

    @strawberry.field(metadata=needs(Operation.READ_MEMORY), description="Counts of what is held.")
    async def stats(self, info: Info) -> UserStats:
        counts = await reading.user_stats(info.context.services, self.scope.owner, as_of=self.scope.as_of)
        return UserStats(
            live_count=sum(count for status, count in counts.items() if status in LIVE),
            counts=[StatusCount(status=status, count=counts[status]) for status in Status if status in counts],
        )

    def _own_memory(self, global_id: str) -> MemoryId:
        """The memory of a global id; NotFound where it names another owner's, too."""
        ref = decode_memory(global_id)
        if not self._is_own(ref):
            raise NotFound("memory")
        return ref.memory_id

    def _is_own(self, ref: MemoryRef | EntityRef) -> bool:
        return (ref.user_id, ref.space) == (self.scope.owner.user_id, self.scope.owner.space)
