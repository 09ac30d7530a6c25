"""resolveConflict: which side of a conflict holds."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import Resolution
from graphmem.api.nodes import memory_owner
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import ConflictError, IllegalTransitionError, InvalidInputError, NotFoundError
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.errors import NotFound
from graphmem.pipelines import resolve_conflict as pipeline
from graphmem.pipelines.requests import ResolveConflictRequest


@strawberry.input(description="How a conflict between two memories ends.")
class ResolveConflictInput:
    """Of `resolveConflict`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of one side.")
    other_id: strawberry.ID = strawberry.field(description="Id of the other side.")
    resolution: Resolution = strawberry.field(
        description="Which side holds; old and new go by when they were recorded."
    )
    content: str | None = strawberry.field(
        default=strawberry.UNSET, description="Words for `MERGE`, at most 4,000 characters; else both sentences in one."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The memory that holds.")
class ResolveConflictPayload:
    """Of `resolveConflict`."""

    memory: Memory | None = strawberry.field(
        description="The side that holds, or what holds both; null where it was forgotten meanwhile."
    )
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


ResolveConflictResult = Annotated[
    ResolveConflictPayload | NotFoundError | InvalidInputError | ConflictError | IllegalTransitionError,
    strawberry.union("ResolveConflictResult", description="The memory that holds, or why nothing was resolved."),
]


async def resolve_conflict(
    info: Info,
    wanted: Annotated[ResolveConflictInput, strawberry.argument(name="input", description="The resolution.")],
) -> ResolveConflictResult:
    """End an open conflict; the side that lost ends in the one that holds."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    other_owner, other_id = await memory_owner(context, wanted.other_id)
    if other_owner != owner:
        raise NotFound("memory")
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = ResolveConflictRequest(
        memory_id=memory_id, other_id=other_id, resolution=wanted.resolution, content=given(wanted.content)
    )
    written = await pipeline.resolve_conflict(context.services, call, request)
    finish(context, written)
    return ResolveConflictPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
