"""The place of one memory in each list that the candidates of a recall are taken from (rule Q11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.explanation import ListKind
from graphmem.domain.memory import MemoryType
from graphmem.domain.owner import Owner
from graphmem.domain.status import RECALLABLE
from graphmem.ids import MemoryId
from graphmem.store.candidates import BOUNDS, Search, probe_row, slot_rows, within_row
from graphmem.store.connection import Row, Transaction
from graphmem.store.entities import reach_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Of a list: for a probe of the search, and inside a period of it where it names one."""

    kind: ListKind
    probe: int
    period: int | None
    place: int | None
    """From 1; none where the memory is not in the list to the depth that was read."""


async def current(tx: Transaction, owner: Owner, search: Search, memory_id: MemoryId, *, depth: int) -> Sequence[Place]:
    """Places in the lists of `candidates.current`, read to a depth; of an entity list there is one for each entity."""
    rows = await tx.all(
        "places/current",
        owner=owner.key,
        tenant=reach_of(owner).tenant,
        id=memory_id,
        probes=[probe_row(p) for p in search.probes],
        periods=[within_row(w) for w in search.periods],
        names=list(search.names),
        slots=slot_rows(search),
        statuses=sorted(s.value for s in search.statuses),
        reach=[True] if search.statuses <= RECALLABLE else [True, False],
        types=sorted(t.value for t in (MemoryType if search.types is None else search.types)),
        depth=depth,
        bounds=BOUNDS,
    )
    return [_place(row) for row in rows]


async def as_of(
    tx: Transaction, owner: Owner, search: Search, memory_id: MemoryId, *, as_of: datetime, depth: int
) -> Sequence[Place]:
    """Places in the lists of `candidates.as_of`, read to a depth; one vector list stands for all probes."""
    rows = await tx.all(
        "places/as_of",
        owner=owner.key,
        id=memory_id,
        probes=[probe_row(p) for p in search.probes],
        statuses=sorted(s.value for s in search.statuses),
        types=None if search.types is None else sorted(t.value for t in search.types),
        as_of=as_of,
        depth=depth,
    )
    return [_place(row) for row in rows]


def _place(row: Row) -> Place:
    return Place(kind=ListKind(row["kind"]), probe=row["probe"], period=row["period"], place=row["place"])
