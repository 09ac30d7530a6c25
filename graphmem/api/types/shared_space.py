"""A shared space: what a tenant remembers that is about no person (rule L2)."""

from dataclasses import replace
from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import MemoryType, Operation, Role
from graphmem.api.permissions import needs
from graphmem.api.types.holdings import Holdings
from graphmem.domain.access import Types
from graphmem.domain.owner import SharedSpace as OwnerSpace
from graphmem.pipelines.bounds import checked_instant
from graphmem.pipelines.shared_spaces import ReachedSpace, known_space
from graphmem.store.shared_spaces import Grant, KnownSpace


@strawberry.type(description="What somebody may do in a shared space.")
class SpaceGrant:
    """One a grantee."""

    role: Role = strawberry.field(description="Role of the key or token.")
    subject: strawberry.ID | None = strawberry.field(
        description="The agent that a token names, else the subject of the key or token; null is everybody of the role."
    )
    read_types: list[MemoryType] = strawberry.field(description="Types of memories it may read; none where empty.")
    write_types: list[MemoryType] = strawberry.field(description="Types of memories it may write; none where empty.")

    @classmethod
    def of(cls, grant: Grant) -> Self:
        """The grant as the schema shows it."""
        return cls(
            role=grant.role,
            subject=None if grant.subject is None else strawberry.ID(grant.subject),
            read_types=in_order(grant.access.reads),
            write_types=in_order(grant.access.writes),
        )


@strawberry.type(
    description=(
        "Memories of the tenant that are about no person, for those who were granted to read or write them. Not an "
        "embedding space. With `asOf` everything nested answers for that instant."
    )
)
class SharedSpace(Holdings):
    """As its grants let the caller see it."""

    known: strawberry.Private[KnownSpace]
    name: str = strawberry.field(description="Its name, unique in the tenant.")
    created_at: datetime = strawberry.field(description="Since when it is there.")
    as_of: datetime | None = strawberry.field(description="The instant everything nested answers for; null is now.")
    read_types: list[MemoryType] = strawberry.field(description="Types of memories that the caller may read here.")
    write_types: list[MemoryType] = strawberry.field(description="Types of memories that the caller may write here.")

    @strawberry.field(
        metadata=needs(Operation.SHARE_SPACES), description="Who may read and write it now, beside the admins."
    )
    def grants(self) -> list[SpaceGrant]:
        return [SpaceGrant.of(grant) for grant in self.known.grants]


async def load_space(info: Info, name: str, as_of: datetime | None = None) -> SharedSpace:
    """A space that the caller may read or write, at an instant; NotFound for any other."""
    context = info.context
    space = await context.reach(name)
    known = await known_space(context.services, space)
    instant = checked_instant(as_of, "asOf", now=context.services.clock.now())
    return _shown(info, space, known, as_of=instant)


def reached_space(info: Info, reached: ReachedSpace) -> SharedSpace:
    """A space of a list, as it is now, with what the caller may do there."""
    space = OwnerSpace(info.context.principal.tenant, reached.known.name)
    info.context.reached[space.key] = reached.access
    return _shown(info, space, reached.known, as_of=None)


def _shown(info: Info, space: OwnerSpace, known: KnownSpace, *, as_of: datetime | None) -> SharedSpace:
    access = info.context.reached[space.key]
    return SharedSpace(
        scope=replace(info.context.scope(space), as_of=as_of),
        known=known,
        name=space.name,
        created_at=known.created_at,
        as_of=as_of,
        read_types=in_order(access.reads),
        write_types=in_order(access.writes),
    )


def in_order(types: Types) -> list[MemoryType]:
    """Types in the order of the schema."""
    return [kind for kind in MemoryType if kind in types]
