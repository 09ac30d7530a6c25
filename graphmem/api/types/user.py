"""A user: the root of everything personal, and of time travel (rules L3, V3)."""

from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Annotated, Self

import strawberry

from graphmem.api.arguments import given, given_set
from graphmem.api.connections import After, Connection, First, connection_of, page_request
from graphmem.api.context import Info
from graphmem.api.enums import EntityKind, Operation, Status
from graphmem.api.filters import (
    ContextInput,
    EventFilter,
    MemoryFilter,
    RecallInput,
    RecallOptions,
    event_filter,
    list_filter,
    recall_request,
)
from graphmem.api.global_ids import decode_entity, decode_memory, encode_user
from graphmem.api.permissions import needs
from graphmem.api.scope import Scope
from graphmem.api.types.conflict import Conflict
from graphmem.api.types.context import Context
from graphmem.api.types.entity import Entity, load_entity
from graphmem.api.types.event import Event
from graphmem.api.types.explanation import Explanation
from graphmem.api.types.lineage import Lineage
from graphmem.api.types.memory import Memory, load_memory
from graphmem.api.types.node import Node
from graphmem.api.types.outcome import Outcome
from graphmem.api.types.recall import Recall
from graphmem.api.types.session import Session, load_session
from graphmem.domain.status import LIVE
from graphmem.errors import NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines import reading
from graphmem.pipelines.after_recall import note_recall
from graphmem.pipelines.bounds import checked_instant
from graphmem.pipelines.context import context as assemble
from graphmem.pipelines.explain_memory import explain_memory as explain
from graphmem.pipelines.reading_entities import entities_page
from graphmem.pipelines.reading_sessions import sessions_page
from graphmem.pipelines.recall import recall as recall_memories
from graphmem.pipelines.requests import ContextRequest


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


