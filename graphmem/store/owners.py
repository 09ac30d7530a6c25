"""The owner's lock: one writer per owner at a time, and a total order of instants within an owner."""

from datetime import datetime

from graphmem.domain.ledger import TICK
from graphmem.domain.owner import Owner
from graphmem.ids import OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import optional_instant


async def lock(tx: Transaction, owner: Owner, *, at: datetime) -> datetime | None:
    """Wait for the owner's other writers, then return the last instant that a write of the owner used."""
    row = await tx.one(
        "owners/lock", what="owner", owner=owner.key, tenant=owner.tenant, user_id=owner.user_id or None, at=at
    )
    return optional_instant(row["last_at"])


async def unlock(tx: Transaction, owner: OwnerKey, *, last_at: datetime) -> None:
    """Note the last instant used; the lock itself ends with the transaction."""
    await tx.run("owners/unlock", owner=owner, last_at=last_at)


def next_instant(now: datetime, last_at: datetime | None) -> datetime:
    """Now, or just after the last write where the clock stands still or went back (architecture §4)."""
    return now if last_at is None else max(now, last_at + TICK)
