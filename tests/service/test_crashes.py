"""What was acknowledged survives kill -9, of the service and of Neo4j; a passing fault says so and passes."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.service.running_service import RunningService

OBSERVE = """
mutation ($user: ID!, $text: String!, $key: String!) {
  observe(input: { userId: $user, turns: [{ role: USER, content: $text }], idempotencyKey: $key }) {
    ... on ObservePayload { isReplay decisions { memory { id content } } }
    ... on UserError { code message }
  }
}
"""
MEMORIES = "query ($user: ID!) { user(id: $user) { memories(first: 100) { nodes { id content } } } }"
CITIES = ("London", "Paris", "Berlin", "Madrid", "Rome", "Vienna", "Oslo", "Dublin", "Prague", "Athens")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """One service, which the tests of this file kill and start again."""
    running = RunningService(tmp_path_factory.mktemp("service"), {"GRAPHMEM_NEO4J_HEAP": "512m"})
    running.start()
    yield running
    running.stop()


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(timeout=60) as client:
        yield client


async def _likes(service: RunningService, http: httpx2.AsyncClient, user: str, acknowledged: list[str]) -> None:
    """Say something new until the service is gone, noting what it acknowledged."""
    for i in range(10_000):
        try:
            body = await service.ask(http, OBSERVE, user=user, text=f"I like hobby{i}.", key=f"{user}-{i}")
        except (httpx2.HTTPError, ValueError):
            return
        if body.get("data") and "decisions" in body["data"]["observe"]:
            acknowledged.extend(d["memory"]["content"] for d in body["data"]["observe"]["decisions"])


async def _held(service: RunningService, http: httpx2.AsyncClient, user: str) -> set[str]:
    body = await service.ask(http, MEMORIES, user=user)
    return {node["content"] for node in body["data"]["user"]["memories"]["nodes"]}


def _neo4j_pids(data_dir: Path) -> list[int]:
    supervisors = _pids(data_dir, b"supervisor.py")  # their command names the server's
    return [pid for pid in _pids(data_dir, b"Neo4jCommunity") if pid not in supervisors]


def _pids(data_dir: Path, program: bytes) -> list[int]:
    """Processes of a program that name the folder."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        try:
            command = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue
        if program in command and str(data_dir).encode() in command:
            found.append(int(entry.name))
    return found


@pytest.mark.parametrize("victim", ["service", "service and neo4j"])
async def test_nothing_acknowledged_is_lost_by_kill_9_and_a_call_can_be_sent_again(
    service: RunningService, http: httpx2.AsyncClient, victim: str
) -> None:
    users = [f"{victim}-{n}" for n in range(4)]
    acknowledged: dict[str, list[str]] = {user: [] for user in users}
    talking = [asyncio.create_task(_likes(service, http, user, acknowledged[user])) for user in users]
    while any(len(said) < 5 for said in acknowledged.values()):
        await asyncio.sleep(0.05)
        assert not all(task.done() for task in talking)
    database = _neo4j_pids(service.data_dir)
    service.kill()
    if victim != "service":
        for pid in database:
            os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*talking)
    await asyncio.to_thread(service.start)
    for user in users:
        assert set(acknowledged[user][:100]) <= await _held(service, http, user)
        again = await service.ask(http, OBSERVE, user=user, text="I like hobby0.", key=f"{user}-0")
        assert again["data"]["observe"]["isReplay"] is True


async def test_a_client_that_hangs_up_leaves_a_whole_write_or_none(
    service: RunningService, http: httpx2.AsyncClient
) -> None:
    for i, city in enumerate(CITIES):
        request = service.ask(http, OBSERVE, user="gone", text=f"I live in {city}.", key=str(i))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(request, timeout=0.004 * (i + 1))
    lineage = '{ user(id: "gone") { memories(first: 10) { nodes { content versions { version status } } } } }'
    # Writes whose callers are gone still go on: look once nothing changes any more.
    before, body = None, await service.ask(http, lineage)
    while before != body:
        await asyncio.sleep(2)
        before, body = body, await service.ask(http, lineage)
    nodes = body["data"]["user"]["memories"]["nodes"]
    assert len(nodes) <= 1
    for node in nodes:
        statuses = [v["status"] for v in node["versions"]]
        assert statuses == ["SUPERSEDED"] * (len(statuses) - 1) + ["ACTIVE"]


async def test_a_database_that_died_with_its_supervisor_is_brought_back(
    service: RunningService, http: httpx2.AsyncClient
) -> None:
    await service.ask(http, OBSERVE, user="back", text="I like jazz.", key="k")
    died = _neo4j_pids(service.data_dir)
    for pid in _pids(service.data_dir, b"supervisor.py"):
        os.kill(pid, signal.SIGKILL)

    async def is_back() -> bool:
        running = _neo4j_pids(service.data_dir)
        return running not in ([], died) and "errors" not in await service.ask(http, MEMORIES, user="back")

    async with asyncio.timeout(120):
        while not await is_back():  # noqa: ASYNC110 -- other processes
            await asyncio.sleep(0.5)
    assert await _held(service, http, "back") == {"User likes jazz"}


async def test_a_second_service_on_the_same_folder_joins_the_running_database(
    service: RunningService, http: httpx2.AsyncClient
) -> None:
    await service.ask(http, OBSERVE, user="both", text="I like jazz.", key="k")
    second = RunningService(service.data_dir)
    await asyncio.to_thread(second.start)
    try:
        assert await _held(second, http, "both") == {"User likes jazz"}
        assert len(_neo4j_pids(service.data_dir)) == 1
    finally:
        await asyncio.to_thread(second.stop)
    assert await _held(service, http, "both") == {"User likes jazz"}


async def test_a_stop_ends_the_database_too(service: RunningService) -> None:
    assert await asyncio.to_thread(service.stop) == 0
    assert _neo4j_pids(service.data_dir) == []
