"""What waits for somebody to look at it (rules W2, K4, D16)."""

from datetime import datetime

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.memory import Memory
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.ids import OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import memory_of


async def page(tx: Transaction, owner: OwnerKey, request: PageRequest, *, types: Types = EVERY_TYPE) -> Page[Memory]:
    """A page of the live versions that wait for a verdict, newest first."""
    rows = await tx.all(
        "reviews/page",
        owner=owner,
        types=sorted(types),
        before_at=request.before_at(END_OF_TIME),
        before_id=request.before_id,
        limit=request.fetched,
    )
    return _page([memory_of(row["memory"]) for row in rows], request, None)


async def page_as_of(
    tx: Transaction, owner: OwnerKey, request: PageRequest, *, as_of: datetime, types: Types = EVERY_TYPE
) -> Page[Memory]:
    """A page of the versions that waited for a verdict at an instant, newest first (rule V3)."""
    rows = await tx.all(
        "reviews/page_as_of",
        owner=owner,
        types=sorted(types),
        as_of=as_of,
        before_at=request.before_at(as_of),
        before_id=request.before_id,
        limit=request.fetched,
    )
    return _page([memory_of(row["memory"], row["state"], as_of=as_of) for row in rows], request, as_of)


def _page(found: list[Memory], request: PageRequest, as_of: datetime | None) -> Page[Memory]:
    return Page[Memory].cut(found, request, lambda memory: Cursor("review", memory.recorded_at, memory.id, as_of))
