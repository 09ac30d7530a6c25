"""remember: one statement, on purpose."""

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Context, Info
from graphmem.api.enums import Flag, MemoryType, Source
from graphmem.api.types.decision import Decision
from graphmem.api.types.memory import Memory
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError, NotFoundError
from graphmem.api.writes import decisions_of, finish, written_memory
from graphmem.domain.owner import Owner
from graphmem.errors import InvalidInput
from graphmem.pipelines import remember as pipeline
from graphmem.pipelines.bounds import MAX_PHRASES, checked_count
from graphmem.pipelines.requests import RememberRequest


@strawberry.input(description="A statement to remember in its own words.")
class RememberInput:
    """Of `remember`."""

    content: str = strawberry.field(description="The statement, one sentence; at most 4,000 characters.")
    user_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="The application's own id of the user; left out for a shared space."
    )
    space: str | None = strawberry.field(
        default=strawberry.UNSET, description="The shared space, for what is about no person; needs a grant to write."
    )
    type: MemoryType | None = strawberry.field(
        default=strawberry.UNSET, description="What kind of statement; read from the words where left out."
    )
    source: Source = strawberry.field(default=Source.USER_STATED, description="How it came to be known.")
    search_phrases: list[str] | None = strawberry.field(
        default=strawberry.UNSET, description="Other ways in which it may be asked for; at most 5."
    )
    flags: list[Flag] | None = strawberry.field(default=strawberry.UNSET, description="What is special about it.")
    occurred_at: datetime | None = strawberry.field(
        default=strawberry.UNSET, description="When it was said or happened; now where left out."
    )
    valid_from: datetime | None = strawberry.field(default=strawberry.UNSET, description="Since when it is true.")
    valid_to: datetime | None = strawberry.field(default=strawberry.UNSET, description="Until when it is true.")
    session_id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Session it belongs to.")
    agent_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Agent that writes, where the key or token does not say it."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="What became of a statement.")
class RememberPayload:
    """Of `remember`."""

    memory: Memory | None = strawberry.field(description="The version that holds it now; null where it was not stored.")
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


RememberResult = Annotated[
    RememberPayload | NotFoundError | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("RememberResult", description="What became of a statement, or why nothing did."),
]


async def remember(
    info: Info, wanted: Annotated[RememberInput, strawberry.argument(name="input", description="The statement.")]
) -> RememberResult:
    """Store one statement, decided like any other."""
    context = info.context
    owner = await _owner(context, given(wanted.user_id), given(wanted.space))
    phrases = given(wanted.search_phrases) or []
    if phrases:
        checked_count(len(phrases), "searchPhrases", MAX_PHRASES)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key), agent_id=given(wanted.agent_id))
    request = RememberRequest(
        content=wanted.content,
        type=given(wanted.type),
        source=wanted.source,
        session_id=given(wanted.session_id),
        occurred_at=given(wanted.occurred_at),
        valid_from=given(wanted.valid_from),
        valid_to=given(wanted.valid_to),
        search_phrases=tuple(phrases),
        flags=frozenset(given(wanted.flags) or ()),
    )
    written = await pipeline.remember(context.services, call, request)
    finish(context, written)
    return RememberPayload(
        memory=await written_memory(info, owner, written),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )


async def _owner(context: Context, user_id: str | None, space: str | None) -> Owner:
    """Whom a statement is remembered for; InvalidInput unless it is one of the two, NotFound for a foreign space."""
    if (user_id is None) is (space is None):
        raise InvalidInput("Name either userId or space, and not both.", path=("userId",))
    return context.principal.owner(user_id) if user_id is not None else await context.reach(space or "")
