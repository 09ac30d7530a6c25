"""rollbackMemory: an old version's content again."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import memory_owner
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import ConflictError, IllegalTransitionError, InvalidInputError, NotFoundError
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.pipelines import rollback as pipeline
from graphmem.pipelines.requests import RollbackRequest


@strawberry.input(description="Which version's content to bring back.")
class RollbackMemoryInput:
    """Of `rollbackMemory`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of any version of the lineage.")
    to_version: int = strawberry.field(description="Number of the version whose content comes back.")
    reason: str | None = strawberry.field(default=strawberry.UNSET, description="Why; at most 500 characters.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The memory rolled back.")
class RollbackMemoryPayload:
    """Of `rollbackMemory`."""

    memory: Memory | None = strawberry.field(description="The new version; null where it was forgotten meanwhile.")
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


RollbackMemoryResult = Annotated[
    RollbackMemoryPayload | NotFoundError | InvalidInputError | ConflictError | IllegalTransitionError,
    strawberry.union("RollbackMemoryResult", description="The memory rolled back, or why it was not."),
]


async def rollback_memory(
    info: Info, wanted: Annotated[RollbackMemoryInput, strawberry.argument(name="input", description="Which version.")]
) -> RollbackMemoryResult:
    """Write a new version with old content; nothing is rewritten."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = RollbackRequest(memory_id=memory_id, to_version=wanted.to_version, reason=given(wanted.reason))
    written = await pipeline.rollback(context.services, call, request)
    finish(context, written)
    return RollbackMemoryPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
