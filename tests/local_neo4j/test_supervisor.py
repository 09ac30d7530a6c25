"""How long a server lives: as long as somebody uses it. A small Python program stands for Neo4j."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from graphmem.local_neo4j import supervisor, tenancy
from graphmem.local_neo4j.folder import Folder

OBEDIENT = "import time; time.sleep(600)"
PATIENCE = 20.0  # seconds

Supervise = Callable[..., None]


async def until(holds: Callable[[], bool]) -> None:
    """Wait for a condition; TimeoutError when it does not come."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110  other processes make it hold
            await asyncio.sleep(0.02)


def exists(process: int) -> bool:
    """Whether a process runs; one that ended and waits to be reaped does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def server_of(folder: Folder, *, other_than: int = 0) -> int:
    await until(lambda: (running := tenancy.running(folder)) is not None and running.java != other_than)
    running = tenancy.running(folder)
    assert running is not None
    return running.java


def parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def user_elsewhere(folder: Folder) -> subprocess.Popen[str]:
    """Another process that uses the server until it is killed."""
    code = (
        "import sys, time; from pathlib import Path; from graphmem.local_neo4j import tenancy;"
        "from graphmem.local_neo4j.folder import Folder;"
        "seat = tenancy.enter(Folder(Path(sys.argv[1]))); print(seat, flush=True); time.sleep(600)"
    )
    user = subprocess.Popen([sys.executable, "-c", code, folder.home], stdout=subprocess.PIPE, text=True)
    assert user.stdout is not None
    assert user.stdout.readline().strip().isdigit()
    user.stdout.close()
    return user


@pytest_asyncio.fixture
async def supervise(folder: Folder) -> AsyncIterator[Supervise]:
    """Start a supervisor of a program in Python; it has to be gone when the test ends."""

    def start(program: str = OBEDIENT, *, settled: float = 600) -> None:
        lock = tenancy.claim(folder)
        assert lock is not None
        command = [sys.executable, supervisor.__file__, folder.run, str(lock), folder.console, "7687", str(settled)]
        subprocess.run([*command, sys.executable, "-c", program], pass_fds=(lock,), start_new_session=True, check=True)
        os.close(lock)

    yield start
    await until(lambda: not tenancy.is_supervised(folder))


def seat_in(folder: Folder) -> int:
    seat = tenancy.enter(folder)
    assert seat is not None
    return seat


def can_enter(folder: Folder) -> bool:
    seat = tenancy.enter(folder)
    if seat is not None:
        tenancy.leave(seat)
    return seat is not None


async def test_the_server_stops_with_its_last_user(folder: Folder, supervise: Supervise) -> None:
    first, second = seat_in(folder), seat_in(folder)
    supervise()
    server = await server_of(folder)
    tenancy.leave(first)
    assert tenancy.has_users(folder)
    assert tenancy.is_supervised(folder)
    tenancy.leave(second)
    await until(lambda: not tenancy.is_supervised(folder))
    assert not exists(server)
    assert tenancy.running(folder) is None


async def test_kill_9_of_one_user_leaves_the_server_to_the_other_and_of_both_stops_it(
    folder: Folder, supervise: Supervise
) -> None:
    users = [user_elsewhere(folder), user_elsewhere(folder)]
    supervise()
    server = await server_of(folder)
    users[0].kill()
    users[0].wait()
    assert tenancy.has_users(folder)
    assert exists(server)
    users[1].kill()
    users[1].wait()
    await until(lambda: not exists(server))


async def test_nobody_joins_a_server_that_is_being_stopped(folder: Folder, supervise: Supervise) -> None:
    seat = seat_in(folder)
    supervise(f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); {OBEDIENT}")
    server = await server_of(folder)
    await until(lambda: folder.console.read_text() == "up\n")
    tenancy.leave(seat)
    await until(lambda: not can_enter(folder))
    assert not tenancy.has_users(folder)
    os.kill(server, signal.SIGKILL)


async def test_a_settled_server_that_is_killed_is_started_again_and_its_last_words_are_kept(
    folder: Folder, supervise: Supervise
) -> None:
    seat = seat_in(folder)
    supervise(settled=0)
    server = await server_of(folder)
    os.kill(server, signal.SIGKILL)
    again = await server_of(folder, other_than=server)
    assert exists(again)
    assert "Neo4j ended by itself: SIGKILL" in (folder.logs / "console.previous.log").read_text()
    tenancy.leave(seat)


async def test_a_server_that_dies_young_ends_its_supervisor(folder: Folder, supervise: Supervise) -> None:
    seat = seat_in(folder)
    supervise("import sys; sys.exit('out of luck')")
    await until(lambda: not tenancy.is_supervised(folder))
    assert folder.console.read_text() == "out of luck\nNeo4j ended by itself: exit code 1.\n"
    tenancy.leave(seat)


async def test_sigterm_stops_the_server_in_order(folder: Folder, supervise: Supervise) -> None:
    seat = seat_in(folder)
    supervise()
    server = await server_of(folder)
    os.kill(parent_of(server), signal.SIGTERM)
    await until(lambda: not tenancy.is_supervised(folder))
    assert not exists(server)
    tenancy.leave(seat)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a death signal of the parent")
async def test_kill_9_of_the_supervisor_takes_the_server_along(folder: Folder, supervise: Supervise) -> None:
    seat = seat_in(folder)
    supervise()
    server = await server_of(folder)
    os.kill(parent_of(server), signal.SIGKILL)
    await until(lambda: not exists(server))
    tenancy.leave(seat)
