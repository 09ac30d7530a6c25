"""Whether the service can answer: database, indexes and embedding space."""

from graphmem.errors import GraphmemError
from graphmem.pipelines.services import Services
from graphmem.store import server, spaces

OK = "ok"


async def readiness(services: Services) -> dict[str, str]:
    """Each part with `ok`, or with what is wrong; parts that can't be asked are left out."""
    try:
        await services.database.verify()
        offline = await server.offline_indexes(services.database)
        stored = await spaces.active(services.database)
    except GraphmemError as error:
        return {"database": error.message}
    wanted = services.embedder.space.key
    is_same_space = stored is not None and stored.key == wanted
    return {
        "database": OK,
        "indexes": f"not online yet: {', '.join(offline)}" if offline else OK,
        "space": OK if is_same_space else "the database holds vectors of another model, or of none",
    }
