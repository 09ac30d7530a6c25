"""Who calls."""

from typing import Self

import strawberry

from graphmem.api.enums import MemoryType, Operation, Role
from graphmem.api.types.shared_space import in_order
from graphmem.domain.principal import ALLOWED, Principal


@strawberry.type(description="The caller, and what it may do.")
class Viewer:
    """From the key or token."""

    subject: strawberry.ID = strawberry.field(description="Subject of the key or token.")
    tenant: strawberry.ID = strawberry.field(description="Tenant it belongs to; nothing outside can be reached.")
    role: Role = strawberry.field(description="Its role.")
    agent_id: strawberry.ID | None = strawberry.field(description="The agent it speaks for.")
    read_types: list[MemoryType] = strawberry.field(description="Types of memories that its key lets it read.")
    write_types: list[MemoryType] = strawberry.field(description="Types of memories that its key lets it write.")
    operations: list[Operation] = strawberry.field(description="What the role includes.")

    @classmethod
    def of(cls, principal: Principal) -> Self:
        """The caller as the schema shows it."""
        return cls(
            subject=strawberry.ID(principal.subject),
            tenant=strawberry.ID(principal.tenant),
            role=principal.role,
            agent_id=None if principal.agent_id is None else strawberry.ID(principal.agent_id),
            read_types=in_order(principal.access.reads),
            write_types=in_order(principal.access.writes),
            operations=[operation for operation in Operation if operation in ALLOWED[principal.role]],
        )