@strawberry.type(
    description=(
        "A user of the application, the root of everything personal. With `asOf` everything nested answers for that "
        "instant. A user that nothing was written for is empty, not missing."
    )
)
class User(Node):
    """One user of the caller's tenant."""

    scope: strawberry.Private[Scope]
    user_id: strawberry.ID = strawberry.field(description="The application's own id.")
    as_of: datetime | None = strawberry.field(description="The instant everything nested answers for; null is now.")

    @classmethod
    def of(cls, scope: Scope) -> Self:
        """The user of a scope."""
        return cls(
            id=encode_user(scope.owner.user_id),
            scope=scope,
            user_id=strawberry.ID(scope.owner.user_id),
            as_of=scope.as_of,
        )

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY), description="The memories that matter for a question, the best first."
    )
    async def recall(
        self, info: Info, wanted: Annotated[RecallInput, strawberry.argument(name="input", description="The question.")]
    ) -> Recall:
        request = replace(
            recall_request(wanted.query, wanted, self.scope, info.context.principal),
            route=given(wanted.route),
            order=wanted.order,
            wants_explanation=wanted.explain,
        )
        started = perf_counter()
        recalled = await recall_memories(info.context.services, self.scope.owner, request)
        info.context.metrics.count_recall(perf_counter() - started)
        info.context.spend(len(recalled.hits) + len(recalled.dropped))
        recall_id = note_recall(
            info.context.services,
            self.scope.owner,
            request,
            recalled.hits,
            best_relevance=recalled.best_relevance,
            is_partial=bool(recalled.warnings),
        )
        return Recall.of(recalled, self.scope, recall_id)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description=(
            "Why a recall with this query does, or does not, find a memory. Counts as no use and as no miss. An error "
            "NOT_FOUND without the memory, or where it is another user's."
        ),
    )
    async def explain_memory(
        self,
        info: Info,
        memory_id: Annotated[strawberry.ID, strawberry.argument(description="Id of a `Memory`.")],
        query: Annotated[str, strawberry.argument(description="What is asked; at most 20,000 characters.")],
        options: Annotated[
            RecallOptions | None,
            strawberry.argument(description="As they are given to `recall`; its defaults where left out."),
        ] = strawberry.UNSET,
    ) -> Explanation | None:
        request = recall_request(query, given(options) or RecallOptions(), self.scope, info.context.principal)
        explained = await explain(info.context.services, self.scope.owner, self._own_memory(memory_id), request)
        info.context.spend(len(explained.checks) + len(explained.lists))
        return Explanation.of(explained, self.scope)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY), description="What is known, made ready for a prompt within a budget."
    )
    async def context(
        self, info: Info, wanted: Annotated[ContextInput, strawberry.argument(name="input", description="What for.")]
    ) -> Context:
        made = await assemble(
            info.context.services,
            self.scope.owner,
            ContextRequest(
                query=given(wanted.query),
                budget=given(wanted.budget),
                session_id=given(wanted.session_id),
                types=given_set(wanted.types),
                as_of=self.scope.as_of,
                asked_at=given(wanted.asked_at),
                route=given(wanted.route),
                includes_past=given(wanted.include_past),
                language=given(wanted.language),
                is_counted=info.context.principal.uses_answers,
                sees_sensitive=self.scope.sees_sensitive,
            ),
        )
        info.context.spend(len(made.long_term.items) + len(made.trace))
        return Context.of(made, self.scope)

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
        chosen = list_filter(given(wanted) or MemoryFilter())
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
            info.context.services, self.scope.owner, self._own_memory(memory_id), as_of=self.scope.as_of
        )
        info.context.spend(len(found.versions) + len(found.edges) + len(found.events))
        return Lineage.of(found, self.scope)

    @strawberry.field(metadata=needs(Operation.READ_AUDIT), description="The audit of this user, the newest first.")
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
        metadata=needs(Operation.READ_MEMORY), description="Tasks that tools reported of, the newest first."
    )
    async def outcomes(
        self,
        info: Info,
        kind: Annotated[str | None, strawberry.argument(description="Of this kind only.")] = strawberry.UNSET,
        first: First = 20,
        after: After = strawberry.UNSET,
    ) -> Connection[Outcome]:
        request = page_request("outcomes", first, after, as_of=self.scope.as_of)
        page = await reading.outcomes_page(
            info.context.services, self.scope.owner, request, kind=given(kind), as_of=self.scope.as_of
        )
        return connection_of(page, request, lambda outcome: Outcome.of(outcome, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY), description="The task of a kind and key; null without a report of it."
    )
    async def outcome(
        self,
        info: Info,
        kind: Annotated[str, strawberry.argument(description="Kind of task.")],
        key: Annotated[str, strawberry.argument(description="The business's own key.")],
    ) -> Outcome | None:
        found = await reading.outcome(info.context.services, self.scope.owner, kind, key, as_of=self.scope.as_of)
        return None if found is None else Outcome.of(found, self.scope)

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
        page = await reading.review_page(info.context.services, self.scope.owner, request, as_of=self.scope.as_of)
        return connection_of(page, request, lambda memory: Memory.of(memory, self.scope), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="What memories name, the newest first: the user's own, and of the tenant's what they mention.",
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
        is_own = ref.user_id == self.scope.owner.user_id
        entity = await load_entity(info, self.scope, ref.entity_id) if is_own else None
        if entity is None:
            raise NotFound("entity")
        return entity

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="A session that runs, by the caller's id of it; an error NOT_FOUND without it, or once it is over.",
    )
    async def session(
        self,
        info: Info,
        session_id: Annotated[
            strawberry.ID, strawberry.argument(name="id", description="The id that the turns came with.")
        ],
    ) -> Session | None:
        return await load_session(info, self.scope, session_id)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="Sessions that run, by their last turn, the newest first; what ended or expired is left out.",
    )
    async def sessions(self, info: Info, first: First = 20, after: After = strawberry.UNSET) -> Connection[Session]:
        request = page_request("sessions", first, after, as_of=self.scope.as_of)
        page = await sessions_page(info.context.services, self.scope.owner, request, as_of=self.scope.as_of)
        return connection_of(page, request, lambda session: Session.of(session, self.scope), info)

    @strawberry.field(metadata=needs(Operation.READ_MEMORY), description="Counts of what is held.")
    async def stats(self, info: Info) -> UserStats:
        counts = await reading.user_stats(info.context.services, self.scope.owner, as_of=self.scope.as_of)
        return UserStats(
            live_count=sum(count for status, count in counts.items() if status in LIVE),
            counts=[StatusCount(status=status, count=counts[status]) for status in Status if status in counts],
        )

    def _own_memory(self, global_id: str) -> MemoryId:
        """The memory of a global id; NotFound where it names another user's, too."""
        ref = decode_memory(global_id)
        if ref.user_id != self.scope.owner.user_id:
            raise NotFound("memory")
        return ref.memory_id


def user_of(info: Info, user_id: str, as_of: datetime | None = None) -> User:
    """A user of the caller's tenant at an instant; Forbidden where the caller may name itself only."""
    context = info.context
    scope = context.scope(context.principal.owner(user_id))
    instant = checked_instant(as_of, "asOf", now=context.services.clock.now())
    return User.of(replace(scope, as_of=instant))
