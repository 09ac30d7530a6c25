"""The connection to Neo4j: transactions with five verbs that take a statement's name."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, LiteralString, Self, TypeVar, cast

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from graphmem.errors import Busy, InvalidSettings, NotFound
from graphmem.store.cypher import Slot, statement
from graphmem.store.errors import translate
from graphmem.store.turns import Turns

T = TypeVar("T")
Row = Mapping[str, Any]
"""One row of a statement's result; turned into domain values within the store only."""

ACQUISITION_SECONDS = 5.0
RETRY_SECONDS = 8.0
FIRST_DELAY_SECONDS = 0.1
ROWS = "rows"
SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionOptions:
    """How to reach Neo4j and how much of it to use."""

    uri: str
    user: str
    password: str
    database: str = "neo4j"
    pool_size: int = 50
    timeout_seconds: float = 30.0
    """Longest that one statement may run."""


Send = Callable[[str, dict[str, object]], Awaitable[neo4j.AsyncResult]]
"""Sends a text with its parameters to the server."""


class Transaction:
    """A unit of work; never shared between tasks."""

    def __init__(self, send: Send, slot: Slot) -> None:
        self._send_text = send
        self._slot: Slot = slot

    async def run(self, name: str, /, **params: object) -> None:
        """Run a statement for its effect."""
        result = await self._send(name, params)
        await result.consume()

    async def maybe(self, name: str, /, **params: object) -> Row | None:
        """The first row, or none."""
        rows = await self.all(name, **params)
        return rows[0] if rows else None

    async def one(self, name: str, /, *, what: str, **params: object) -> Row:
        """The first row; NotFound, naming `what`, where there is none."""
        row = await self.maybe(name, **params)
        if row is None:
            raise NotFound(what)
        return row

    async def all(self, name: str, /, **params: object) -> list[Row]:
        """Every row, in the statement's order.

        A statement with many rows collects them into one record, as a list `rows`: the driver takes 0.1 ms a record,
        which for a recall's hundred candidates would be more than the search itself.
        """
        result = await self._send(name, params)
        found: list[Row] = [record async for record in result]
        return found[0][ROWS] if len(found) == 1 and list(found[0].keys()) == [ROWS] else found

    async def stream(self, name: str, /, **params: object) -> AsyncIterator[Row]:
        """Rows one by one, as they arrive; to be read within the transaction."""
        result = await self._send(name, params)
        async for record in result:
            yield record

    async def _send(self, name: str, params: dict[str, object]) -> neo4j.AsyncResult:
        return await self._send_text(statement(name, self._slot), params)


