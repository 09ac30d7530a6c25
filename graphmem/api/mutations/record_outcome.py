"""recordOutcome: what a tool reports of a task."""

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.types.decision import Decision
from graphmem.api.types.outcome import Outcome
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError
from graphmem.api.writes import decisions_of, finish
from graphmem.pipelines import record_outcome as pipeline
from graphmem.pipelines.reading import outcome as read_outcome
from graphmem.pipelines.requests import RecordOutcomeRequest


@strawberry.input(description="A name and a value of a report.")
class OutcomeFieldInput:
    """One of a report's further values."""

    name: str = strawberry.field(description="The name; at most 100 characters.")
    value: str = strawberry.field(description="The value; at most 1,000 characters.")


@strawberry.input(description="What a tool reports of a task, at one time.")
class RecordOutcomeInput:
    """Of `recordOutcome`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    kind: str = strawberry.field(description="Kind of task, such as `refund`; at most 100 characters.")
    key: str = strawberry.field(description="The business's own key within the kind, such as an order number.")
    status: str = strawberry.field(description="Status of the task; at most 200 characters.")
    progress: float | None = strawberry.field(default=strawberry.UNSET, description="How far it is, 0 to 1.")
    acceptance: str | None = strawberry.field(
        default=strawberry.UNSET, description="What the user made of it; at most 200 characters."
    )
    fields: list[OutcomeFieldInput] | None = strawberry.field(
        default=strawberry.UNSET, description="Further values; at most 50."
    )
    summary: str | None = strawberry.field(
        default=strawberry.UNSET, description="The sentence to remember; made from the rest where left out."
    )
    occurred_at: datetime | None = strawberry.field(
        default=strawberry.UNSET, description="When it was so; now where left out."
    )
    session_id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Session it belongs to.")
    agent_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Agent that writes, where the key or token does not say it."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="What became of a report.")
class RecordOutcomePayload:
    """Of `recordOutcome`."""

    outcome: Outcome | None = strawberry.field(
        description="The task with its history; null where it was forgotten meanwhile."
    )
    decisions: list[Decision] = strawberry.field(description="What was decided, by which rule.")
    is_replay: bool = strawberry.field(description="Whether the report was known already.")


RecordOutcomeResult = Annotated[
    RecordOutcomePayload | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("RecordOutcomeResult", description="What became of a report, or why nothing did."),
]


async def record_outcome(
    info: Info, wanted: Annotated[RecordOutcomeInput, strawberry.argument(name="input", description="The report.")]
) -> RecordOutcomeResult:
    """Keep a report of a task; a known kind and key gets one more revision."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key), agent_id=given(wanted.agent_id))
    request = RecordOutcomeRequest(
        kind=wanted.kind,
        key=wanted.key,
        status=wanted.status,
        progress=given(wanted.progress),
        acceptance=given(wanted.acceptance),
        fields=tuple((field.name, field.value) for field in given(wanted.fields) or ()),
        summary=given(wanted.summary),
        occurred_at=given(wanted.occurred_at),
        session_id=given(wanted.session_id),
    )
    written = await pipeline.record_outcome(context.services, call, request)
    finish(context, written)
    found = await read_outcome(context.services, owner, request.kind, request.key, as_of=None)
    return RecordOutcomePayload(
        outcome=None if found is None else Outcome.of(found, context.scope(owner)),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )
