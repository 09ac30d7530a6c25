"""startSession: a conversation begins."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.types.session import Session, load_session
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError
from graphmem.pipelines import start_session as pipeline
from graphmem.pipelines.session_requests import StartSessionRequest


@strawberry.input(description="Whose session begins, and what it is about.")
class StartSessionInput:
    """Of `startSession`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    session_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="The application's own id of the session; one is made where left out."
    )
    goal: str | None = strawberry.field(
        default=strawberry.UNSET, description="What it is about; at most 500 characters."
    )
    plan: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="Plan that the user is on from now on: `guest`, `standard`, `paid`, or one of the deployment's.",
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The session that began.")
class StartSessionPayload:
    """Of `startSession`."""

    session: Session = strawberry.field(description="The session; pass its id with the turns.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


StartSessionResult = Annotated[
    StartSessionPayload | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("StartSessionResult", description="The session that began, or why none did."),
]


async def start_session(
    info: Info, wanted: Annotated[StartSessionInput, strawberry.argument(name="input", description="The session.")]
) -> StartSessionResult:
    """Begin a session."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = StartSessionRequest(session_id=given(wanted.session_id), goal=given(wanted.goal), plan=given(wanted.plan))
    result = await pipeline.start_session(context.services, call, request)
    session = await load_session(info, context.scope(owner), result.session_id)
    return StartSessionPayload(session=session, is_replay=result.is_replay)
