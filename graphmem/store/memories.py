"""Memory versions: written as change sets say, read as they are now or were at an instant."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.change import Edge, Message, NewVersion
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.memory import Evidence, Flag, Memory, MemoryType
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.domain.status import Status
from graphmem.domain.use import day_of
from graphmem.ids import LineageId, MemoryId, OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import (
    cosine_of,
    edge_of,
    head_properties,
    memory_of,
    message_of,
    session_key,
    vector_parameter,
    version_row,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What to look for around a candidate: its place in the write, its vector, slot and topic."""

    position: int
    vector: list[float]
    attribute: str | None
    topic: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A memory that a search came upon; `cosine` is exact, −1 to 1."""

    memory: Memory
    cosine: float
    rivals: frozenset[MemoryId] = frozenset()
    """The other sides of its open conflicts."""
    recent_hits: int = 0
    """Hits since the day that was asked for (rule D6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceOf:
    """A message that a version stands on, and the characters of it; the whole message where it has no fragment."""

    memory_id: MemoryId
    message: Message
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilter:
    """Which versions a list holds."""

    statuses: frozenset[Status]
    types: frozenset[MemoryType] | None = None
    attribute: str | None = None
    heads_only: bool = True


async def create(tx: Transaction, owner: OwnerKey, versions: Sequence[NewVersion]) -> None:
    """Write new versions with their vectors; the caller has checked that these fit the space."""
    if versions:
        sessions = [None if v.memory.session_id is None else session_key(owner, v.memory.session_id) for v in versions]
        rows = [
            version_row(v, owner)
            | {"vector": vector_parameter(v.vector), "ordinal": None if key is None else sessions[:i].count(key)}
            for i, (v, key) in enumerate(zip(versions, sessions, strict=True))
        ]
        await tx.run(
            "memories/create",
            owner=owner,
            sessions=[s for s in dict.fromkeys(sessions) if s is not None],
            versions=rows,
        )


async def change_state(tx: Transaction, owner: OwnerKey, memories: Sequence[Memory]) -> None:
    """Write the state and place of versions that stood before; their content is not touched (rule R2)."""
    if memories:
        rows = [{"id": m.id, "properties": head_properties(m)} for m in memories]
        await tx.run("memories/change_state", owner=owner, changes=rows)


async def flag(tx: Transaction, owner: OwnerKey, flags: Mapping[MemoryId, frozenset[Flag]]) -> None:
    """Put flags on versions in the place of those they have; content and state stay (rules W2, P5)."""
    if flags:
        rows = [{"id": memory_id, "flags": sorted(f.value for f in of)} for memory_id, of in flags.items()]
        await tx.run("memories/flag", owner=owner, changes=rows)


async def connect(tx: Transaction, owner: OwnerKey, edges: Sequence[Edge]) -> None:
    """Write typed edges between versions that exist in this transaction."""
    if edges:
        rows = [
            {
                "kind": e.kind.value,
                "source": e.source,
                "target": e.target,
                "at": e.at,
                "rule": e.rule,
                "reason": e.reason,
                "actor": e.actor,
                "note": e.note,
                "until": e.until,
            }
            for e in edges
        ]
        await tx.run("memories/connect", owner=owner, edges=rows)


async def inherit_evidence(tx: Transaction, owner: OwnerKey, pairs: Sequence[tuple[MemoryId, MemoryId]]) -> None:
    """Let the first of each pair stand on all that the second stands on (rules D2, V5)."""
    if pairs:
        await tx.run("memories/inherit_evidence", owner=owner, pairs=[list(pair) for pair in pairs])


async def attach_evidence(tx: Transaction, owner: OwnerKey, evidence: Sequence[tuple[MemoryId, Evidence]]) -> None:
    """Link versions to the exact words they stand on."""
    if evidence:
        rows = [{"memory_id": m, "message_id": e.message_id, "start": e.start, "end": e.end} for m, e in evidence]
        await tx.run("memories/attach_evidence", owner=owner, evidence=rows)


async def relate(
    tx: Transaction,
    owner: OwnerKey,
    probes: Sequence[Probe],
    *,
    session_id: str | None,
    limit: int,
    hits_since: datetime = END_OF_TIME,
) -> dict[int, list[Found]]:
    """Heads that may have to do with each probe, the most similar first, by the probe's position (rule W12)."""
    rows = await tx.all(
        "memories/relate",
        owner=owner,
        candidates=[
            {
                "position": p.position,
                "vector": vector_parameter(p.vector),
                "attribute": p.attribute,
                "topic": p.topic,
            }
            for p in probes
        ],
        session_key=None if session_id is None else session_key(owner, session_id),
        limit=limit,
        since_day=day_of(hits_since),
    )
    found: dict[int, list[Found]] = {p.position: [] for p in probes}
    for row in rows:
        found[row["position"]].append(
            Found(
                memory=memory_of(row["memory"]),
                cosine=cosine_of(row["similarity"]),
                rivals=frozenset(MemoryId(i) for i in row["rivals"]),
                recent_hits=row["recent_hits"] or 0,
            )
        )
    return found


def _values(types: frozenset[MemoryType] | None) -> list[str] | None:
    return None if types is None else sorted(t.value for t in types)


async def standing(tx: Transaction, owner: OwnerKey, *, now: datetime, limit: int) -> list[Memory]:
    """Profile, plans that are not over and outcomes, at most `limit` of each, the newest first (rule Q6)."""
    return [memory_of(row["memory"]) for row in await tx.all("memories/standing", owner=owner, now=now, limit=limit)]


async def by_ids(
    tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId], *, types: Types = EVERY_TYPE
) -> dict[MemoryId, Memory]:
    """Those of the versions that the owner has, of the types asked for."""
    rows = await tx.all("memories/by_ids", owner=owner, ids=list(ids), types=sorted(types))
    return {m.id: m for m in (memory_of(row["memory"]) for row in rows)}


