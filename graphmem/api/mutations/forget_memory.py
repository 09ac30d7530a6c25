"""forgetMemory: a memory removed for good."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import memory_owner
from graphmem.api.types.user_error import ConflictError, InvalidInputError, NotFoundError
from graphmem.pipelines import forget as pipeline
from graphmem.pipelines.requests import ForgetRequest


@strawberry.input(description="Which memory to remove for good.")
class ForgetMemoryInput:
    """Of `forgetMemory`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of any version; all versions of its lineage go.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="What was removed; a tombstone without content stays in the audit.")
class ForgetMemoryPayload:
    """Of `forgetMemory`."""

    lineage_id: strawberry.ID = strawberry.field(description="Lineage that is gone.")
    version_count: int = strawberry.field(description="How many versions it had.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


ForgetMemoryResult = Annotated[
    ForgetMemoryPayload | NotFoundError | InvalidInputError | ConflictError,
    strawberry.union("ForgetMemoryResult", description="What was removed, or why nothing was."),
]


async def forget_memory(
    info: Info, wanted: Annotated[ForgetMemoryInput, strawberry.argument(name="input", description="Which memory.")]
) -> ForgetMemoryResult:
    """Purge a lineage with its vectors and words; it is absent under every `asOf`."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    forgotten = await pipeline.forget(context.services, call, ForgetRequest(memory_id=memory_id))
    context.loaders.clear()
    return ForgetMemoryPayload(
        lineage_id=strawberry.ID(forgotten.lineage_id),
        version_count=forgotten.versions,
        is_replay=forgotten.is_replay,
    )
