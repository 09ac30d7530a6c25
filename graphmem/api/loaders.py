"""Batched look-ups of one operation: however many objects ask, one statement a batch and scope (rule P1)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from strawberry.dataloader import DataLoader

from graphmem.api.scope import Scope
from graphmem.domain.change import Edge
from graphmem.domain.entity import Entity
from graphmem.domain.memory import Memory
from graphmem.ids import EntityId, MemoryId
from graphmem.pipelines import reading, reading_entities
from graphmem.pipelines.services import Services
from graphmem.store.memories import SourceOf

T = TypeVar("T")
Id = TypeVar("Id", bound=str)
MAX_BATCH = 1_000


@dataclass(frozen=True)  # without slots: a generic class notes on its instances what it was made as
class Key(Generic[Id]):
    """An object as one scope sees it; everything the answer depends on."""

    scope: Scope
    id: Id


MemoryKey = Key[MemoryId]
EntityKey = Key[EntityId]

Fetch = Callable[[Scope, Sequence[Id]], Awaitable[dict[Id, T]]]
"""Reads what is known of some ids of one scope; an id without an answer is left out."""


@dataclass(frozen=True, slots=True)
class Loaders:
    """The loaders of one operation; made inside the running event loop."""

    memories: DataLoader[MemoryKey, Memory | None]
    edges: DataLoader[MemoryKey, tuple[Edge, ...] | None]
    sources: DataLoader[MemoryKey, tuple[SourceOf, ...] | None]
    versions: DataLoader[MemoryKey, tuple[Memory, ...] | None]
    entities: DataLoader[EntityKey, Entity | None]
    mentioned: DataLoader[MemoryKey, tuple[Entity, ...] | None]

    def clear(self) -> None:
        """Forget what was read, after a mutation of the same document changed it."""
        self.memories.clear_all()
        self.edges.clear_all()
        self.sources.clear_all()
        self.versions.clear_all()
        self.entities.clear_all()
        self.mentioned.clear_all()


def make_loaders(services: Services) -> Loaders:
    """Loaders that read through the services."""

    async def memories(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        return await reading.memories_by_ids(services, scope.owner, ids, as_of=scope.as_of, types=scope.types)

    async def edges(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[Edge, ...]]:
        return await reading.edges_of(services, scope.owner, ids, as_of=scope.as_of)

    async def sources(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[SourceOf, ...]]:
        return await reading.sources_of(services, scope.owner, ids)

    async def versions(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[Memory, ...]]:
        return await reading.versions_of(services, scope.owner, ids, as_of=scope.as_of, types=scope.types)

    async def entities(scope: Scope, ids: Sequence[EntityId]) -> dict[EntityId, Entity]:
        return await reading_entities.entities_by_ids(services, scope.view, ids)

    async def mentioned(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[Entity, ...]]:
        return await reading_entities.entities_of(services, scope.view, ids)

    return Loaders(
        _loader(memories),
        _loader(edges),
        _loader(sources),
        _loader(versions),
        _loader(entities),
        _loader(mentioned),
    )


def _loader(fetch: Fetch[Id, T]) -> DataLoader[Key[Id], T | None]:
    async def load(keys: list[Key[Id]]) -> list[T | None]:
        by_scope: dict[Scope, list[Id]] = {}
        for key in keys:
            by_scope.setdefault(key.scope, []).append(key.id)
        found = {scope: await fetch(scope, ids) for scope, ids in by_scope.items()}
        return [found[key.scope].get(key.id) for key in keys]

    return DataLoader(load_fn=load, max_batch_size=MAX_BATCH)
