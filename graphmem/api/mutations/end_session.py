"""endSession: a conversation is over."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.types.user_error import ConflictError, InvalidInputError, NotFoundError
from graphmem.pipelines import end_session as pipeline
from graphmem.pipelines.session_requests import EndSessionRequest


@strawberry.input(description="Which session is over.")
class EndSessionInput:
    """Of `endSession`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    session_id: strawberry.ID = strawberry.field(description="A session of the user that runs.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The session that ended; it is left out from now on.")
class EndSessionPayload:
    """Of `endSession`."""

    session_id: strawberry.ID = strawberry.field(description="Its id; a turn with it begins a session anew.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


EndSessionResult = Annotated[
    EndSessionPayload | NotFoundError | InvalidInputError | ConflictError,
    strawberry.union("EndSessionResult", description="The session that ended, or why none did."),
]


async def end_session(
    info: Info, wanted: Annotated[EndSessionInput, strawberry.argument(name="input", description="The session.")]
) -> EndSessionResult:
    """End a session."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    result = await pipeline.end_session(context.services, call, EndSessionRequest(session_id=wanted.session_id))
    return EndSessionPayload(session_id=strawberry.ID(result.session_id), is_replay=result.is_replay)
