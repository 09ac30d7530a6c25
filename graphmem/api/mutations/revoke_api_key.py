"""revokeApiKey: the end of a key."""

from typing import Annotated

import strawberry

from graphmem.api.context import Info
from graphmem.api.types.user_error import NotFoundError
from graphmem.pipelines import access


@strawberry.input(description="Which key ends.")
class RevokeApiKeyInput:
    """Of `revokeApiKey`."""

    id: strawberry.ID = strawberry.field(description="Id of the key, as `createApiKey` gave it.")


@strawberry.type(description="The key that ended.")
class RevokeApiKeyPayload:
    """Of `revokeApiKey`."""

    id: strawberry.ID = strawberry.field(description="Id of the key.")


RevokeApiKeyResult = Annotated[
    RevokeApiKeyPayload | NotFoundError,
    strawberry.union("RevokeApiKeyResult", description="The key that ended, or why none did."),
]


async def revoke_api_key(
    info: Info, wanted: Annotated[RevokeApiKeyInput, strawberry.argument(name="input", description="Which key.")]
) -> RevokeApiKeyResult:
    """End a key: at once in this process, within five minutes in others."""
    context = info.context
    await access.revoke_api_key(context.services, context.principal, wanted.id)
    context.principals.forget()
    return RevokeApiKeyPayload(id=wanted.id)
