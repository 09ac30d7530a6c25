"""An outcome: what tools reported of a task, with its history (rule T1)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.scope import Scope
from graphmem.api.types.memory import Memory, load_memory
from graphmem.domain.outcome import Outcome as DomainOutcome
from graphmem.domain.outcome import Revision
from graphmem.ids import MemoryId


@strawberry.type(description="A name and a value of a report.")
class OutcomeField:
    """One of a report's further values."""

    name: str = strawberry.field(description="The name.")
    value: str = strawberry.field(description="The value, screened.")


@strawberry.type(description="What was reported of a task at one time.")
class OutcomeRevision:
    """One report."""

    number: int = strawberry.field(description="From 1, in the order in which the reports came.")
    status: str = strawberry.field(description="Status of the task.")
    progress: float | None = strawberry.field(description="How far it is, 0 to 1.")
    acceptance: str | None = strawberry.field(description="What the user made of it.")
    fields: list[OutcomeField] = strawberry.field(description="Further values.")
    occurred_at: datetime = strawberry.field(description="When it was so.")
    recorded_at: datetime = strawberry.field(description="When it was reported.")

    @classmethod
    def of(cls, revision: Revision) -> Self:
        """The revision of the domain."""
        report = revision.report
        return cls(
            number=revision.number,
            status=report.status,
            progress=report.progress,
            acceptance=report.acceptance,
            fields=[OutcomeField(name=name, value=value) for name, value in report.fields],
            occurred_at=report.occurred_at,
            recorded_at=revision.recorded_at,
        )


@strawberry.type(description="A task of a user, such as a refund or an order, found by its kind and key.")
class Outcome:
    """A task with what was reported of it."""

    scope: strawberry.Private[Scope]
    memory_id: strawberry.Private[MemoryId | None]
    kind: str = strawberry.field(description="Kind of task, such as `refund`.")
    key: str = strawberry.field(description="The business's own key within the kind.")
    current: OutcomeRevision = strawberry.field(description="The report of the latest time.")
    history: list[OutcomeRevision] = strawberry.field(
        description="Every report, in the order in which things happened."
    )

    @strawberry.field(description="The memory linked to the task, in the version that the latest report made.")
    async def memory(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.memory_id)

    @classmethod
    def of(cls, outcome: DomainOutcome, scope: Scope) -> Self:
        """The outcome as the scope sees it."""
        return cls(
            scope=scope,
            memory_id=outcome.current.memory_id,
            kind=outcome.kind,
            key=outcome.key,
            current=OutcomeRevision.of(outcome.current),
            history=[OutcomeRevision.of(revision) for revision in outcome.history],
        )
