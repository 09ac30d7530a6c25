"""confirmMemory: the user's yes to a memory."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import memory_owner
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import ConflictError, IllegalTransitionError, InvalidInputError, NotFoundError
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.pipelines import confirm as pipeline
from graphmem.pipelines.requests import ConfirmRequest


@strawberry.input(description="Which memory the user said yes to.")
class ConfirmMemoryInput:
    """Of `confirmMemory`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of the current version.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The confirmed memory.")
class ConfirmMemoryPayload:
    """Of `confirmMemory`."""

    memory: Memory | None = strawberry.field(
        description="The memory, active and sure; null where it was forgotten meanwhile."
    )
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


ConfirmMemoryResult = Annotated[
    ConfirmMemoryPayload | NotFoundError | InvalidInputError | ConflictError | IllegalTransitionError,
    strawberry.union("ConfirmMemoryResult", description="The confirmed memory, or why it was not confirmed."),
]


async def confirm_memory(
    info: Info, wanted: Annotated[ConfirmMemoryInput, strawberry.argument(name="input", description="Which memory.")]
) -> ConfirmMemoryResult:
    """Take the user's yes: active, sure, and the other side of its conflict ends."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = ConfirmRequest(memory_id=memory_id)
    written = await pipeline.confirm(context.services, call, request)
    finish(context, written)
    return ConfirmMemoryPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
