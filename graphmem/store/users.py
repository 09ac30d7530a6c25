"""Users of a tenant, and counts of what is held about one."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.status import Status
from graphmem.ids import OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import instant


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownUser:
    """A user that something was written for."""

    id: str
    created_at: datetime


async def page(tx: Transaction, tenant: str, *, prefix: str | None, after_id: str, limit: int) -> list[KnownUser]:
    """Users whose id begins with `prefix`, in the order of their ids, after a given one."""
    rows = await tx.all("users/page", tenant=tenant, prefix=prefix, after_id=after_id, limit=limit)
    return [KnownUser(id=row["id"], created_at=instant(row["created_at"])) for row in rows]


async def stats(tx: Transaction, owner: OwnerKey) -> dict[Status, int]:
    """Number of heads by status."""
    return {Status(row["status"]): int(row["count"]) for row in await tx.all("users/stats", owner=owner)}


async def stats_as_of(tx: Transaction, owner: OwnerKey, *, as_of: datetime) -> dict[Status, int]:
    """Number of heads by status at an instant (rule V3)."""
    rows = await tx.all("users/stats_as_of", owner=owner, as_of=as_of)
    return {Status(row["status"]): int(row["count"]) for row in rows}
