"""Outcomes of tasks and their revisions, by owner, kind and key (rule T1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.outcome import NewRevision, Outcome, Report, Revision
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.ids import LineageId, MemoryId, OwnerKey
from graphmem.store.connection import Row, Transaction
from graphmem.store.records import instant, node_row


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A revision's report in other words."""

    kind: str
    key: str
    number: int
    report: Report


async def by_key(tx: Transaction, owner: OwnerKey, kind: str, key: str, *, as_of: datetime) -> Outcome | None:
    """The outcome of a kind and key as it was known at an instant; none where the owner had none."""
    row = await tx.maybe("outcomes/by_key", owner=owner, kind=kind, key=key, as_of=as_of)
    return None if row is None else _outcome_of(row)


async def page(
    tx: Transaction, owner: OwnerKey, request: PageRequest, *, kind: str | None, as_of: datetime | None
) -> Page[Outcome]:
    """A page of the owner's outcomes, or of those up to an instant, the newest first."""
    until = as_of or END_OF_TIME
    rows = await tx.all(
        "outcomes/page",
        owner=owner,
        kind=kind,
        as_of=until,
        before_at=request.before_at(until),
        before_id=request.before_id,
        limit=request.fetched,
    )
    found = [_outcome_of(row) for row in rows]
    return Page[Outcome].cut(found, request, lambda o: Cursor("outcomes", o.created_at, o.id, as_of))


async def append(tx: Transaction, owner: OwnerKey, revisions: Sequence[NewRevision]) -> None:
    """Write revisions; versions of memories that they name must be there already."""
    if revisions:
        await tx.run("outcomes/append", owner=owner, revisions=[_row_of(new) for new in revisions])


async def rewrite(tx: Transaction, owner: OwnerKey, reports: Sequence[Rewritten]) -> None:
    """Put other words in the place of what was reported; when, by whom and how far it was stays."""
    if reports:
        rows = [
            {
                "kind": r.kind,
                "key": r.key,
                "number": r.number,
                "status": r.report.status,
                "acceptance": r.report.acceptance,
                "names": [name for name, _ in r.report.fields],
                "values": [value for _, value in r.report.fields],
            }
            for r in reports
        ]
        await tx.run("outcomes/rewrite", owner=owner, reports=rows)


async def purge(tx: Transaction, owner: OwnerKey, lineage_id: LineageId) -> int:
    """Remove the outcome that a memory's lineage belongs to; how many there were, 0 or 1."""
    row = await tx.one("outcomes/purge", what="outcome", owner=owner, lineage_id=lineage_id)
    return int(row["purged"])


def _row_of(new: NewRevision) -> dict[str, object]:
    revision, report = new.revision, new.revision.report
    properties: dict[str, object] = {
        "number": revision.number,
        "status": report.status,
        "progress": report.progress,
        "acceptance": report.acceptance,
        "names": [name for name, _ in report.fields],
        "values": [value for _, value in report.fields],
        "memory_id": revision.memory_id,
        "occurred_at": report.occurred_at,
        "recorded_at": revision.recorded_at,
    }
    return node_row(properties, "occurred_at", "recorded_at") | {
        "outcome_id": new.outcome_id,
        "kind": new.kind,
        "key": new.key,
        "lineage_id": new.lineage_id,
    }


def _outcome_of(row: Row) -> Outcome:
    outcome = row["outcome"]
    return Outcome(
        id=outcome["id"],
        kind=outcome["kind"],
        key=outcome["key"],
        lineage_id=LineageId(outcome["lineage_id"]),
        created_at=instant(outcome["created_at"]),
        revisions=tuple(_revision_of(r) for r in row["revisions"]),
    )


def _revision_of(row: Row) -> Revision:
    return Revision(
        number=row["number"],
        report=Report(
            status=row["status"],
            progress=row["progress"],
            acceptance=row["acceptance"],
            fields=tuple(zip(row["names"], row["values"], strict=True)),
            occurred_at=instant(row["occurred_at"]),
        ),
        recorded_at=instant(row["recorded_at"]),
        memory_id=None if row["memory_id"] is None else MemoryId(row["memory_id"]),
    )
