"""The connection: verbs, wholeness of writes, and what a caller is told when Neo4j can't be used."""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from neo4j.exceptions import CypherSyntaxError

from graphmem.domain.owner import Owner
from graphmem.errors import Busy, DatabaseUnavailable, GraphmemError, InvalidSettings, NotFound
from graphmem.ids import MemoryId
from graphmem.local_neo4j.bolt import free_port
from graphmem.store import connection, memories, server
from graphmem.store.connection import ConnectionOptions, Database, Transaction
from tests.domain.factories import memory, new_version
from tests.store.scribe import Scribe, options_of


@pytest.fixture
def options(database: Database) -> ConnectionOptions:
    """How to reach the server once more."""
    return options_of(database)


async def count(database: Database, owner: Owner, ids: list[MemoryId]) -> int:
    return len(await database.read(lambda tx: memories.by_ids(tx, owner.key, ids)))


async def reach(options: ConnectionOptions) -> None:
    async with Database(options) as database:
        await database.verify()
        await server.version(database)


async def test_a_missing_row_is_an_error_where_one_is_needed_and_none_elsewhere(database: Database) -> None:
    with pytest.raises(NotFound, match="No API key with this id is known"):
        await database.read(lambda tx: tx.one("api_keys/by_hash", what="API key", hash="unknown"))
    assert await database.read(lambda tx: tx.maybe("api_keys/by_hash", hash="unknown")) is None
    assert await database.read(lambda tx: tx.all("api_keys/by_hash", hash="unknown")) == []


async def test_rows_can_be_read_as_they_arrive(database: Database, owner: Owner, scribe: Scribe) -> None:
    ids = [(await scribe.add(memory())).id for _ in range(3)]

    async def read(tx: Transaction) -> list[str]:
        rows = tx.stream("memories/contents", owner=owner.key, ids=ids)
        return [row["id"] async for row in rows]

    assert sorted(await database.read(read)) == sorted(ids)


async def test_a_write_that_raises_leaves_nothing(database: Database, owner: Owner, scribe: Scribe) -> None:
    version = new_version(memory(), vector=scribe.vector())

    async def work(tx: Transaction) -> None:
        await memories.create(tx, owner.key, [version])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(work)
    assert await count(database, owner, [version.memory.id]) == 0


@pytest.mark.parametrize("is_failing", [False, True])
async def test_a_write_whose_caller_is_cancelled_is_still_whole(
    options: ConnectionOptions, database: Database, owner: Owner, scribe: Scribe, is_failing: bool
) -> None:
    versions = [new_version(memory(), vector=scribe.vector()) for _ in range(2)]
    is_half_done, may_go_on = asyncio.Event(), asyncio.Event()

    async def work(tx: Transaction) -> None:
        await memories.create(tx, owner.key, versions[:1])
        is_half_done.set()
        await may_go_on.wait()
        if is_failing:
            raise ZeroDivisionError
        await memories.create(tx, owner.key, versions[1:])

    async with Database(options) as own:
        own.slot = database.slot
        caller = asyncio.create_task(own.write(work))
        await is_half_done.wait()
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        may_go_on.set()
    assert await count(database, owner, [v.memory.id for v in versions]) == (0 if is_failing else 2)


async def test_a_read_whose_caller_is_cancelled_gives_its_connection_back(options: ConnectionOptions) -> None:
    async with Database(replace(options, pool_size=3)) as own:
        for _ in range(4):
            has_begun = asyncio.Event()

            async def read(tx: Transaction, has_begun: asyncio.Event = has_begun) -> None:
                await tx.all("api_keys/exists")
                has_begun.set()
                await asyncio.Event().wait()

            caller = asyncio.create_task(own.read(read))
            await has_begun.wait()
            caller.cancel()
            with pytest.raises(asyncio.CancelledError):
                await caller
        assert await own.read(lambda tx: tx.all("api_keys/exists"))


async def test_who_waits_too_long_for_a_connection_is_told_to_try_again(
    options: ConnectionOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "ACQUISITION_SECONDS", 0.3)
    async with Database(replace(options, pool_size=3)) as own:
        has_begun, may_end = asyncio.Event(), asyncio.Event()

        async def hold(tx: Transaction) -> None:
            await tx.all("api_keys/exists")
            has_begun.set()
            await may_end.wait()

        holding = asyncio.create_task(own.read(hold))
        await has_begun.wait()
        with pytest.raises(Busy, match="Try again soon"):
            await own.read(lambda tx: tx.all("api_keys/exists"))
        may_end.set()
        await holding
        assert await own.read(lambda tx: tx.all("api_keys/exists"))


