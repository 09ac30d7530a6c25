"""A named thing, as a user reaches it (rules E1 to E3)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.connections import After, Connection, First, connection_of, page_request
from graphmem.api.context import Info
from graphmem.api.enums import EntityKind
from graphmem.api.global_ids import encode_entity
from graphmem.api.loaders import EntityKey, MemoryKey
from graphmem.api.scope import Scope
from graphmem.api.types.memory import Memory
from graphmem.api.types.node import Node
from graphmem.domain import entity as domain
from graphmem.domain.page import Page
from graphmem.ids import EntityId
from graphmem.pipelines import reading_entities


@strawberry.type(description="An entity that was merged into another and can be split off again.")
class EntityPart:
    """One part of an entity."""

    id: strawberry.ID = strawberry.field(description="Its own id: pass it to `splitEntity`.")
    names: list[str] = strawberry.field(description="The names it brought.")


@strawberry.type(
    description=(
        "A person, place, organisation or other thing with a name, that memories mention. What a conversation names "
        "belongs to its user; what was imported for the tenant is shared, without telling who mentions it. An entity "
        "that was merged into another answers as that one."
    )
)
class Entity(Node):
    """At the instant of its scope."""

    scope: strawberry.Private[Scope]
    entity: strawberry.Private[domain.Entity]
    kind: EntityKind = strawberry.field(description="What kind of thing it is.")
    name: str = strawberry.field(description="The name it goes by.")
    aliases: list[str] = strawberry.field(description="Every name it is known by, that one too, the oldest first.")
    is_personal: bool = strawberry.field(
        description="Whether it belongs to the user or the shared space; else the tenant shares it."
    )
    created_at: datetime = strawberry.field(description="Since when it is known.")
    merged: list[EntityPart] = strawberry.field(description="What was merged into it.")

    @classmethod
    def of(cls, entity: domain.Entity, scope: Scope) -> Self:
        """The entity as the scope sees it."""
        user_id, space = scope.owner.user_id, scope.owner.space
        return cls(
            id=encode_entity(entity.id, user_id, space),
            scope=scope,
            entity=entity,
            kind=entity.kind,
            name=entity.name,
            aliases=list(dict.fromkeys(alias.name for alias in entity.aliases)),
            is_personal=entity.is_personal,
            created_at=entity.created_at,
            merged=[
                EntityPart(
                    id=encode_entity(part, user_id, space),
                    names=[a.name for a in entity.aliases if a.entity_id == part],
                )
                for part in entity.merged
            ],
        )

    @strawberry.field(description="The user's current memories that mention it, the newest first.")
    async def memories(self, info: Info, first: First = 20, after: After = strawberry.UNSET) -> Connection[Memory]:
        context = info.context
        request = page_request(f"entity/{self.entity.id}", first, after, as_of=self.scope.as_of)
        page = await reading_entities.memory_ids_page(context.services, self.scope.view, self.entity, request)
        found = await context.loaders.memories.load_many([MemoryKey(self.scope, i) for i in page.items])
        kept = [(m, c) for m, c in zip(found, page.cursors, strict=True) if m is not None]
        memories = Page(tuple(m for m, _ in kept), tuple(c for _, c in kept), page.has_next)
        return connection_of(memories, request, lambda memory: Memory.of(memory, self.scope), info)

    @strawberry.field(description="Entities that may be the same thing; for review, see `mergeEntities`.")
    async def maybe_same_as(self, info: Info) -> list["Entity"]:
        return await load_entities(info, self.scope, self.entity.maybe_same_as)


async def load_entity(info: Info, scope: Scope, entity_id: EntityId) -> Entity | None:
    """An entity through the loader, none where the scope has none such."""
    entity = await info.context.loaders.entities.load(EntityKey(scope, entity_id))
    return None if entity is None else Entity.of(entity, scope)


async def load_entities(info: Info, scope: Scope, ids: tuple[EntityId, ...]) -> list[Entity]:
    """Entities in the order of their ids, each once, without those that are not there."""
    found = await info.context.loaders.entities.load_many([EntityKey(scope, i) for i in ids])
    distinct = {entity.id: entity for entity in found if entity is not None}
    info.context.spend(len(distinct))
    return [Entity.of(entity, scope) for entity in distinct.values()]