class Database:
    """A pool of connections to one database; safe to share between tasks of one event loop."""

    def __init__(self, options: ConnectionOptions) -> None:
        self._options = options
        self.slot: Slot = "a"
        """The vector index that statements use; set when the embedding space is opened."""
        self._driver = _driver(options)
        # Below the pool's size, so that waiting happens here, in order and with a limit; reads have a quarter for sure.
        self._room = asyncio.Semaphore(max(1, options.pool_size - 2))
        self._room_of_writes = asyncio.Semaphore(max(1, (options.pool_size - 2) * 3 // 4))
        self._turns = Turns(seconds=options.timeout_seconds)
        self._writes: set[asyncio.Task[Any]] = set()

    async def verify(self) -> None:
        """Reach the server and log in, or raise the error that says why not."""
        try:
            await self._driver.verify_connectivity()  # pyright: ignore[reportUnknownMemberType]  untyped options
        except (DriverError, Neo4jError) as error:
            raise translate(error) or error from error

    async def write(self, work: Callable[[Transaction], Awaitable[T]], *, turn: str | None = None) -> T:
        """Run `work` in one transaction, committed as a whole or not at all.

        Writes of one `turn` go one after another, none holding a connection while it waits. The driver may run `work`
        again after a passing fault, from the start and with nothing of the first run kept.
        The write goes on when the caller is cancelled, so that a client that hangs up leaves it whole.
        """
        task = asyncio.create_task(self._write_in_turn(work, turn))
        self._writes.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    async def _write_in_turn(self, work: Callable[[Transaction], Awaitable[T]], turn: str | None) -> T:
        async with self._turns.of(turn) if turn is not None else nullcontext():
            return await self._in_room(
                self._room_of_writes, lambda: self._in_room(self._room, lambda: self._write(work))
            )

    def _forget(self, task: asyncio.Task[Any]) -> None:
        """Let go of a write that ended; the error of one whose caller hung up has been looked at by this."""
        self._writes.discard(task)
        if not task.cancelled():
            task.exception()

    async def read(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work`, which only reads; each statement is a transaction of its own, in one round trip.

        Neo4j reads what is committed at each statement in one transaction too, so nothing is lost by it but the two
        round trips that open and close one.
        """
        return await self._in_room(self._room, lambda: self._read(work))

    async def auto(self, name: str, /, **params: object) -> list[Row]:
        """Run a statement by its name outside a transaction of ours: schema changes, and single short questions."""
        return await self.execute(statement(name, self.slot), **params)

    async def execute(self, text: str, /, **params: object) -> list[Row]:
        """Run a text in a transaction of its own; for migrations, whose files hold several statements."""
        try:
            async with self._session(neo4j.WRITE_ACCESS) as session:
                result = await session.run(cast(LiteralString, text), params)
                return [record async for record in result]
        except (DriverError, Neo4jError) as error:
            raise translate(error) or error from error

    async def _in_room(self, room: asyncio.Semaphore, run: Callable[[], Awaitable[T]]) -> T:
        """Wait for room in the pool, not for ever, and translate what the driver raises."""
        try:
            async with asyncio.timeout(ACQUISITION_SECONDS):
                await room.acquire()
        except TimeoutError as error:
            raise Busy(
                "All connections to Neo4j are in use. Try again soon; a write with an idempotencyKey is done once."
            ) from error
        try:
            return await run()
        except (DriverError, Neo4jError) as error:
            raise translate(error) or error from error
        finally:
            room.release()

    async def _write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        @neo4j.unit_of_work(timeout=self._options.timeout_seconds)
        async def unit(tx: neo4j.AsyncManagedTransaction) -> T:
            async def send(text: str, params: dict[str, object]) -> neo4j.AsyncResult:
                return await tx.run(cast(LiteralString, text), params)

            return await work(Transaction(send, self.slot))

        async with self._session(neo4j.WRITE_ACCESS) as session:
            return await session.execute_write(unit)

    async def _read(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Read, and read again after a passing fault, for as long as the driver would."""
        loop = asyncio.get_running_loop()
        deadline, delay = loop.time() + RETRY_SECONDS, FIRST_DELAY_SECONDS
        while True:
            try:
                async with self._session(neo4j.READ_ACCESS) as session:

                    async def send(text: str, params: dict[str, object]) -> neo4j.AsyncResult:
                        query = neo4j.Query(cast(LiteralString, text), timeout=self._options.timeout_seconds)
                        return await session.run(query, params)

                    return await work(Transaction(send, self.slot))
            except (DriverError, Neo4jError) as error:
                if not error.is_retryable() or loop.time() + delay > deadline:
                    raise
            await asyncio.sleep(delay)
            delay *= 2

    def _session(self, access: str) -> neo4j.AsyncSession:
        return self._driver.session(  # pyright: ignore[reportUnknownMemberType]  untyped options
            database=self._options.database, default_access_mode=access
        )

    async def close(self) -> None:
        """Finish the writes under way, then close the connections."""
        if self._writes:
            await asyncio.wait(self._writes, timeout=ACQUISITION_SECONDS)
        await self._driver.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _driver(options: ConnectionOptions) -> neo4j.AsyncDriver:
    """The driver, which connects at its first use; InvalidSettings for an address that it can't use."""
    scheme = options.uri.partition("://")[0]
    if scheme not in SCHEMES:
        raise InvalidSettings(
            f"Neo4j's address begins with {scheme!r}, not with one of {', '.join(SCHEMES)}. Check GRAPHMEM_NEO4J_URI."
        )
    try:
        return neo4j.AsyncGraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]  untyped options
            options.uri,
            auth=(options.user, options.password),
            max_connection_pool_size=options.pool_size,
            connection_acquisition_timeout=ACQUISITION_SECONDS,
            connection_timeout=ACQUISITION_SECONDS,
            max_transaction_retry_time=RETRY_SECONDS,
            initial_retry_delay=FIRST_DELAY_SECONDS,
            liveness_check_timeout=30.0,
            telemetry_disabled=True,
            notifications_min_severity="WARNING",
            # A database that is new has none of the property names yet, and says so at every statement.
            notifications_disabled_classifications=[neo4j.NotificationDisabledClassification.UNRECOGNIZED],
            keep_alive=True,
        )
    except (DriverError, ValueError) as error:
        reason = str(error).replace(options.uri, "…")  # it may hold a password
        raise InvalidSettings(f"Neo4j's address can't be used: {reason}. Check GRAPHMEM_NEO4J_URI.") from error
