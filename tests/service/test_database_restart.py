"""Neo4j restarted under load: callers get a clear error to try again on, and then it works again by itself."""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pydantic import SecretStr

from graphmem.bootstrap import open_services
from graphmem.errors import GraphmemError
from graphmem.local_neo4j import LocalNeo4j, LocalNeo4jOptions
from graphmem.settings import Settings
from tests.pipelines.teller import Teller

LONGEST = 120.0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _until(holds: Callable[[], bool]) -> None:
    """Wait for a condition that other tasks bring about."""
    async with asyncio.timeout(LONGEST):
        while not holds():  # noqa: ASYNC110 -- counters, which have no event
            await asyncio.sleep(0.02)


async def test_after_a_restart_of_neo4j_the_service_goes_on_by_itself(settings: Settings, tmp_path: Path) -> None:
    options = LocalNeo4jOptions(data_dir=tmp_path, cache_dir=settings.cache_dir, heap="512m", port=_free_port())
    server = LocalNeo4j(options)
    endpoint = await server.start()
    external = settings.model_copy(update={"neo4j_uri": endpoint.uri, "neo4j_password": SecretStr(endpoint.password)})
    outcomes: Counter[str] = Counter()
    said: list[str] = []
    stopping = asyncio.Event()
    async with open_services(external) as services:
        teller = Teller(services, "restart")

        async def talk(n: int) -> None:
            i = 0
            while not stopping.is_set():
                i += 1
                try:
                    await replace(teller, user=f"user-{n}").says(f"I like hobby{i}.", session=f"s{i}")
                    said.append(f"user-{n}")
                    outcomes["written"] += 1
                except GraphmemError as error:
                    outcomes[error.code] += 1

        talking = [asyncio.create_task(talk(n)) for n in range(4)]
        await _until(lambda: outcomes["written"] >= 8)
        await server.stop()
        await _until(lambda: outcomes["DATABASE_UNAVAILABLE"] >= 4)
        await server.start()
        before = outcomes["written"]
        await _until(lambda: outcomes["written"] >= before + 8)
        stopping.set()
        await asyncio.gather(*talking)
        assert set(outcomes) <= {"written", "DATABASE_UNAVAILABLE", "BUSY"}
        for n in range(4):
            user = replace(teller, user=f"user-{n}")
            assert len(await user.held()) >= min(100, said.count(user.user))
    await server.stop()
