"""The audit as the schema shows it (rules S2, V6)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import Action, Role, Status
from graphmem.api.scope import Scope
from graphmem.api.types.entity import Entity, load_entity
from graphmem.api.types.memory import Memory, load_memory
from graphmem.domain import event as domain
from graphmem.domain import memory as memory_domain
from graphmem.ids import EntityId, MemoryId


@strawberry.type(description="Who did it.")
class Actor:
    """As the key or token said."""

    subject: strawberry.ID = strawberry.field(description="Subject of the key or token.")
    role: Role = strawberry.field(description="Its role then.")
    agent_id: strawberry.ID | None = strawberry.field(description="The agent it spoke for.")


@strawberry.type(description="What may change around a version.")
class MemoryState:
    """At one instant."""

    status: Status = strawberry.field(description="Where it stands.")
    confidence: float = strawberry.field(description="How sure it is, 0 to 1.")
    importance: float = strawberry.field(description="How important it is, 0 to 1.")
    weight: float = strawberry.field(description="Factor on its score.")
    mention_count: int = strawberry.field(description="How often it was said.")
    is_pinned: bool = strawberry.field(description="Whether maintenance leaves it alone.")

    @classmethod
    def of(cls, state: memory_domain.State | None) -> Self | None:
        """The state, none where there is none."""
        if state is None:
            return None
        return cls(
            status=state.status,
            confidence=state.confidence,
            importance=state.importance,
            weight=state.weight,
            mention_count=state.mention_count,
            is_pinned=state.is_pinned,
        )


@strawberry.type(description="Characters of a message.")
class Fragment:
    """Points to words, holds none."""

    message_id: strawberry.ID = strawberry.field(description="Id of the message in the raw log.")
    start: int = strawberry.field(description="First character, from 0.")
    end: int = strawberry.field(description="Character after the last.")


@strawberry.type(
    description="One change of what is known about a user. Holds ids, rules and scores, no text of people."
)
class Event:
    """Append-only."""

    scope: strawberry.Private[Scope]
    memory_id: strawberry.Private[MemoryId | None]
    related_id: strawberry.Private[MemoryId | None]
    entity_id: strawberry.Private[EntityId | None]
    id: strawberry.ID = strawberry.field(description="Id of the event.")
    at: datetime = strawberry.field(description="When it happened; a total order within a user.")
    until: datetime | None = strawberry.field(description="When the next event of the same version took over.")
    action: Action = strawberry.field(description="What was done.")
    rule: str = strawberry.field(description="The rule that decided, such as `D5`.")
    reason: str = strawberry.field(description="Why, in words.")
    actor: Actor = strawberry.field(description="Who did it.")
    lineage_id: strawberry.ID | None = strawberry.field(description="Lineage it belongs to.")
    before: MemoryState | None = strawberry.field(description="State of the version before it.")
    after: MemoryState | None = strawberry.field(description="State of the version after it.")
    evidence: list[Fragment] = strawberry.field(description="The words it stands on.")
    similarity: float | None = strawberry.field(description="Likeness to the related memory, 0 to 1, where compared.")

    @strawberry.field(description="The entity it merged, split off or named; null where it is none, or is gone.")
    async def entity(self, info: Info) -> Entity | None:
        return None if self.entity_id is None else await load_entity(info, self.scope, self.entity_id)

    @strawberry.field(description="The version it changed; null where nothing was stored, or it was forgotten.")
    async def memory(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.memory_id)

    @strawberry.field(description="The other memory that took part: replaced, contradicted or repeated.")
    async def related(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.related_id)

    @classmethod
    def of(cls, event: domain.Event, scope: Scope) -> Self:
        """The event as the scope sees it."""
        return cls(
            scope=scope,
            memory_id=event.memory_id,
            related_id=event.related_id,
            entity_id=event.entity_id,
            id=strawberry.ID(event.id),
            at=event.at,
            until=event.until if scope.as_of is None or event.until is None or event.until <= scope.as_of else None,
            action=event.action,
            rule=event.rule,
            reason=event.reason,
            actor=Actor(
                subject=strawberry.ID(event.actor.subject),
                role=Role(event.actor.role),
                agent_id=None if event.actor.agent_id is None else strawberry.ID(event.actor.agent_id),
            ),
            lineage_id=None if event.lineage_id is None else strawberry.ID(event.lineage_id),
            before=MemoryState.of(event.before),
            after=MemoryState.of(event.after),
            evidence=[
                Fragment(message_id=strawberry.ID(e.message_id), start=e.start, end=e.end) for e in event.evidence
            ],
            similarity=event.similarity,
        )
