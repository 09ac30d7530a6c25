"""updateWorkingMemory: what a session is about, what holds in it and what is open."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.types.session import Session, load_session
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError, NotFoundError
from graphmem.pipelines import update_working_memory as pipeline
from graphmem.pipelines.session_requests import UpdateWorkingMemoryRequest


@strawberry.input(description="What holds in a session from now on; what is left out stays as it is.")
class UpdateWorkingMemoryInput:
    """Of `updateWorkingMemory`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    session_id: strawberry.ID = strawberry.field(description="A session of the user that runs.")
    goal: str | None = strawberry.field(
        default=strawberry.UNSET, description="What it is about, at most 500 characters; empty takes it away."
    )
    facts: list[str] | None = strawberry.field(
        default=strawberry.UNSET,
        description="All facts that the caller notes, in the place of those before; at most 30 of 300 characters.",
    )
    open_items: list[str] | None = strawberry.field(
        default=strawberry.UNSET,
        description="All that is open, in the place of what was before; at most 30 of 300 characters.",
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The session as it is now.")
class UpdateWorkingMemoryPayload:
    """Of `updateWorkingMemory`."""

    session: Session = strawberry.field(description="The session.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


UpdateWorkingMemoryResult = Annotated[
    UpdateWorkingMemoryPayload | NotFoundError | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("UpdateWorkingMemoryResult", description="The session as it is now, or why nothing changed."),
]


async def update_working_memory(
    info: Info,
    wanted: Annotated[UpdateWorkingMemoryInput, strawberry.argument(name="input", description="Session and changes.")],
) -> UpdateWorkingMemoryResult:
    """Change the notes of a session."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    facts, items = given(wanted.facts), given(wanted.open_items)
    request = UpdateWorkingMemoryRequest(
        session_id=wanted.session_id,
        goal=given(wanted.goal),
        facts=None if facts is None else tuple(facts),
        open_items=None if items is None else tuple(items),
    )
    result = await pipeline.update_working_memory(context.services, call, request)
    session = await load_session(info, context.scope(owner), result.session_id)
    return UpdateWorkingMemoryPayload(session=session, is_replay=result.is_replay)
