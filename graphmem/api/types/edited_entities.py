"""What an edit of entities gives back."""

from graphmem.api.context import Info
from graphmem.api.types.entity import Entity, load_entities
from graphmem.domain.owner import Owner
from graphmem.pipelines.entity_requests import EditedEntities


async def edited(info: Info, owner: Owner, result: EditedEntities) -> list[Entity]:
    """The entities as they stand after the edit; what was read before is forgotten."""
    info.context.loaders.clear()
    return await load_entities(info, info.context.scope(owner), result.entity_ids)
