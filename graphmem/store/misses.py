"""Questions that recall did not answer, by owner (rule Q10)."""

import hashlib
from collections.abc import Sequence

from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.miss import Miss, MissReason, RawScore
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.ids import MemoryId, OwnerKey
from graphmem.store.connection import Row, Transaction
from graphmem.store.records import instant


async def keep(tx: Transaction, owner: OwnerKey, misses: Sequence[Miss], *, kept: int) -> int:
    """Keep misses, at most `kept` of the owner, and return how many were not known; none for an unknown owner."""
    row = await tx.one(
        "misses/keep", what="user", owner=owner, misses=[_row(owner, miss) for miss in misses], kept=kept
    )
    return int(row["fresh"])


async def notice(tx: Transaction, tenant: str, *, least: int) -> int:
    """How many misses of a tenant nobody was told of yet, from `least` on; they count as told then."""
    row = await tx.one("misses/notice", what="tenant", tenant=tenant, least=least)
    return int(row["noticed"])


async def page(tx: Transaction, owner: OwnerKey, request: PageRequest) -> Page[Miss]:
    """A page of an owner's misses, the newest first."""
    rows = await tx.all(
        "misses/page",
        owner=owner,
        before_at=request.before_at(END_OF_TIME),
        before_id=request.before_id,
        limit=request.fetched,
    )
    return _page(rows, request)


async def page_of_tenant(tx: Transaction, tenant: str, request: PageRequest) -> Page[Miss]:
    """A page of the misses of all users of a tenant, the newest first."""
    rows = await tx.all(
        "misses/page_of_tenant",
        tenant=tenant,
        before_at=request.before_at(END_OF_TIME),
        before_id=request.before_id,
        limit=request.fetched,
    )
    return _page(rows, request)


async def erase(tx: Transaction, owner: OwnerKey) -> int:
    """Remove all misses of an owner and return how many there were (rule P4)."""
    row = await tx.one("misses/erase", what="user", owner=owner)
    return int(row["erased"])


def _page(rows: list[Row], request: PageRequest) -> Page[Miss]:
    found = [_miss_of(row["miss"]) for row in rows]
    return Page[Miss].cut(found, request, lambda miss: Cursor("misses", miss.at, miss.id))


def _row(owner: OwnerKey, miss: Miss) -> dict[str, object]:
    return {
        "key": hashlib.sha256(f"{owner}\0{miss.query}".encode()).hexdigest(),
        "id": miss.id,
        "at": miss.at,
        "count": miss.count,
        "reason": miss.reason.value,
        "properties": {
            "query": miss.query,
            "sensitive": miss.is_sensitive,
            "space": miss.space,
            "memory_ids": [s.memory_id for s in miss.scores],
            "relevances": [s.relevance for s in miss.scores],
            "cosines": [s.cosine for s in miss.scores],
            "coverages": [s.coverage for s in miss.scores],
        },
    }


def _miss_of(row: Row) -> Miss:
    columns = zip(row["memory_ids"], row["relevances"], row["cosines"], row["coverages"], strict=True)
    return Miss(
        id=row["id"],
        user_id=row["user_id"],
        query=row["query"],
        is_sensitive=row["sensitive"],
        reason=MissReason(row["reason"]),
        space=row["space"],
        scores=tuple(
            RawScore(memory_id=MemoryId(i), relevance=relevance, cosine=cosine, coverage=coverage)
            for i, relevance, cosine, coverage in columns
        ),
        first_at=instant(row["first_at"]),
        at=instant(row["at"]),
        count=row["count"],
    )