async def by_ids_as_of(
    tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId], *, as_of: datetime, types: Types = EVERY_TYPE
) -> dict[MemoryId, Memory]:
    """Those of the versions that the owner had at an instant, in their state of then (rule V3)."""
    rows = await tx.all("memories/by_ids_as_of", owner=owner, ids=list(ids), types=sorted(types), as_of=as_of)
    return {m.id: m for m in (memory_of(row["memory"], row["state"], as_of=as_of) for row in rows)}


async def page(tx: Transaction, owner: OwnerKey, request: PageRequest, wanted: ListFilter) -> Page[Memory]:
    """A page of the owner's versions as they are, newest first."""
    rows = await tx.all("memories/page", owner=owner, **_page_params(request, wanted, END_OF_TIME))
    return Page[Memory].cut([memory_of(row["memory"]) for row in rows], request, _cursor(None))


async def page_as_of(
    tx: Transaction, owner: OwnerKey, request: PageRequest, wanted: ListFilter, *, as_of: datetime
) -> Page[Memory]:
    """A page of the owner's versions in their state of an instant, newest first (rule V3)."""
    rows = await tx.all("memories/page_as_of", owner=owner, as_of=as_of, **_page_params(request, wanted, as_of))
    found = [memory_of(row["memory"], row["state"], as_of=as_of) for row in rows]
    return Page[Memory].cut(found, request, _cursor(as_of))


def _page_params(request: PageRequest, wanted: ListFilter, start: datetime) -> dict[str, object]:
    return {
        "statuses": sorted(s.value for s in wanted.statuses),
        "types": _values(wanted.types),
        "attribute": wanted.attribute,
        "heads_only": wanted.heads_only,
        "before_at": request.before_at(start),
        "before_id": request.before_id,
        "limit": request.fetched,
    }


def _cursor(as_of: datetime | None) -> Callable[[Memory], Cursor]:
    return lambda memory: Cursor("memories", memory.recorded_at, memory.id, as_of)


async def lineage_members(
    tx: Transaction, owner: OwnerKey, lineage_id: LineageId, *, as_of: datetime, types: Types = EVERY_TYPE
) -> tuple[Memory, ...]:
    """Every version of a lineage up to an instant, oldest first, in its state of then."""
    rows = await tx.all(
        "memories/lineage_members", owner=owner, lineage_id=lineage_id, types=sorted(types), as_of=as_of
    )
    return tuple(memory_of(row["memory"], row["state"], as_of=as_of) for row in rows)


async def lineages(
    tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId], *, as_of: datetime, types: Types = EVERY_TYPE
) -> dict[MemoryId, tuple[Memory, ...]]:
    """For each version the owner has, all versions of its lineage up to an instant, oldest first."""
    rows = await tx.all("memories/lineages", owner=owner, ids=list(ids), types=sorted(types), as_of=as_of)
    members: dict[LineageId, list[Memory]] = {}
    for memory in (memory_of(row["memory"], row["state"], as_of=as_of) for row in rows):
        members.setdefault(memory.lineage_id, []).append(memory)
    lineage_of = {memory.id: lineage_id for lineage_id, versions in members.items() for memory in versions}
    return {i: tuple(members[lineage_of[i]]) for i in ids if i in lineage_of}


async def edges(tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId], *, as_of: datetime) -> tuple[Edge, ...]:
    """Edges that touch any of the versions, in time order, up to an instant."""
    return tuple(edge_of(row) for row in await tx.all("memories/edges", owner=owner, ids=list(ids), as_of=as_of))


async def sources(tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId]) -> list[SourceOf]:
    """The messages and fragments that versions stand on, in the order they were said (rule V5)."""
    return [
        SourceOf(
            memory_id=MemoryId(row["memory_id"]),
            message=message_of(row["message"]),
            start=row["start"],
            end=row["end"],
        )
        for row in await tx.all("memories/sources", owner=owner, ids=list(ids))
    ]


async def by_external_ids(tx: Transaction, owner: OwnerKey, external_ids: Sequence[str]) -> dict[str, MemoryId]:
    """The version that carries each external id the owner already has."""
    rows = await tx.all("memories/by_external_ids", owner=owner, external_ids=list(external_ids))
    return {row["external_id"]: MemoryId(row["id"]) for row in rows}


async def contents(
    tx: Transaction, owner: OwnerKey, ids: Sequence[MemoryId]
) -> dict[MemoryId, tuple[list[float], str]]:
    """The stored vector and analysed text of each version, to write the same content again without embedding it."""
    rows = await tx.all("memories/contents", owner=owner, ids=list(ids))
    return {MemoryId(row["id"]): (list(row["vector"]), row["search_text"]) for row in rows}


async def purge(tx: Transaction, owner: OwnerKey, lineage_id: LineageId) -> int:
    """Remove every version of a lineage for good and return how many there were (rule F5)."""
    row = await tx.one("memories/purge", what="memory", owner=owner, lineage_id=lineage_id)
    return int(row["purged"])
