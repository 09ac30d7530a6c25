"""Asking the store for candidates, with what most tests leave out filled in."""

from datetime import datetime

from graphmem.domain.memory import MemoryType
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant
from graphmem.domain.status import RECALLABLE, Status
from graphmem.store import candidates
from graphmem.store.candidates import Probe, Search, Within
from graphmem.store.connection import Database


def search(
    *,
    vector: list[float] | None = None,
    query: str | None = None,
    types: frozenset[MemoryType] | None = None,
    now: datetime,
    depth: int = 50,
    around: int = 0,
    periods: tuple[Within, ...] = (),
    names: tuple[str, ...] = (),
    statuses: frozenset[Status] = RECALLABLE,
) -> Search:
    """A search with one probe."""
    return Search(
        probes=[Probe(vector=vector, words=query)],
        periods=periods,
        names=names,
        statuses=statuses,
        types=types,
        valid_at=now,
        depth=depth,
        around=around,
    )


async def found(database: Database, owner: Owner, wanted: Search, *, as_of: datetime | None = None) -> list[Entrant]:
    """What is found now, or was at an instant; the most alike first."""
    if as_of is None:
        rows = await database.read(lambda tx: candidates.current(tx, owner, wanted))
    else:
        rows = await database.read(lambda tx: candidates.as_of(tx, owner, wanted, as_of=as_of))
    return sorted(rows, key=lambda c: -c.cosines[0])