async def test_more_work_than_connections_waits_its_turn(options: ConnectionOptions) -> None:
    async with Database(replace(options, pool_size=4)) as own:
        found = await asyncio.gather(*(own.read(lambda tx: tx.all("api_keys/exists")) for _ in range(40)))
    assert len(found) == 40


UNUSABLE: list[tuple[dict[str, str], type[GraphmemError], str]] = [
    ({"user": "nobody"}, InvalidSettings, "GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD"),
    ({"database": "absent"}, InvalidSettings, "GRAPHMEM_NEO4J_DATABASE"),
    ({"uri": "bolt://127.0.0.1:{free}"}, DatabaseUnavailable, "does not answer"),
    ({"uri": "bolt://no-such-host.invalid:7687"}, DatabaseUnavailable, "does not answer"),
    ({"uri": "http://127.0.0.1:7474"}, InvalidSettings, "begins with 'http'.*GRAPHMEM_NEO4J_URI"),
    ({"uri": "127.0.0.1:7687"}, InvalidSettings, "GRAPHMEM_NEO4J_URI"),
    ({"uri": ""}, InvalidSettings, "GRAPHMEM_NEO4J_URI"),
    ({"uri": "bolt://[::1"}, InvalidSettings, "can't be used.*GRAPHMEM_NEO4J_URI"),
]


@pytest.mark.parametrize(("changed", "error", "words"), UNUSABLE, ids=str)
async def test_a_server_that_can_not_be_used_is_named_with_the_setting_to_check(
    options: ConnectionOptions, changed: dict[str, str], error: type[GraphmemError], words: str
) -> None:
    given = {name: value.format(free=free_port(0)) for name, value in changed.items()}
    with pytest.raises(error, match=words):
        await reach(replace(options, **given))  # pyright: ignore[reportArgumentType]  all of these are texts


@pytest.fixture
async def someone(options: ConnectionOptions) -> AsyncGenerator[ConnectionOptions]:
    """Another user of the server, so that wrong passwords don't lock the suite out."""
    name = f"test{secrets.token_hex(4)}"
    async with Database(replace(options, database="system")) as system:
        await system.execute(f"CREATE USER {name} SET PASSWORD 'correct horse' CHANGE NOT REQUIRED")
        yield replace(options, user=name, password="correct horse")
        await system.execute(f"DROP USER {name}")


async def test_a_wrong_password_is_named_and_never_shown(someone: ConnectionOptions) -> None:
    await reach(someone)
    with pytest.raises(InvalidSettings, match="GRAPHMEM_NEO4J_PASSWORD") as refused:
        await reach(replace(someone, password="battery staple"))
    with pytest.raises(InvalidSettings) as unusable:
        await reach(replace(someone, uri="bolt://neo4j:battery-staple@127.0.0.1:7687"))
    assert "battery" not in f"{refused.value} {unusable.value}"


async def test_guessing_passwords_is_slowed_down_and_says_so(someone: ConnectionOptions) -> None:
    for _ in range(3):
        with pytest.raises(InvalidSettings):
            await reach(replace(someone, password="guessed"))
    with pytest.raises(DatabaseUnavailable, match="refuses logins for some seconds"):
        await reach(replace(someone, password="guessed"))


async def test_a_statement_of_ours_that_is_wrong_is_seen_as_it_is(database: Database) -> None:
    with pytest.raises(CypherSyntaxError):
        await database.execute("CYPHER 25 RETURN")


async def test_writers_that_wait_for_one_user_leave_connections_to_readers(options: ConnectionOptions) -> None:
    may_end = asyncio.Event()
    order: list[int] = []

    async with Database(replace(options, pool_size=4)) as small:

        async def write(number: int) -> None:
            async def work(tx: Transaction) -> None:
                await may_end.wait()
                order.append(number)

            await small.write(work, turn="one user")

        writers = [asyncio.create_task(write(number)) for number in range(10)]
        await asyncio.sleep(0)
        async with asyncio.timeout(connection.ACQUISITION_SECONDS / 2):
            assert await server.version(small)
        may_end.set()
        await asyncio.gather(*writers)
    assert order == list(range(10))
