"""importAliases: things and their names in bulk."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import EntityKind
from graphmem.api.global_ids import encode_entity
from graphmem.api.types.user_error import ConflictError, InvalidInputError, LimitExceededError
from graphmem.pipelines import import_aliases as pipeline
from graphmem.pipelines.entity_requests import ImportAliasesRequest, NamedThing


@strawberry.input(description="One thing and its names.")
class NamedThingInput:
    """Of `ImportAliasesInput`."""

    kind: EntityKind = strawberry.field(default=EntityKind.OTHER, description="What kind of thing it is.")
    name: str = strawberry.field(description="The name it goes by; at most 200 characters.")
    aliases: list[str] = strawberry.field(default_factory=list[str], description="Further names.")


@strawberry.input(description="Things and their names; at most 1,000 names a call.")
class ImportAliasesInput:
    """Of `importAliases`."""

    items: list[NamedThingInput] = strawberry.field(description="The things; 1,000 names in all at most.")
    user_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET,
        description="The user they belong to; where left out the whole tenant shares them, which only admins may do.",
    )
    idempotency_key: str | None = strawberry.field(
        default=strawberry.UNSET, description="The same key again gives the first result; 1 to 200 characters."
    )


@strawberry.type(description="What became of one item.")
class ImportedAliasesOfEntity:
    """In the order of the items."""

    entity_id: strawberry.ID = strawberry.field(description="Id of the entity that has the names.")
    added_count: int = strawberry.field(description="Names that were new.")
    taken_count: int = strawberry.field(
        description="Names that another entity has; the two are listed as maybe the same."
    )


@strawberry.type(description="What became of the items.")
class ImportAliasesPayload:
    """Of `importAliases`."""

    items: list[ImportedAliasesOfEntity] = strawberry.field(description="One an item, in the order given.")
    is_replay: bool = strawberry.field(description="Whether this is the first result of the idempotency key again.")


ImportAliasesResult = Annotated[
    ImportAliasesPayload | InvalidInputError | LimitExceededError | ConflictError,
    strawberry.union("ImportAliasesResult", description="What became of the items, or why nothing did."),
]


async def import_aliases(
    info: Info, wanted: Annotated[ImportAliasesInput, strawberry.argument(name="input", description="The names.")]
) -> ImportAliasesResult:
    """Make things known by their names; a second call with the same changes nothing."""
    context = info.context
    user_id = given(wanted.user_id)
    owner = context.principal.commons if user_id is None else context.principal.owner(user_id)
    call = context.call(owner, idempotency_key=given(wanted.idempotency_key))
    items = tuple(NamedThing(kind=i.kind, name=i.name, aliases=tuple(i.aliases)) for i in wanted.items)
    result = await pipeline.import_aliases(context.services, call, ImportAliasesRequest(items=items))
    context.loaders.clear()
    context.spend(len(items))
    return ImportAliasesPayload(
        items=[
            ImportedAliasesOfEntity(
                entity_id=encode_entity(entity_id, owner.user_id), added_count=added, taken_count=taken
            )
            for entity_id, added, taken in zip(result.entity_ids, result.added, result.taken, strict=True)
        ],
        is_replay=result.is_replay,
    )
