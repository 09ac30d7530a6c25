"""splitMemory: one statement becomes several finer ones."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import memory_owner
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import (
    ConflictError,
    IllegalTransitionError,
    InvalidInputError,
    LimitExceededError,
    NotFoundError,
)
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.pipelines import split as pipeline
from graphmem.pipelines.requests import SplitRequest


@strawberry.input(description="The parts of a statement.")
class SplitMemoryInput:
    """Of `splitMemory`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of the current version.")
    parts: list[str] = strawberry.field(description="2 to 10 statements; the first continues the lineage.")
    expected_version: int | None = strawberry.field(
        default=strawberry.UNSET, description="Refuse with a conflict where another version is current by now."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The parts; `decisions` has one each.")
class SplitMemoryPayload:
    """Of `splitMemory`."""

    memory: Memory | None = strawberry.field(description="The first part; null where it was forgotten meanwhile.")
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


SplitMemoryResult = Annotated[
    SplitMemoryPayload
    | NotFoundError
    | InvalidInputError
    | ConflictError
    | LimitExceededError
    | IllegalTransitionError,
    strawberry.union("SplitMemoryResult", description="The parts, or why it was not split."),
]


async def split_memory(
    info: Info, wanted: Annotated[SplitMemoryInput, strawberry.argument(name="input", description="The parts.")]
) -> SplitMemoryResult:
    """Replace a statement by its parts."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = SplitRequest(
        memory_id=memory_id, parts=tuple(wanted.parts), expected_version=given(wanted.expected_version)
    )
    written = await pipeline.split(context.services, call, request)
    finish(context, written)
    return SplitMemoryPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
