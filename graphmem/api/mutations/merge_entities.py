"""mergeEntities: names that are one thing."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import entity_owner
from graphmem.api.types.edited_entities import edited
from graphmem.api.types.entity import Entity
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError, NotFoundError
from graphmem.errors import NotFound
from graphmem.pipelines import edit_entities as pipeline
from graphmem.pipelines.entity_requests import MergeEntitiesRequest


@strawberry.input(description="Which entities are one thing.")
class MergeEntitiesInput:
    """Of `mergeEntities`."""

    into_id: strawberry.ID = strawberry.field(description="Id of the entity that stays, whose name is kept.")
    entity_ids: list[strawberry.ID] = strawberry.field(
        description="Ids of the entities that become part of it, of the same user; 1 to 20."
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The entities merged.")
class MergeEntitiesPayload:
    """Of `mergeEntities`."""

    entity: Entity | None = strawberry.field(description="The whole; null where it was forgotten meanwhile.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


MergeEntitiesResult = Annotated[
    MergeEntitiesPayload | NotFoundError | InvalidInputError | ConflictError | LimitExceededError,
    strawberry.union("MergeEntitiesResult", description="The entities merged, or why they were not."),
]


async def merge_entities(
    info: Info, wanted: Annotated[MergeEntitiesInput, strawberry.argument(name="input", description="Which entities.")]
) -> MergeEntitiesResult:
    """Make entities one; `splitEntity` takes it back."""
    context = info.context
    owner, into_id = await entity_owner(context, wanted.into_id)
    named = [await entity_owner(context, entity_id) for entity_id in wanted.entity_ids]
    if any(other != owner for other, _ in named):
        raise NotFound("entity")
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    request = MergeEntitiesRequest(into_id=into_id, ids=tuple(entity_id for _, entity_id in named))
    result = await pipeline.merge_entities(context.services, call, request)
    found = await edited(info, owner, result)
    return MergeEntitiesPayload(entity=found[0] if found else None, is_replay=result.is_replay)
