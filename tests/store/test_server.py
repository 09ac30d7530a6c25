"""Questions to the server itself."""

from graphmem.store import server
from graphmem.store.connection import Database
from tests.domain.factories import memory
from tests.store.scribe import Scribe


async def test_the_server_is_of_the_supported_line(database: Database) -> None:
    year, month, *_ = (int(part) for part in (await server.version(database)).split("."))
    assert (year, month) >= server.OLDEST_SERVER


async def test_every_index_is_online_once_it_was_waited_for(database: Database) -> None:
    await server.await_indexes(database)
    assert await server.offline_indexes(database) == []


async def test_the_store_counts_its_memories_users_and_events(database: Database, scribe: Scribe) -> None:
    before = await server.counts(database)
    await scribe.add(memory())
    after = await server.counts(database)
    assert {key: after[key] - before[key] for key in after} == {"memories": 1, "users": 1, "events": 1}
