"""Questions to the server itself."""

from graphmem.errors import ServerTooOld
from graphmem.store.connection import Database

OLDEST_SERVER = (2026, 9)


async def version(database: Database) -> str:
    """The server's version; ServerTooOld before the one supported line."""
    rows = await database.auto("server/version")
    text = str(rows[0]["version"])
    numbers = tuple(int("".join(c for c in part if c.isdigit()) or 0) for part in text.split(".")[:2])
    if numbers < OLDEST_SERVER:
        raise ServerTooOld(
            f"Neo4j {text} is too old: graphmem needs 2026.09 or newer, which can filter inside vector and full-text "
            "search. Upgrade the server, or leave GRAPHMEM_NEO4J_URI unset to use the built-in one."
        )
    return text


async def await_indexes(database: Database, *, seconds: int = 300) -> None:
    """Return once every index is online."""
    await database.auto("server/await_indexes", seconds=seconds)


async def offline_indexes(database: Database) -> list[str]:
    """Names of indexes that can't answer yet, with how far they are."""
    rows = await database.auto("server/offline_indexes")
    return [f"{row['name']} ({row['state']}, {row['percent']:.0f} %)" for row in rows]


async def counts(database: Database) -> dict[str, int]:
    """Nodes of the main kinds in the whole store."""
    rows = await database.auto("server/counts")
    return {key: int(rows[0][key]) for key in ("memories", "users", "events")}
