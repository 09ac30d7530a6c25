"""What a call did under its idempotency key: the same key again gives the first result (rule W13)."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.ids import OwnerKey
from graphmem.store.connection import Transaction


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier call: the hash of its input and its result as JSON, which holds ids and no text of people."""

    input_hash: str
    result: str


async def find(tx: Transaction, owner: OwnerKey, key: str) -> Earlier | None:
    """The earlier call with this key, under the owner's lock."""
    row = await tx.maybe("idempotency/find", owner=owner, key=key)
    return None if row is None else Earlier(row["input_hash"], row["result"])


async def record(tx: Transaction, owner: OwnerKey, key: str, earlier: Earlier, *, at: datetime) -> None:
    """Keep what this call did, in its own transaction."""
    await tx.run(
        "idempotency/record", owner=owner, key=key, input_hash=earlier.input_hash, result=earlier.result, at=at
    )
