"""What a session is about, for what is said in it (rule W8)."""

from graphmem.ids import OwnerKey
from graphmem.pipelines.services import Services
from graphmem.store import sessions


async def goal_of(services: Services, owner: OwnerKey, session_id: str | None) -> str | None:
    """The goal of a session that runs, before the lock; none without one."""
    if session_id is None:
        return None
    now = services.clock.now()
    found = await services.database.read(lambda tx: sessions.current(tx, owner, session_id, at=now))
    return None if found is None else found[1].working.goal
