"""reviewMemory: what somebody found who looked at a memory."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import Verdict
from graphmem.api.nodes import memory_owner
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import ConflictError, IllegalTransitionError, InvalidInputError, NotFoundError
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.pipelines import review as pipeline
from graphmem.pipelines.requests import ReviewRequest


@strawberry.input(description="A verdict on a version.")
class ReviewMemoryInput:
    """Of `reviewMemory`."""

    memory_id: strawberry.ID = strawberry.field(description="Id of the version that was looked at.")
    verdict: Verdict = strawberry.field(description="What was found.")
    reason: str | None = strawberry.field(default=strawberry.UNSET, description="Why; at most 500 characters.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The memory after the verdict.")
class ReviewMemoryPayload:
    """Of `reviewMemory`."""

    memory: Memory | None = strawberry.field(description="The version; null where it was forgotten meanwhile.")
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


ReviewMemoryResult = Annotated[
    ReviewMemoryPayload | NotFoundError | InvalidInputError | ConflictError | IllegalTransitionError,
    strawberry.union("ReviewMemoryResult", description="The memory after the verdict, or why there is none."),
]


async def review_memory(
    info: Info, wanted: Annotated[ReviewMemoryInput, strawberry.argument(name="input", description="The verdict.")]
) -> ReviewMemoryResult:
    """Keep a verdict; what is wrong, outdated or unsafe expires."""
    context = info.context
    owner, memory_id = await memory_owner(context, wanted.memory_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = ReviewRequest(memory_id=memory_id, verdict=wanted.verdict, reason=given(wanted.reason))
    written = await pipeline.review(context.services, call, request)
    finish(context, written)
    return ReviewMemoryPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
