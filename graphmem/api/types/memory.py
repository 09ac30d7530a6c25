"""A memory version and what hangs on it."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import EdgeKind, Flag, MemoryScope, MemoryType, Polarity, Source, Status, Verdict
from graphmem.api.global_ids import encode_memory
from graphmem.api.loaders import MemoryKey
from graphmem.api.scope import Scope
from graphmem.api.types.node import Node
from graphmem.api.types.source import WITHHELD, MemorySource
from graphmem.domain import memory as domain
from graphmem.domain.change import Edge
from graphmem.ids import MemoryId

if TYPE_CHECKING:
    from graphmem.api.types.entity import Entity


@strawberry.type(
    description=(
        "One version of one statement, about one user or of a shared space. Its content never changes; a correction is "
        "a new version of the same lineage. Nested fields answer for the same instant as their root."
    )
)
class Memory(Node):
    """A version in the state of its scope's instant."""

    scope: strawberry.Private[Scope]
    key: strawberry.Private[MemoryKey]
    is_withheld: bool = strawberry.field(
        description="Whether the content is replaced by `[SENSITIVE]`, since the caller may not read it."
    )
    user_id: strawberry.ID | None = strawberry.field(
        description="The application's own id of the user it is about; null where it is of a shared space."
    )
    whose: MemoryScope = strawberry.field(name="scope", description="Whether it is a user's, or of a shared space.")
    space: str | None = strawberry.field(description="Name of the shared space it is of; null for a user's own.")
    lineage_id: strawberry.ID = strawberry.field(description="Shared by all versions of the statement.")
    version: int = strawberry.field(description="Place in its lineage, from 1.")
    is_head: bool = strawberry.field(description="Whether it is the current version of its lineage.")
    type: MemoryType = strawberry.field(description="What kind of statement it is.")
    content: str = strawberry.field(description="One sentence, in the language of the user.")
    language: str = strawberry.field(description="Language of the content, such as `en` or `zh`.")
    subject: str = strawberry.field(description="Whom it is about: `user`, or a person close to the user.")
    attribute: str | None = strawberry.field(description="The slot it fills, such as `shipping_address`.")
    topic: str | None = strawberry.field(description="What it is about, as a concept that languages share.")
    value: str | None = strawberry.field(description="What is said of it, as a concept that languages share.")
    polarity: Polarity = strawberry.field(description="Whether it affirms or rejects its value.")
    condition: str | None = strawberry.field(description="The circumstance it holds under, such as `morning`.")
    reason: str | None = strawberry.field(description="Why, where it was said.")
    search_phrases: list[str] = strawberry.field(description="Ways in which it may be asked for.")
    source: Source = strawberry.field(description="How it came to be known.")
    agent_id: strawberry.ID | None = strawberry.field(description="Agent that wrote it.")
    session_id: strawberry.ID | None = strawberry.field(description="Session it was said in.")
    external_id: strawberry.ID | None = strawberry.field(description="The importer's own id.")
    confidence: float = strawberry.field(description="How sure it is, 0 to 1.")
    importance: float = strawberry.field(description="How important it is, 0 to 1.")
    weight: float = strawberry.field(description="Factor on its score, 1 unless a contradiction lowered it.")
    mention_count: int = strawberry.field(description="How often it was said.")
    mention_sessions: int = strawberry.field(
        description="How many of its mentions support each other: in another session, or a day later."
    )
    access_count: int = strawberry.field(
        description="How often it was returned, versions before it included; 0 under `asOf`, which keeps no counts."
    )
    hit_count: int = strawberry.field(
        description="How often it was rendered in a context and not reported unhelpful, or reported helpful."
    )
    last_accessed_at: datetime | None = strawberry.field(description="When it was last returned.")
    last_hit_at: datetime | None = strawberry.field(description="When it was last of use; it fades from then on.")
    is_confirmed: bool = strawberry.field(description="Whether the user said yes to it.")
    denial_count: int = strawberry.field(description="How often the user denied to have said it.")
    verdict: Verdict | None = strawberry.field(description="What a reviewer found.")
    is_pinned: bool = strawberry.field(description="Whether maintenance leaves it alone.")
    status: Status = strawberry.field(description="Where it stands.")
    status_reason: str = strawberry.field(description="Why it stands there.")
    flags: list[Flag] = strawberry.field(description="What is special about it.")
    recorded_at: datetime = strawberry.field(description="When the system came to hold it.")
    updated_at: datetime = strawberry.field(description="When its state last changed.")
    retired_at: datetime | None = strawberry.field(description="When a newer version took its place.")
    occurred_at: datetime = strawberry.field(description="When it was said or happened.")
    valid_from: datetime | None = strawberry.field(description="Since when it is true in the world, where known.")
    valid_to: datetime | None = strawberry.field(description="Until when it is true in the world, where known.")

    @classmethod
    def of(cls, memory: domain.Memory, scope: Scope) -> Self:
        """The version as the scope sees it."""
        is_withheld = Flag.SENSITIVE in memory.flags and not scope.sees_sensitive
        claim, state = memory.claim, memory.state
        return cls(
            id=encode_memory(memory.id, scope.owner.user_id, scope.owner.space),
            scope=scope,
            key=MemoryKey(scope, memory.id),
            is_withheld=is_withheld,
            user_id=_id(scope.owner.user_id or None),
            whose=MemoryScope.PERSONAL if scope.owner.space is None else MemoryScope.SHARED,
            space=scope.owner.space,
            lineage_id=strawberry.ID(memory.lineage_id),
            version=memory.version,
            is_head=memory.is_head,
            type=memory.type,
            content=WITHHELD if is_withheld else memory.content,
            language=memory.language,
            subject=claim.subject,
            attribute=None if is_withheld else claim.attribute,
            topic=None if is_withheld else claim.topic,
            value=None if is_withheld else claim.value,
            polarity=claim.polarity,
            condition=None if is_withheld else claim.condition,
            reason=None if is_withheld else memory.reason,
            search_phrases=[] if is_withheld else list(memory.search_phrases),
            source=memory.source,
            agent_id=_id(memory.agent_id),
            session_id=_id(memory.session_id),
            external_id=None if is_withheld else _id(memory.external_id),
            confidence=state.confidence,
            importance=state.importance,
            weight=state.weight,
            mention_count=state.mention_count,
            mention_sessions=state.mention_sessions,
            access_count=memory.use.access_count,
            hit_count=memory.use.hit_count,
            last_accessed_at=memory.use.last_accessed_at,
            last_hit_at=memory.use.last_hit_at,
            is_confirmed=state.is_confirmed,
            denial_count=state.denial_count,
            verdict=state.verdict,
            is_pinned=state.is_pinned,
            status=state.status,
            status_reason=memory.status_reason,
            flags=sorted(memory.flags),
            recorded_at=memory.recorded_at,
            updated_at=memory.updated_at,
            retired_at=memory.retired_at,
            occurred_at=memory.occurred_at,
            valid_from=memory.valid_from,
            valid_to=memory.valid_to,
        )

    @strawberry.field(description="Every version of its lineage, oldest first, this one among them.")
    async def versions(self, info: Info) -> list["Memory"]:
        found = await info.context.loaders.versions.load(self.key) or ()
        info.context.spend(len(found))
        return [Memory.of(memory, self.scope) for memory in found]

    @strawberry.field(description="The versions it took the place of: one, or several that were merged.")
    async def previous(self, info: Info) -> list["Memory"]:
        return await self._related(
            info, lambda e: e.source if e.kind is EdgeKind.SUPERSEDED_BY and e.target == self.key.id else None
        )

    @strawberry.field(description="The versions that took its place: none, one, or the parts of a split.")
    async def next(self, info: Info) -> list["Memory"]:
        return await self._related(
            info, lambda e: e.target if e.kind is EdgeKind.SUPERSEDED_BY and e.source == self.key.id else None
        )

    @strawberry.field(description="The memories it contradicts, while that is not resolved.")
    async def conflicts(self, info: Info) -> list["Memory"]:
        def other(edge: Edge) -> MemoryId | None:
            if edge.kind is not EdgeKind.CONFLICT_WITH or edge.until is not None:
                return None
            return edge.target if edge.source == self.key.id else edge.source

        return await self._related(info, other)

    @strawberry.field(description="One-off exceptions to it.")
    async def exceptions(self, info: Info) -> list["Memory"]:
        return await self._related(
            info, lambda e: e.source if e.kind is EdgeKind.EXCEPTION_TO and e.target == self.key.id else None
        )

    @strawberry.field(description="The standing memories that it is a one-off exception to.")
    async def exception_to(self, info: Info) -> list["Memory"]:
        return await self._related(
            info, lambda e: e.target if e.kind is EdgeKind.EXCEPTION_TO and e.source == self.key.id else None
        )

    @strawberry.field(description="The messages it stands on, with the exact words, in the order they were said.")
    async def sources(self, info: Info) -> list[MemorySource]:
        return await self.evidence(info)

    async def evidence(self, info: Info) -> list[MemorySource]:
        """The words it stands on, through the loader."""
        found = await info.context.loaders.sources.load(self.key) or ()
        info.context.spend(len(found))
        return [MemorySource.of(source, self.scope, is_withheld=self.is_withheld) for source in found]

    @strawberry.field(description="What it names: people, places and other things, each once.")
    async def entities(self, info: Info) -> list[Annotated["Entity", strawberry.lazy("graphmem.api.types.entity")]]:
        from graphmem.api.types.entity import Entity  # noqa: PLC0415 -- an entity lists memories, a memory entities

        found = () if self.is_withheld else await info.context.loaders.mentioned.load(self.key) or ()
        info.context.spend(len(found))
        return [Entity.of(entity, self.scope) for entity in found]

    async def _related(self, info: Info, other: Callable[[Edge], MemoryId | None]) -> list["Memory"]:
        """The memories at the other end of the edges that `other` picks, in time order."""
        loaders = info.context.loaders
        edges = await loaders.edges.load(self.key) or ()
        ids = dict.fromkeys(i for e in edges if (i := other(e)) is not None)
        found = await loaders.memories.load_many([MemoryKey(self.scope, i) for i in ids])
        memories = [Memory.of(memory, self.scope) for memory in found if memory is not None]
        info.context.spend(len(memories))
        return memories


def _id(value: str | None) -> strawberry.ID | None:
    return None if value is None else strawberry.ID(value)


async def load_memory(info: Info, scope: Scope, memory_id: MemoryId | None) -> Memory | None:
    """A version through the loader, none where there is none, at that instant."""
    if memory_id is None:
        return None
    memory = await info.context.loaders.memories.load(MemoryKey(scope, memory_id))
    return None if memory is None else Memory.of(memory, scope)
