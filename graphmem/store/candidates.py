"""Candidates for the answer of a recall: found by the indexes, each with its exact similarity to what is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.memory import MemoryType
from graphmem.domain.owner import Owner, SharedSpace
from graphmem.domain.ranking import Entrant
from graphmem.domain.status import RECALLABLE, Status
from graphmem.ids import LineageId, OwnerKey
from graphmem.store.connection import Row, Transaction
from graphmem.store.entities import reach_of
from graphmem.store.memories import cosine_of
from graphmem.store.records import memory_of, vector_parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One way of looking: for the meaning and the words of a query, or of a part of it."""

    vector: list[float] | None
    words: str | None
    """A full-text query of `lucene_query`; none with nothing to look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """The first probe once more, only among what is of a period."""

    begins: datetime
    ends: datetime
    words: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """The same looked for in a shared space beside the user's memories (rule L2)."""

    space: SharedSpace
    types: frozenset[MemoryType]
    """Those that the caller may read there."""
    words: Sequence[str | None]
    """Full-text queries of the probes, bound to the space."""
    days: Sequence[str | None] = ()
    """Those of the periods."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What to look for; everything else is left out inside the database (rules P1, Q1, Q3)."""

    probes: Sequence[Probe]
    periods: Sequence[Within] = ()
    names: Sequence[str] = ()
    """Keys that things named in the query may be known by."""
    statuses: frozenset[Status]
    types: frozenset[MemoryType] | None = None
    valid_at: datetime | None
    """Leaves out what was over by then; none leaves nothing out."""
    depth: int
    """Length of each list."""
    shared: Sequence[Beside] = ()
    """Each has lists of its own, of the same depth."""
    around: int = 0
    """How many of the best bring their neighbours along."""


async def current(tx: Transaction, owner: Owner, search: Search) -> list[Entrant]:
    """Candidates among the owner's memories as they are, in one statement; unordered (rule Q1)."""
    rows = await tx.all(
        "candidates/current",
        owner=owner.key,
        tenant=reach_of(owner).tenant,
        probes=[_row(p) for p in search.probes],
        shared=[_beside(b) for b in search.shared],
        periods=[{"begins": w.begins, "ends": w.ends, "words": w.words} for w in search.periods],
        names=list(search.names),
        reach=[True] if search.statuses <= RECALLABLE else [True, False],
        statuses=sorted(s.value for s in search.statuses),
        types=sorted(t.value for t in (MemoryType if search.types is None else search.types)),
        valid_at=search.valid_at,
        depth=search.depth,
        around=search.around,
    )
    return [_entrant(row, _spaces(search)) for row in rows]


async def as_of(tx: Transaction, owner: Owner, search: Search, *, as_of: datetime) -> list[Entrant]:
    """Candidates among the versions held at an instant, by exact similarity and words (rule Q9)."""
    rows = await tx.all(
        "candidates/as_of",
        owner=owner.key,
        shared=[_beside(b) for b in search.shared],
        probes=[_row(p) for p in search.probes],
        statuses=sorted(s.value for s in search.statuses),
        types=sorted(t.value for t in (MemoryType if search.types is None else search.types)),
        valid_at=search.valid_at,
        as_of=as_of,
        depth=search.depth,
    )
    return [_entrant(row, _spaces(search), as_of=as_of) for row in rows]


def _row(probe: Probe) -> dict[str, object]:
    return {"vector": vector_parameter(probe.vector), "words": probe.words}


def _beside(beside: Beside) -> dict[str, object]:
    return {
        "key": beside.space.key,
        "types": sorted(t.value for t in beside.types),
        "words": list(beside.words),
        "days": list(beside.days),
    }


def _spaces(search: Search) -> dict[OwnerKey, SharedSpace]:
    return {b.space.key: b.space for b in search.shared}


def _entrant(row: Row, spaces: Mapping[OwnerKey, SharedSpace], *, as_of: datetime | None = None) -> Entrant:
    space = spaces.get(row["owner"])
    state = row["state"] if as_of is not None else None
    return Entrant(
        memory=memory_of(row["memory"], state, as_of=as_of),
        cosines=tuple(0.0 if s is None else cosine_of(s) for s in row["similarities"]),
        search_text=row["search_text"],
        place=None if space else row["place"],
        is_surrounded=row["is_surrounded"],
        excepts=frozenset(LineageId(i) for i in row["excepts"]),
        space=space,
    )
