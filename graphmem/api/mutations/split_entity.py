"""splitEntity: a merge of entities taken back."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import entity_owner
from graphmem.api.types.edited_entities import edited
from graphmem.api.types.entity import Entity
from graphmem.api.types.user_error import ConflictError, InvalidInputError, NotFoundError
from graphmem.pipelines import edit_entities as pipeline
from graphmem.pipelines.entity_requests import SplitEntityRequest


@strawberry.input(description="Which entity to split off.")
class SplitEntityInput:
    """Of `splitEntity`."""

    entity_id: strawberry.ID = strawberry.field(description="Id of the part, as `Entity.merged` has it.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The entities as they stand after the split.")
class SplitEntityPayload:
    """Of `splitEntity`."""

    entities: list[Entity] = strawberry.field(description="The entity split off, then the one it was part of.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


SplitEntityResult = Annotated[
    SplitEntityPayload | NotFoundError | InvalidInputError | ConflictError,
    strawberry.union("SplitEntityResult", description="The entities after the split, or why there was none."),
]


async def split_entity(
    info: Info, wanted: Annotated[SplitEntityInput, strawberry.argument(name="input", description="Which entity.")]
) -> SplitEntityResult:
    """Take a merge back: everything is as it was before, and what was said since goes by the names that were used."""
    context = info.context
    owner, entity_id = await entity_owner(context, wanted.entity_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    result = await pipeline.split_entity(context.services, call, SplitEntityRequest(entity_id=entity_id))
    return SplitEntityPayload(entities=await edited(info, owner, result), is_replay=result.is_replay)
