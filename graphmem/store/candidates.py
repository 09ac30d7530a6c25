"""Candidates for the answer of a recall: found by the indexes, each with its exact similarity to what is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graphmem.domain.memory import MemoryType
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant, Mentioned
from graphmem.domain.status import RECALLABLE, Status
from graphmem.ids import LineageId
from graphmem.store.connection import Row, Transaction
from graphmem.store.entities import reach_of
from graphmem.store.records import cosine_of, memory_of, vector_parameter

MOST_OF_ONE = 20
"""Memories of one thing that is named, or in one slot that is asked for, that become candidates."""
MOST_RELATED = 40
"""Memories of what is mentioned together with what is named."""
BESIDE = 2
"""Places before and after one of the best in its session whose memories come along."""
BOUNDS: Final[Mapping[str, int]] = {
    "of_one": MOST_OF_ONE,
    "things": 20,
    "of_thing": 10,
    "related": MOST_RELATED,
    "beside": BESIDE,
}


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
class Search:
    """What to look for; everything else is left out inside the database (rules P1, Q1, Q3)."""

    probes: Sequence[Probe]
    periods: Sequence[Within] = ()
    names: Sequence[str] = ()
    """Keys that things named in the query may be known by."""
    slots: Sequence[tuple[str, str]] = ()
    """Subject and attribute of the slots that the query asks for."""
    statuses: frozenset[Status]
    types: frozenset[MemoryType] | None = None
    valid_at: datetime | None
    """Leaves out what was over by then; none leaves nothing out."""
    depth: int
    """Length of each list."""
    around: int = 0
    """How many of the best bring their neighbours along."""


async def current(tx: Transaction, owner: Owner, search: Search) -> list[Entrant]:
    """Candidates among the owner's memories as they are, in one statement; unordered (rule Q1)."""
    rows = await tx.all(
        "candidates/current",
        owner=owner.key,
        tenant=reach_of(owner).tenant,
        probes=[probe_row(p) for p in search.probes],
        periods=[within_row(w) for w in search.periods],
        names=list(search.names),
        slots=slot_rows(search),
        reach=[True] if search.statuses <= RECALLABLE else [True, False],
        statuses=sorted(s.value for s in search.statuses),
        types=sorted(t.value for t in (MemoryType if search.types is None else search.types)),
        valid_at=search.valid_at,
        depth=search.depth,
        around=search.around,
        bounds=BOUNDS,
    )
    return [_entrant(row) for row in rows]


async def as_of(tx: Transaction, owner: Owner, search: Search, *, as_of: datetime) -> list[Entrant]:
    """Candidates among the versions held at an instant, by exact similarity and words (rule Q9)."""
    rows = await tx.all(
        "candidates/as_of",
        owner=owner.key,
        probes=[probe_row(p) for p in search.probes],
        statuses=sorted(s.value for s in search.statuses),
        types=None if search.types is None else sorted(t.value for t in search.types),
        valid_at=search.valid_at,
        as_of=as_of,
        depth=search.depth,
    )
    return [_entrant(row, as_of=as_of) for row in rows]


def slot_rows(search: Search) -> list[dict[str, object]]:
    """The slots of a search as statements take them."""
    return [{"subject": subject, "attribute": attribute} for subject, attribute in search.slots]


def probe_row(probe: Probe) -> dict[str, object]:
    """A probe as the statements take it."""
    return {"vector": vector_parameter(probe.vector), "words": probe.words}


def within_row(within: Within) -> dict[str, object]:
    """A period as the statements take it."""
    return {"begins": within.begins, "ends": within.ends, "words": within.words}


def _entrant(row: Row, *, as_of: datetime | None = None) -> Entrant:
    state = row["state"] if as_of is not None else None
    return Entrant(
        memory=memory_of(row["memory"], state, as_of=as_of),
        cosines=tuple(0.0 if s is None else cosine_of(s) for s in row["similarities"]),
        search_text=row["search_text"],
        place=row["place"],
        is_surrounded=row["is_surrounded"],
        excepts=frozenset(LineageId(i) for i in row["excepts"]),
        mentions=tuple(Mentioned(each["key"], each["is_named"]) for each in row.get("mentions", ())),
    )
