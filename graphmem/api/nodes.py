"""Finding objects by their global ids, and the owners that ids of memories name; foreign is the same as missing."""

import asyncio
from collections.abc import Sequence

from graphmem.api.context import Context, Info
from graphmem.api.global_ids import EntityRef, MemoryRef, UserRef, decode, decode_entity, decode_memory
from graphmem.api.types.entity import load_entity
from graphmem.api.types.memory import load_memory
from graphmem.api.types.node import Node
from graphmem.api.types.user import user_of
from graphmem.domain.owner import Owner
from graphmem.domain.page import MAX_PAGE
from graphmem.errors import Forbidden, InvalidInput, NotFound
from graphmem.ids import EntityId, MemoryId
from graphmem.pipelines.bounds import checked_count


async def find_node(info: Info, global_id: str) -> Node:
    """The object of a global id, as it is now; NotFound where the caller has none such."""
    node = await _find(info, global_id)
    if node is None:
        raise NotFound("object")
    return node


async def find_nodes(info: Info, global_ids: Sequence[str]) -> list[Node | None]:
    """The objects in the order of their ids, none in place of what is not there; InvalidInput for too many."""
    if global_ids:
        checked_count(len(global_ids), "ids", MAX_PAGE)
    info.context.spend(len(global_ids))
    return list(await asyncio.gather(*(_find(info, global_id) for global_id in global_ids)))


async def memory_owner(context: Context, global_id: str) -> tuple[Owner, MemoryId]:
    """Whose memory a global id names, and which; NotFound where the caller can't name that user or shared space."""
    ref = decode_memory(global_id)
    try:
        return await _owner(context, ref), ref.memory_id
    except (NotFound, Forbidden, InvalidInput):
        raise NotFound("memory") from None


async def entity_owner(context: Context, global_id: str) -> tuple[Owner, EntityId]:
    """Whose entity a global id names, and which; NotFound where the caller can't name it.

    A user's, that of a shared space, or the tenant's.
    """
    ref = decode_entity(global_id)
    try:
        is_of_tenant = not ref.user_id and ref.space is None
        return (context.principal.commons if is_of_tenant else await _owner(context, ref)), ref.entity_id
    except (NotFound, Forbidden, InvalidInput):
        raise NotFound("entity") from None


async def _find(info: Info, global_id: str) -> Node | None:
    try:
        ref = decode(global_id)
        if isinstance(ref, EntityRef):
            owner, _ = await entity_owner(info.context, global_id)
            return await load_entity(info, info.context.scope(owner), ref.entity_id)
        if isinstance(ref, UserRef):
            return user_of(info, ref.user_id)
        owner = await _owner(info.context, ref)
    except (NotFound, Forbidden, InvalidInput):
        return None
    return await load_memory(info, info.context.scope(owner), ref.memory_id)


async def _owner(context: Context, ref: MemoryRef | EntityRef) -> Owner:
    """The user that a reference names, or the shared space."""
    return context.principal.owner(ref.user_id) if ref.space is None else await context.reach(ref.space)
