"""unshareSpace: the end of a grant on a shared space."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.api.enums import Role
from graphmem.api.types.shared_space import SharedSpace, load_space
from graphmem.api.types.user_error import InvalidInputError, NotFoundError
from graphmem.pipelines import shared_spaces


@strawberry.input(description="Which grant ends.")
class UnshareSpaceInput:
    """Of `unshareSpace`."""

    space: str = strawberry.field(description="Name of the shared space.")
    role: Role = strawberry.field(default=Role.AGENT, description="Role of the grantee.")
    subject: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="Its subject; left out for the grant of everybody of the role."
    )


@strawberry.type(description="The space without the grant; what is remembered there stays.")
class UnshareSpacePayload:
    """Of `unshareSpace`."""

    space: SharedSpace = strawberry.field(description="The space as it is now.")


UnshareSpaceResult = Annotated[
    UnshareSpacePayload | NotFoundError | InvalidInputError,
    strawberry.union("UnshareSpaceResult", description="The space without the grant, or why none ended."),
]


async def unshare_space(
    info: Info, wanted: Annotated[UnshareSpaceInput, strawberry.argument(name="input", description="Which grant.")]
) -> UnshareSpaceResult:
    """End a grant at once, in every process: grants are looked up with each call."""
    context = info.context
    subject = given(wanted.subject)
    await shared_spaces.unshare_space(context.services, context.principal, wanted.space, wanted.role, subject)
    return UnshareSpacePayload(space=await load_space(info, wanted.space))
