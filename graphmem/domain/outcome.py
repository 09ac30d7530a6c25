"""Outcomes (task memory): what a tool reports of a task, by kind and business key, report by report (rule T1)."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.ids import LineageId, MemoryId

PERCENT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What is said of a task at one time: "refund R-7 is approved, half done"."""

    status: str
    progress: float | None = None
    """0 to 1; null where the task has none."""
    acceptance: str | None = None
    """What the user made of it, such as "accepted" or "disputed"."""
    fields: tuple[tuple[str, str], ...] = ()
    """Further names and values, in the tool's order."""
    occurred_at: datetime

    def says_as(self, other: "Report") -> bool:
        """Whether both say the same of the task, whenever they were made."""
        mine = (self.status, self.progress, self.acceptance, self.fields)
        return mine == (other.status, other.progress, other.acceptance, other.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A report as it is kept."""

    number: int
    """From 1, in the order they were recorded."""
    report: Report
    recorded_at: datetime
    memory_id: MemoryId | None
    """The version of the linked memory that it made; null for a report of something earlier, come late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One task of one user, found by its kind and key."""

    id: str
    kind: str
    key: str
    lineage_id: LineageId
    """Of the linked memory."""
    created_at: datetime
    revisions: tuple[Revision, ...]
    """In the order they were recorded; one at least."""

    @property
    def current(self) -> Revision:
        """The report of the latest time; of two with one time, the one recorded later."""
        return max(self.revisions, key=lambda r: (r.report.occurred_at, r.number))

    @property
    def history(self) -> tuple[Revision, ...]:
        """Every revision in the order in which things happened."""
        return tuple(sorted(self.revisions, key=lambda r: (r.report.occurred_at, r.number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRevision:
    """A report to write, with the outcome that it is about, made where it is new."""

    outcome_id: str
    kind: str
    key: str
    lineage_id: LineageId
    revision: Revision


def sentence(kind: str, key: str, report: Report, *, is_chinese: bool) -> str:
    """A report in one sentence, for the linked memory: "refund R-7: approved, 50 %, amount 30"."""
    parts = [report.status]
    if report.progress is not None:
        parts.append(f"{round(report.progress * PERCENT)} %")
    if report.acceptance is not None:
        parts.append(report.acceptance)
    parts += [f"{name} {value}" for name, value in report.fields]
    return f"{kind} {key}：{'，'.join(parts)}" if is_chinese else f"{kind} {key}: {', '.join(parts)}"
