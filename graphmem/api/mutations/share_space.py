"""shareSpace: a shared space, and who may read and write it."""

from typing import Annotated

import strawberry

from graphmem.api.arguments import given, given_set
from graphmem.api.context import Info
from graphmem.api.enums import MemoryType, Role
from graphmem.api.types.shared_space import SharedSpace, load_space
from graphmem.api.types.user_error import InvalidInputError, LimitExceededError
from graphmem.domain.access import EVERY_TYPE, Access, Types
from graphmem.pipelines import shared_spaces
from graphmem.store.shared_spaces import Grant


@strawberry.input(description="What somebody may do in a shared space.")
class SpaceGrantInput:
    """Of `ShareSpaceInput`."""

    role: Role = strawberry.field(default=Role.AGENT, description="Role of the key or token.")
    subject: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET,
        description=(
            "The agent that a token names, else the subject of the key or token; everybody of the role where left out."
        ),
    )
    read: bool = strawberry.field(default=True, description="Whether it may read.")
    write: bool = strawberry.field(default=False, description="Whether it may write.")
    read_types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="Types of memories it may read; all where left out."
    )
    write_types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="Types of memories it may write; all where left out."
    )

    @property
    def access(self) -> Access:
        """What it allows."""
        return Access(
            reads=_types(self.read, given_set(self.read_types)), writes=_types(self.write, given_set(self.write_types))
        )


@strawberry.input(description="A shared space and its grants.")
class ShareSpaceInput:
    """Of `shareSpace`."""

    space: str = strawberry.field(description="Name of the space, which is made where it is not there.")
    grants: list[SpaceGrantInput] = strawberry.field(
        default_factory=list[SpaceGrantInput],
        description="At most 100, each in the place of the one its grantee had; those of others stay.",
    )


@strawberry.type(description="The space with its grants.")
class ShareSpacePayload:
    """Of `shareSpace`."""

    space: SharedSpace = strawberry.field(description="The space as it is now.")


ShareSpaceResult = Annotated[
    ShareSpacePayload | InvalidInputError | LimitExceededError,
    strawberry.union("ShareSpaceResult", description="The space with its grants, or why nothing was granted."),
]


async def share_space(
    info: Info, wanted: Annotated[ShareSpaceInput, strawberry.argument(name="input", description="The space.")]
) -> ShareSpaceResult:
    """Make a space where there is none, and grant."""
    context = info.context
    grants = [Grant(role=g.role, subject=given(g.subject), access=g.access) for g in wanted.grants]
    await shared_spaces.share_space(context.services, context.principal, wanted.space, grants)
    return ShareSpacePayload(space=await load_space(info, wanted.space))


def _types(allowed: bool, types: Types | None) -> Types:
    if not allowed:
        return frozenset()
    return EVERY_TYPE if types is None else types
