"""Shared spaces of a tenant, and who may read and write them (rule L2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.access import Access
from graphmem.domain.owner import SharedSpace
from graphmem.domain.principal import Principal, Role
from graphmem.store.connection import Row, Transaction
from graphmem.store.records import instant, types_of, types_property


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What somebody may do in a shared space."""

    role: Role
    subject: str | None
    """Null: everybody of the role."""
    access: Access


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSpace:
    """A shared space and its grants."""

    name: str
    created_at: datetime
    grants: tuple[Grant, ...]


async def grant(tx: Transaction, space: SharedSpace, grants: Sequence[Grant], *, at: datetime) -> None:
    """Make a space known and write grants, each in the place of its grantee's; under the space's lock."""
    rows = [
        {
            "role": g.role.value,
            "subject": g.subject or "",
            "reads": types_property(g.access.reads),
            "writes": types_property(g.access.writes),
        }
        for g in grants
    ]
    await tx.one(
        "shared_spaces/grant", what="space", owner=space.key, tenant=space.tenant, name=space.name, grants=rows, at=at
    )


async def revoke(tx: Transaction, space: SharedSpace, role: Role, subject: str | None) -> None:
    """End a grant; NotFound where there is none; under the space's lock."""
    await tx.one("shared_spaces/revoke", what="grant", owner=space.key, role=role.value, subject=subject or "")


async def granted(
    tx: Transaction, principal: Principal, names: Sequence[str] | None, *, limit: int
) -> list[tuple[str, Access]]:
    """The grants a caller has, each with the name of its space, in the order of these; a space may come twice."""
    rows = await tx.all(
        "shared_spaces/granted",
        tenant=principal.tenant,
        role=principal.role.value,
        subject=principal.grantee,
        names=None if names is None else list(names),
        limit=limit,
    )
    return [(row["name"], _access(row)) for row in rows]


async def page(
    tx: Transaction, tenant: str, *, names: Sequence[str] | None, after_name: str, limit: int
) -> list[KnownSpace]:
    """Spaces of a tenant in the order of their names, all or those of some names, after a given one."""
    rows = await tx.all(
        "shared_spaces/page",
        tenant=tenant,
        names=None if names is None else list(names),
        after_name=after_name,
        limit=limit,
    )
    return [
        KnownSpace(
            name=row["name"],
            created_at=instant(row["created_at"]),
            grants=tuple(
                Grant(role=Role(g["role"]), subject=g["subject"] or None, access=_access(g)) for g in row["grants"]
            ),
        )
        for row in rows
    ]


def _access(row: Row) -> Access:
    return Access(reads=types_of(row["reads"]), writes=types_of(row["writes"]))
