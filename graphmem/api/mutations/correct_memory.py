"""correctMemory: new words for a memory."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import memory_owner
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import ConflictError, IllegalTransitionError, InvalidInputError, NotFoundError
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.pipelines import correct as pipeline
from graphmem.pipelines.requests import CorrectRequest


@strawberry.input(description="New words for the current version of a memory.")
class CorrectMemoryInput:
    """Of `correctMemory`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of the current version.")
    content: str = strawberry.field(description="The statement as it should be; at most 4,000 characters.")
    reason: str | None = strawberry.field(default=strawberry.UNSET, description="Why; at most 500 characters.")
    expected_version: int | None = strawberry.field(
        default=strawberry.UNSET, description="Refuse with a conflict where another version is current by now."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The corrected memory.")
class CorrectMemoryPayload:
    """Of `correctMemory`."""

    memory: Memory | None = strawberry.field(description="The new version; null where it was forgotten meanwhile.")
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


CorrectMemoryResult = Annotated[
    CorrectMemoryPayload | NotFoundError | InvalidInputError | ConflictError | IllegalTransitionError,
    strawberry.union("CorrectMemoryResult", description="The corrected memory, or why it was not corrected."),
]


async def correct_memory(
    info: Info, wanted: Annotated[CorrectMemoryInput, strawberry.argument(name="input", description="The correction.")]
) -> CorrectMemoryResult:
    """Write a new version with new words; it counts as confirmed by the user."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = CorrectRequest(
        memory_id=memory_id,
        content=wanted.content,
        reason=given(wanted.reason),
        expected_version=given(wanted.expected_version),
    )
    written = await pipeline.correct(context.services, call, request)
    finish(context, written)
    return CorrectMemoryPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
