"""observe: turns of a conversation."""

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import MessageRole
from graphmem.api.types.decision import Decision
from graphmem.api.types.user import User, user_of
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError
from graphmem.api.writes import decisions_of, finish
from graphmem.pipelines import observe as pipeline
from graphmem.pipelines.requests import ObserveRequest, SaidTurn


@strawberry.input(description="One message of a conversation.")
class TurnInput:
    """Of `ObserveInput`."""

    role: MessageRole = strawberry.field(description="Who said it.")
    content: str = strawberry.field(description="What was said; at most 20,000 characters.")
    said_at: datetime | None = strawberry.field(default=strawberry.UNSET, description="When; now where left out.")


@strawberry.input(description="One exchange: what the user said, and what the agent answered.")
class ObserveInput:
    """Of `observe`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    turns: list[TurnInput] = strawberry.field(
        description="The messages, oldest first; 1 to 50, 60,000 characters in all."
    )
    session_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Session of the conversation; one is made where left out."
    )
    agent_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Agent that writes, where the key or token does not say it."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="Something that made the reading of an exchange poorer without failing it.")
class ObserveWarning:
    """Of `ObservePayload`."""

    code: str = strawberry.field(description="A code: `MODEL_FALLBACK`, `MODEL_PROPOSALS_DROPPED`.")
    message: str = strawberry.field(description="What happened, in words.")


@strawberry.type(description="What became of an exchange.")
class ObservePayload:
    """Of `observe`."""

    user: User = strawberry.field(description="The user it is about.")
    session_id: strawberry.ID = strawberry.field(
        description="Session the turns were kept in; pass it with the next ones."
    )
    decisions: list[Decision] = strawberry.field(description="How each candidate ended, in the order they were said.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")
    warnings: list[ObserveWarning] = strawberry.field(
        description="What made the reading poorer, such as a model that was away, so that the rules read instead."
    )


ObserveResult = Annotated[
    ObservePayload | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("ObserveResult", description="What became of an exchange, or why nothing did."),
]


async def observe(
    info: Info, wanted: Annotated[ObserveInput, strawberry.argument(name="input", description="The exchange.")]
) -> ObserveResult:
    """Send turns through the write pipeline."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key), agent_id=given(wanted.agent_id))
    request = ObserveRequest(
        turns=tuple(SaidTurn(role=t.role, content=t.content, at=given(t.said_at)) for t in wanted.turns),
        session_id=given(wanted.session_id),
    )
    written = await pipeline.observe(context.services, call, request)
    finish(context, written)
    return ObservePayload(
        user=user_of(info, wanted.user_id),
        session_id=strawberry.ID(written.session_id or ""),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
        warnings=[ObserveWarning(code=w.code, message=w.message) for w in written.warnings],
    )
