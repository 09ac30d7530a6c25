"""createApiKey: a key for an agent, a user or a colleague."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given, given_set
from graphmem.api.context import Info
from graphmem.api.enums import MemoryType, Role
from graphmem.api.types.user_error import InvalidInputError
from graphmem.domain.access import EVERY_TYPE, Access
from graphmem.pipelines import access
from graphmem.pipelines.access import NewKeyRequest


@strawberry.input(description="For whom a key is.")
class CreateApiKeyInput:
    """Of `createApiKey`."""

    role: Role = strawberry.field(description="What the key may do.")
    subject: strawberry.ID = strawberry.field(
        description="Who holds it; for the role USER the application's own user id, the only one it can name."
    )
    name: str = strawberry.field(description="What it is for, in your own words; at most 200 characters.")
    tenant: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Its tenant; the caller's own where left out."
    )
    read_types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="The only types of memories it may read; all where left out."
    )
    write_types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="The only types of memories it may write; all where left out."
    )


@strawberry.type(description="A new key.")
class CreateApiKeyPayload:
    """Of `createApiKey`."""

    id: strawberry.ID = strawberry.field(description="Id of the key, to revoke it by.")
    secret: str = strawberry.field(description="The key itself. It is shown here only: keep it.")


CreateApiKeyResult = Annotated[
    CreateApiKeyPayload | InvalidInputError,
    strawberry.union("CreateApiKeyResult", description="A new key, or why there is none."),
]


async def create_api_key(
    info: Info, wanted: Annotated[CreateApiKeyInput, strawberry.argument(name="input", description="For whom.")]
) -> CreateApiKeyResult:
    """Make a key, kept by its hash."""
    context = info.context
    reads, writes = given_set(wanted.read_types), given_set(wanted.write_types)
    request = NewKeyRequest(
        role=wanted.role,
        subject=wanted.subject,
        name=wanted.name,
        tenant=given(wanted.tenant),
        access=Access(reads=EVERY_TYPE if reads is None else reads, writes=EVERY_TYPE if writes is None else writes),
    )
    key_id, secret = await access.create_api_key(context.services, context.principal, request)
    return CreateApiKeyPayload(id=strawberry.ID(key_id), secret=secret)
