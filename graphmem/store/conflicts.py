"""Conflicts between memories: open until one side wins or both are found to hold (rules D6 to D9, D13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.ids import MemoryId, OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import instant


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenConflict:
    """Two versions that contradict each other, neither having won."""

    newer: MemoryId
    older: MemoryId
    rule: str
    reason: str
    at: datetime


async def close(
    tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId], *, at: datetime
) -> list[tuple[MemoryId, MemoryId]]:
    """End the open conflicts of what is no longer live; return the sides that waited, each with what ended."""
    if not ids:
        return []
    rows = await tx.all("conflicts/close", owner=owner, ids=list(ids), at=at)
    return [(MemoryId(row["waiting"]), MemoryId(row["ended"])) for row in rows]


async def resolve(
    tx: Transaction, owner: OwnerKey, pairs: Sequence[tuple[MemoryId, MemoryId]], *, at: datetime
) -> None:
    """End the open conflict between the two of each pair, both of which go on (rule D13)."""
    if pairs:
        await tx.run("conflicts/resolve", owner=owner, pairs=[list(pair) for pair in pairs], at=at)


async def page(tx: Transaction, owner: OwnerKey, request: PageRequest, *, as_of: datetime | None) -> Page[OpenConflict]:
    """A page of the conflicts open now, or at an instant, the newest first (rules D6, D8, D9)."""
    until = as_of or END_OF_TIME
    rows = await tx.all(
        "conflicts/page",
        owner=owner,
        as_of=until,
        before_at=request.before_at(END_OF_TIME),
        before_id=request.before_id,
        limit=request.fetched,
    )
    found = [
        OpenConflict(
            newer=MemoryId(row["newer"]),
            older=MemoryId(row["older"]),
            rule=row["rule"],
            reason=row["reason"],
            at=instant(row["at"]),
        )
        for row in rows
    ]
    return Page[OpenConflict].cut(found, request, lambda c: Cursor("conflicts", c.at, c.newer + c.older, as_of))
