"""The stored vectors of versions, to be looked at one by one."""

from dataclasses import dataclass
from typing import cast

from graphmem.ids import MemoryId, OwnerKey
from graphmem.store.connection import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVector:
    """What a version has to be found by its meaning."""

    values: tuple[float, ...] | None
    """In the slot that recall reads; empty where it is no list of numbers, none without any."""
    is_in_a_slot: bool
    """Whether it has a vector at all, of whichever space."""


async def stored(tx: Transaction, owner: OwnerKey, memory_id: MemoryId) -> StoredVector:
    """The vector of a version; NotFound where the owner lacks the version."""
    row = await tx.one("vectors/stored", what="memory", owner=owner, id=memory_id)
    return StoredVector(values=_values(row["vector"]), is_in_a_slot=row["is_in_a_slot"])


def _values(value: object) -> tuple[float, ...] | None:
    if value is None:
        return None
    numbers = cast("list[object]", value) if isinstance(value, list) else []
    return tuple(n for n in numbers if isinstance(n, int | float))
