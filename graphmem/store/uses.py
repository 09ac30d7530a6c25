"""Counts of uses on memory versions: by day, in all, and the last ones (spec §2, rule Q4)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from graphmem.domain.change import Succession
from graphmem.domain.use import NewUses, day_of
from graphmem.ids import MemoryId, OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import microseconds

KEPT_DAYS = timedelta(days=180)


async def record(tx: Transaction, owner: OwnerKey, new: Mapping[MemoryId, NewUses], *, at: datetime) -> None:
    """Add what happened to versions; what was replaced meanwhile counts for the current one of its lineage.

    Without the owner's lock. Versions that are gone, and those of another owner, are passed over.
    """
    if new:
        rows = [_row(memory_id, uses) for memory_id, uses in new.items()]
        await tx.run("uses/record", owner=owner, uses=rows, since_day=day_of(at - KEPT_DAYS))


async def carry(tx: Transaction, owner: OwnerKey, successions: Sequence[Succession]) -> None:
    """Give new versions the uses of those that they continue; both must be written, and the old ones be locked."""
    if successions:
        rows = [{"id": s.id, "others": list(s.others)} for s in successions]
        await tx.run("uses/carry", owner=owner, successions=rows)


def _row(memory_id: MemoryId, uses: NewUses) -> dict[str, object]:
    days = sorted(uses.accesses.keys() | uses.hits.keys() | uses.unhelpful.keys())
    return {
        "id": memory_id,
        "days": [
            {"day": d, "accesses": uses.accesses[d], "hits": uses.hits[d], "unhelpful": uses.unhelpful[d]} for d in days
        ],
        "accesses": uses.accesses.total(),
        "hits": uses.hits.total(),
        "accessed_at": _stamp(uses.accessed_at),
        "hit_at": _stamp(uses.hit_at),
    }


def _stamp(at: datetime | None) -> int | None:
    return None if at is None else microseconds(at)
