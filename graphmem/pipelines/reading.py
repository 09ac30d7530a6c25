"""Reading what is held about a user, as it is or as it was at an instant (rules V1, V3, V5, V6)."""

from collections.abc import Sequence
from datetime import datetime

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.change import Edge
from graphmem.domain.event import Event
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.lineage import Lineage
from graphmem.domain.memory import Memory
from graphmem.domain.outcome import Outcome
from graphmem.domain.owner import Owner, check_id
from graphmem.domain.page import Page, PageRequest
from graphmem.domain.status import Status
from graphmem.errors import NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines.bounds import checked_instant
from graphmem.pipelines.services import Services
from graphmem.store import conflicts, events, memories, outcomes, reviews, users
from graphmem.store.conflicts import OpenConflict
from graphmem.store.connection import Transaction
from graphmem.store.events import EventFilter
from graphmem.store.memories import ListFilter, SourceOf
from graphmem.store.users import KnownUser


async def memories_page(
    services: Services, owner: Owner, request: PageRequest, wanted: ListFilter, *, as_of: datetime | None
) -> Page[Memory]:
    """A page of memories, newest first."""
    instant = instant_of(services, request, as_of)

    async def read(tx: Transaction) -> Page[Memory]:
        if instant is None:
            return await memories.page(tx, owner.key, request, wanted)
        return await memories.page_as_of(tx, owner.key, request, wanted, as_of=instant)

    return await services.database.read(read)


async def memories_by_ids(
    services: Services, owner: Owner, ids: Sequence[MemoryId], *, as_of: datetime | None, types: Types = EVERY_TYPE
) -> dict[MemoryId, Memory]:
    """Those of the memories that the owner has, or had at an instant, of the types that may be read (rule L2)."""
    instant = checked_instant(as_of, "asOf", now=services.clock.now())

    async def read(tx: Transaction) -> dict[MemoryId, Memory]:
        if instant is None:
            return await memories.by_ids(tx, owner.key, ids, types=types)
        return await memories.by_ids_as_of(tx, owner.key, ids, as_of=instant, types=types)

    return await services.database.read(read)


async def lineage(
    services: Services, owner: Owner, memory_id: MemoryId, *, as_of: datetime | None, types: Types = EVERY_TYPE
) -> Lineage:
    """The whole history of the memory that a version belongs to; NotFound where the owner lacks it (rule V1)."""
    instant = checked_instant(as_of, "asOf", now=services.clock.now()) or END_OF_TIME

    async def read(tx: Transaction) -> Lineage:
        known = (await memories.by_ids(tx, owner.key, [memory_id], types=types)).get(memory_id)
        if known is None or known.recorded_at > instant:
            raise NotFound("memory")
        versions = await memories.lineage_members(tx, owner.key, known.lineage_id, as_of=instant, types=types)
        edges = await memories.edges(tx, owner.key, [m.id for m in versions], as_of=instant)
        history = await events.of_lineage(tx, owner.key, known.lineage_id, as_of=instant)
        return Lineage(id=known.lineage_id, versions=versions, edges=edges, events=history)

    return await services.database.read(read)


async def versions_of(
    services: Services, owner: Owner, ids: Sequence[MemoryId], *, as_of: datetime | None, types: Types = EVERY_TYPE
) -> dict[MemoryId, tuple[Memory, ...]]:
    """For each version the owner has, all versions of its lineage, oldest first; in one statement."""
    instant = checked_instant(as_of, "asOf", now=services.clock.now()) or END_OF_TIME
    return await services.database.read(lambda tx: memories.lineages(tx, owner.key, ids, as_of=instant, types=types))


async def events_page(
    services: Services, owner: Owner, request: PageRequest, wanted: EventFilter, *, as_of: datetime | None
) -> Page[Event]:
    """A page of audit events, newest first."""
    instant = instant_of(services, request, as_of)
    return await services.database.read(lambda tx: events.page(tx, owner.key, request, wanted, as_of=instant))


async def conflicts_page(
    services: Services, owner: Owner, request: PageRequest, *, as_of: datetime | None
) -> Page[OpenConflict]:
    """A page of open conflicts, the newest first."""
    instant = instant_of(services, request, as_of)
    return await services.database.read(lambda tx: conflicts.page(tx, owner.key, request, as_of=instant))


async def review_page(
    services: Services, owner: Owner, request: PageRequest, *, as_of: datetime | None, types: Types = EVERY_TYPE
) -> Page[Memory]:
    """A page of what waits for a verdict, the newest first."""
    instant = instant_of(services, request, as_of)

    async def read(tx: Transaction) -> Page[Memory]:
        if instant is None:
            return await reviews.page(tx, owner.key, request, types=types)
        return await reviews.page_as_of(tx, owner.key, request, as_of=instant, types=types)

    return await services.database.read(read)


async def edges_of(
    services: Services, owner: Owner, ids: Sequence[MemoryId], *, as_of: datetime | None
) -> dict[MemoryId, tuple[Edge, ...]]:
    """The edges that touch each version, in time order."""
    instant = checked_instant(as_of, "asOf", now=services.clock.now()) or END_OF_TIME
    edges = await services.database.read(lambda tx: memories.edges(tx, owner.key, ids, as_of=instant))
    return {i: tuple(e for e in edges if i in {e.source, e.target}) for i in ids}


async def sources_of(services: Services, owner: Owner, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[SourceOf, ...]]:
    """The messages and fragments that each version stands on (rule V5)."""
    found = await services.database.read(lambda tx: memories.sources(tx, owner.key, ids))
    return {i: tuple(s for s in found if s.memory_id == i) for i in ids}


async def outcomes_page(
    services: Services, owner: Owner, request: PageRequest, *, kind: str | None, as_of: datetime | None
) -> Page[Outcome]:
    """A page of tasks that tools reported of, newest first."""
    instant = instant_of(services, request, as_of)
    return await services.database.read(lambda tx: outcomes.page(tx, owner.key, request, kind=kind, as_of=instant))


async def outcome(services: Services, owner: Owner, kind: str, key: str, *, as_of: datetime | None) -> Outcome | None:
    """The task of a kind and key, as it was known at an instant; none where the owner had none (rule T1)."""
    instant = checked_instant(as_of, "asOf", now=services.clock.now()) or END_OF_TIME
    for text, name in ((kind, "kind"), (key, "key")):
        check_id(text, name)
    return await services.database.read(lambda tx: outcomes.by_key(tx, owner.key, kind, key, as_of=instant))


async def user_stats(services: Services, owner: Owner, *, as_of: datetime | None) -> dict[Status, int]:
    """Number of current versions by status."""
    instant = checked_instant(as_of, "asOf", now=services.clock.now())

    async def read(tx: Transaction) -> dict[Status, int]:
        if instant is None:
            return await users.stats(tx, owner.key)
        return await users.stats_as_of(tx, owner.key, as_of=instant)

    return await services.database.read(read)


async def users_page(
    services: Services, tenant: str, *, prefix: str | None, after_id: str, limit: int
) -> list[KnownUser]:
    """Users of a tenant in the order of their ids."""
    return await services.database.read(
        lambda tx: users.page(tx, tenant, prefix=prefix, after_id=after_id, limit=limit)
    )


def instant_of(services: Services, request: PageRequest, as_of: datetime | None) -> datetime | None:
    """What a page answers for: a later one for the instant of its cursor, so that all show one state."""
    return checked_instant(request.after.as_of if request.after else as_of, "asOf", now=services.clock.now())
