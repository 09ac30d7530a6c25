"""A user: the root of everything personal, and of time travel (rules L3, V3)."""

from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Annotated, Self

import strawberry

from graphmem.api.arguments import given, given_set
from graphmem.api.connections import After, Connection, First, connection_of, page_request
from graphmem.api.context import Info
from graphmem.api.enums import MemoryType, Operation
from graphmem.api.filters import ContextInput, RecallInput, RecallOptions, recall_request
from graphmem.api.global_ids import encode_user
from graphmem.api.permissions import needs
from graphmem.api.scope import Scope, Scopes
from graphmem.api.types.context import Context
from graphmem.api.types.explanation import Explanation
from graphmem.api.types.holdings import Holdings
from graphmem.api.types.node import Node
from graphmem.api.types.outcome import Outcome
from graphmem.api.types.recall import Recall
from graphmem.api.types.session import Session, load_session
from graphmem.domain.outcome import Outcome as DomainOutcome
from graphmem.domain.page import Page
from graphmem.errors import Unavailable
from graphmem.pipelines import reading
from graphmem.pipelines.after_recall import note_recall
from graphmem.pipelines.bounds import checked_instant
from graphmem.pipelines.context import context as assemble
from graphmem.pipelines.explain_memory import explain_memory as explain
from graphmem.pipelines.reading_sessions import sessions_page
from graphmem.pipelines.recall import recall as recall_memories
from graphmem.pipelines.requests import ContextRequest, ReadableSpace
from graphmem.pipelines.shared_spaces import readable_spaces


@strawberry.type(
    description=(
        "A user of the application, the root of everything personal. With `asOf` everything nested answers for that "
        "instant. A user that nothing was written for is empty, not missing."
    )
)
class User(Holdings, Node):
    """One user of the caller's tenant."""

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
        spaces = await _spaces(info, wanted)
        request = replace(
            recall_request(wanted.query, wanted, self.scope, info.context.principal),
            spaces=spaces,
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
        return Recall.of(recalled, Scopes.beside(self.scope, spaces), recall_id)

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
        wanted = given(options) or RecallOptions()
        spaces = await _spaces(info, wanted)
        request = replace(recall_request(query, wanted, self.scope, info.context.principal), spaces=spaces)
        explained = await explain(
            info.context.services,
            self.scope.owner,
            self._own_memory(memory_id),
            request,
            types=self.scope.types,
        )
        info.context.spend(len(explained.checks) + len(explained.lists))
        return Explanation.of(explained, Scopes.beside(self.scope, spaces))

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY), description="What is known, made ready for a prompt within a budget."
    )
    async def context(
        self, info: Info, wanted: Annotated[ContextInput, strawberry.argument(name="input", description="What for.")]
    ) -> Context:
        spaces = await _spaces_if_there(info, wanted)
        made = await assemble(
            info.context.services,
            self.scope.owner,
            ContextRequest(
                query=given(wanted.query),
                budget=given(wanted.budget),
                session_id=given(wanted.session_id),
                types=self.scope.only(given_set(wanted.types)),
                spaces=spaces,
                as_of=self.scope.as_of,
                asked_at=given(wanted.asked_at),
                route=given(wanted.route),
                includes_past=given(wanted.include_archived),
                language=given(wanted.language),
                is_counted=info.context.principal.uses_answers,
                sees_sensitive=self.scope.sees_sensitive,
            ),
        )
        info.context.spend(len(made.long_term.items) + len(made.trace))
        return Context.of(made, Scopes.beside(self.scope, spaces))

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
        page: Page[DomainOutcome] = Page((), (), has_next=False)
        if MemoryType.OUTCOME in self.scope.types:
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
        if MemoryType.OUTCOME not in self.scope.types:
            return None
        found = await reading.outcome(info.context.services, self.scope.owner, kind, key, as_of=self.scope.as_of)
        return None if found is None else Outcome.of(found, self.scope)

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


async def _spaces(info: Info, wanted: RecallOptions | ContextInput) -> tuple[ReadableSpace, ...]:
    """The shared spaces that a question is asked of beside the user."""
    return await readable_spaces(info.context.services, info.context.principal, given(wanted.spaces))


async def _spaces_if_there(info: Info, wanted: ContextInput) -> tuple[ReadableSpace, ...]:
    """As `_spaces`, for a context, which goes without where the database is away (rule Q8)."""
    if given(wanted.query) is None:
        return ()
    try:
        return await _spaces(info, wanted)
    except Unavailable:
        return ()


def user_of(info: Info, user_id: str, as_of: datetime | None = None) -> User:
    """A user of the caller's tenant at an instant; Forbidden where the caller may name itself only."""
    context = info.context
    scope = context.scope(context.principal.owner(user_id))
    instant = checked_instant(as_of, "asOf", now=context.services.clock.now())
    return User.of(replace(scope, as_of=instant))
