"""recallFeedback: whether a recall helped."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.global_ids import decode_memory
from graphmem.api.types.user_error import InvalidInputError, LimitExceededError, NotFoundError
from graphmem.domain.owner import Owner
from graphmem.errors import NotFound
from graphmem.ids import MemoryId, RecallId
from graphmem.pipelines import recall_feedback as pipeline
from graphmem.pipelines.requests import RecallFeedbackRequest


@strawberry.input(description="A report on a recall, named by its id or by its words.")
class RecallFeedbackInput:
    """Of `recallFeedback`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    helpful: bool = strawberry.field(description="Whether it helped.")
    recall_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET,
        description="As `recall` gave it; known for the last 5,000 recalls of the process that answered.",
    )
    query: str | None = strawberry.field(
        default=strawberry.UNSET, description="What was asked, for a recall that is not known by its id any more."
    )
    memory_ids: list[strawberry.ID] | None = strawberry.field(
        default=strawberry.UNSET,
        description="The memories that helped, or did not; at most 100. Where none did, all that it returned.",
    )


@strawberry.type(description="What was counted.")
class RecallFeedbackPayload:
    """Of `recallFeedback`."""

    memory_count: int = strawberry.field(
        description="Of how many memories it was counted; a report that repeats another one counts of none."
    )


RecallFeedbackResult = Annotated[
    RecallFeedbackPayload | NotFoundError | InvalidInputError | LimitExceededError,
    strawberry.union("RecallFeedbackResult", description="What was counted, or why nothing was."),
]


async def recall_feedback(
    info: Info, wanted: Annotated[RecallFeedbackInput, strawberry.argument(name="input", description="The report.")]
) -> RecallFeedbackResult:
    """Count a report; it is written behind, like the uses."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    recall_id = given(wanted.recall_id)
    request = RecallFeedbackRequest(
        is_helpful=wanted.helpful,
        recall_id=None if recall_id is None else RecallId(recall_id),
        query=given(wanted.query),
        memory_ids=tuple(_own(owner, i) for i in given(wanted.memory_ids) or ()),
    )
    return RecallFeedbackPayload(memory_count=pipeline.recall_feedback(context.services, owner, request))


def _own(owner: Owner, global_id: str) -> MemoryId:
    """The memory of a global id; NotFound where it names another user's, too.

    One of a shared space counts there where the recall had returned it.
    """
    ref = decode_memory(global_id)
    if ref.space is None and ref.user_id != owner.user_id:
        raise NotFound("memory")
    return ref.memory_id
