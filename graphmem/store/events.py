"""The audit: append-only events, and their pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.event import Action, Event
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.ids import LineageId, MemoryId, OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import event_of, event_row


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilter:
    """Which events a list holds; empty parts let everything through (rule V6)."""

    actions: frozenset[Action] | None = None
    rule: str | None = None
    lineage_id: LineageId | None = None


async def append(tx: Transaction, owner: OwnerKey, events: Sequence[Event]) -> None:
    """Append events in their order; the first that sets a version's state in this write ends the one before it."""
    if not events:
        return
    seen: set[MemoryId] = set()
    rows: list[dict[str, object]] = []
    for event in events:
        closes = event.memory_id is not None and event.after is not None and event.memory_id not in seen
        if event.memory_id is not None:
            seen.add(event.memory_id)
        rows.append(event_row(event) | {"memory_id": event.memory_id, "closes": closes})
    await tx.run("events/append", owner=owner, events=rows)


async def page(
    tx: Transaction, owner: OwnerKey, request: PageRequest, wanted: EventFilter, *, as_of: datetime | None
) -> Page[Event]:
    """A page of the owner's events, or of those up to an instant, newest first (rule V6)."""
    until = as_of or END_OF_TIME
    rows = await tx.all(
        "events/page",
        owner=owner,
        actions=None if wanted.actions is None else sorted(a.value for a in wanted.actions),
        rule=wanted.rule,
        lineage_id=wanted.lineage_id,
        as_of=until,
        before_at=request.before_at(until),
        before_id=request.before_id,
        limit=request.fetched,
    )
    events = [event_of(row["event"]) for row in rows]
    return Page[Event].cut(events, request, lambda e: Cursor("events", e.at, e.id, as_of))


async def of_lineage(tx: Transaction, owner: OwnerKey, lineage_id: LineageId, *, as_of: datetime) -> tuple[Event, ...]:
    """The last 1,000 events of a lineage up to an instant, oldest first."""
    rows = await tx.all("events/of_lineage", owner=owner, lineage_id=lineage_id, as_of=as_of)
    return tuple(event_of(row["event"]) for row in rows)
