"""addAlias: one more name of an entity."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.nodes import entity_owner
from graphmem.api.types.edited_entities import edited
from graphmem.api.types.entity import Entity
from graphmem.api.types.user_error import ConflictError, InvalidInputError, NotFoundError
from graphmem.pipelines import edit_entities as pipeline
from graphmem.pipelines.entity_requests import AddAliasRequest


@strawberry.input(description="Which entity, and its further name.")
class AddAliasInput:
    """Of `addAlias`."""

    entity_id: strawberry.ID = strawberry.field(description="Id of the entity.")
    alias: str = strawberry.field(description="The name; at most 200 characters, at least two letters or digits.")
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="The entity with its names.")
class AddAliasPayload:
    """Of `addAlias`."""

    entity: Entity | None = strawberry.field(description="The entity; null where it was forgotten meanwhile.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


AddAliasResult = Annotated[
    AddAliasPayload | NotFoundError | InvalidInputError | ConflictError,
    strawberry.union("AddAliasResult", description="The entity with its names, or why it has no new one."),
]


async def add_alias(
    info: Info, wanted: Annotated[AddAliasInput, strawberry.argument(name="input", description="Entity and name.")]
) -> AddAliasResult:
    """Let an entity be known by one more name."""
    context = info.context
    owner, entity_id = await entity_owner(context, wanted.entity_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    result = await pipeline.add_alias(context.services, call, AddAliasRequest(entity_id=entity_id, name=wanted.alias))
    found = await edited(info, owner, result)
    return AddAliasPayload(entity=found[0] if found else None, is_replay=result.is_replay)
