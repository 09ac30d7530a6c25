"""Batched look-ups of one operation: however many objects ask, one statement a batch and scope (rule P1)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from strawberry.dataloader import DataLoader

from graphmem.api.scope import Scope
from graphmem.domain.change import Edge
from graphmem.domain.memory import Memory
from graphmem.ids import MemoryId
from graphmem.pipelines import reading
from graphmem.pipelines.services import Services
from graphmem.store.memories import SourceOf

T = TypeVar("T")
MAX_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class MemoryKey:
    """A memory version as one scope sees it; everything the answer depends on."""

    scope: Scope
    id: MemoryId


Fetch = Callable[[Scope, Sequence[MemoryId]], Awaitable[dict[MemoryId, T]]]
"""Reads what is known of some ids of one scope; an id without an answer is left out."""


@dataclass(frozen=True, slots=True)
class Loaders:
    """The loaders of one operation; made inside the running event loop."""

    memories: DataLoader[MemoryKey, Memory | None]
    edges: DataLoader[MemoryKey, tuple[Edge, ...] | None]
    sources: DataLoader[MemoryKey, tuple[SourceOf, ...] | None]
    versions: DataLoader[MemoryKey, tuple[Memory, ...] | None]

    def clear(self) -> None:
        """Forget what was read, after a mutation of the same document changed it."""
        self.memories.clear_all()
        self.edges.clear_all()
        self.sources.clear_all()
        self.versions.clear_all()


def make_loaders(services: Services) -> Loaders:
    """Loaders that read through the services."""

    async def memories(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        return await reading.memories_by_ids(services, scope.owner, ids, as_of=scope.as_of)

    async def edges(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[Edge, ...]]:
        return await reading.edges_of(services, scope.owner, ids, as_of=scope.as_of)

    async def sources(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[SourceOf, ...]]:
        return await reading.sources_of(services, scope.owner, ids)

    async def versions(scope: Scope, ids: Sequence[MemoryId]) -> dict[MemoryId, tuple[Memory, ...]]:
        return await reading.versions_of(services, scope.owner, ids, as_of=scope.as_of)

    return Loaders(_loader(memories), _loader(edges), _loader(sources), _loader(versions))


def _loader(fetch: Fetch[T]) -> DataLoader[MemoryKey, T | None]:
    async def load(keys: list[MemoryKey]) -> list[T | None]:
        by_scope: dict[Scope, list[MemoryId]] = {}
        for key in keys:
            by_scope.setdefault(key.scope, []).append(key.id)
        found = {scope: await fetch(scope, ids) for scope, ids in by_scope.items()}
        return [found[key.scope].get(key.id) for key in keys]

    return DataLoader(load_fn=load, max_batch_size=MAX_BATCH)
