"""importMemories: memories from elsewhere."""

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import MemoryType
from graphmem.api.types.decision import Decision
from graphmem.api.types.user import User, user_of
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError
from graphmem.api.writes import decisions_of, finish
from graphmem.pipelines import import_memories as pipeline
from graphmem.pipelines.requests import ImportItem, ImportRequest


@strawberry.input(description="One memory from elsewhere.")
class ImportItemInput:
    """Of `ImportMemoriesInput`."""

    content: str = strawberry.field(description="The statement; at most 4,000 characters.")
    external_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="The importer's own id: the same again is not stored a second time."
    )
    type: MemoryType = strawberry.field(default=MemoryType.FACT, description="What kind of statement it is.")
    occurred_at: datetime | None = strawberry.field(
        default=strawberry.UNSET, description="When it was said or happened; now where left out."
    )
    confidence: float = strawberry.field(default=1.0, description="How sure it is, 0 to 1; capped for imports.")
    vector: list[float] | None = strawberry.field(
        default=strawberry.UNSET, description="Its vector of the active embedding space; made where left out."
    )
    session_id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Session it was said in.")


@strawberry.input(description="Memories from elsewhere, up to 100 a call.")
class ImportMemoriesInput:
    """Of `importMemories`."""

    user_id: strawberry.ID = strawberry.field(description="The application's own id of the user.")
    items: list[ImportItemInput] = strawberry.field(description="The memories; 1 to 100.")
    verbatim: bool = strawberry.field(
        default=True,
        description="Whether they are stored as they are; else each is decided against what is known, as if said.",
    )
    agent_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Agent that writes, where the key or token does not say it."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="What became of the items.")
class ImportMemoriesPayload:
    """Of `importMemories`."""

    user: User = strawberry.field(description="The user they are about.")
    decisions: list[Decision] = strawberry.field(description="How each item ended, in the order given.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


ImportMemoriesResult = Annotated[
    ImportMemoriesPayload | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("ImportMemoriesResult", description="What became of the items, or why nothing did."),
]


async def import_memories(
    info: Info, wanted: Annotated[ImportMemoriesInput, strawberry.argument(name="input", description="The memories.")]
) -> ImportMemoriesResult:
    """Store memories from elsewhere in one transaction."""
    context = info.context
    owner = context.principal.owner(wanted.user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key), agent_id=given(wanted.agent_id))
    request = ImportRequest(items=tuple(_item(item) for item in wanted.items), is_verbatim=wanted.verbatim)
    written = await pipeline.import_memories(context.services, call, request)
    finish(context, written)
    return ImportMemoriesPayload(
        user=user_of(info, wanted.user_id),
        decisions=decisions_of(context, owner, written),
        is_replay=written.is_replay,
    )


def _item(item: ImportItemInput) -> ImportItem:
    vector = given(item.vector)
    return ImportItem(
        content=item.content,
        external_id=given(item.external_id),
        type=item.type,
        occurred_at=given(item.occurred_at),
        confidence=item.confidence,
        vector=None if vector is None else tuple(vector),
        session_id=given(item.session_id),
    )
