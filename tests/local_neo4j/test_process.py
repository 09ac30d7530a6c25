"""The real server: started, joined, killed, started again, stopped."""

# The driver leaves its `**config` untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import LiteralString

import pytest
from conftest import MakeOptions
from filelock import FileLock
from neo4j import AsyncGraphDatabase
from neo4j.exceptions import AuthError

from graphmem.errors import FolderLocked, JavaMissing, PortTaken, ServerDied
from graphmem.local_neo4j import Endpoint, LocalNeo4j, LocalNeo4jOptions, tenancy
from graphmem.local_neo4j.folder import Folder, prepare

USER = """
import asyncio, sys
from pathlib import Path
from graphmem.local_neo4j import LocalNeo4j, LocalNeo4jOptions

async def main() -> None:
    data_dir, cache_dir = map(Path, sys.argv[1:])
    options = LocalNeo4jOptions(data_dir=data_dir, cache_dir=cache_dir, heap="512m", page_cache="64m")
    print((await LocalNeo4j(options).start()).uri, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@contextmanager
def user_elsewhere(options: LocalNeo4jOptions) -> Generator[subprocess.Popen[str]]:
    """Another process that starts or joins, prints the address and uses the server until it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", USER, options.data_dir, options.cache_dir], stdout=subprocess.PIPE, text=True
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def uri_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


async def ask(endpoint: Endpoint, statement: LiteralString) -> int:
    """Run a statement that returns one number."""
    async with AsyncGraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver:
        return int((await driver.execute_query(statement)).records[0][0])


def kill_9_server_and_supervisor(folder: Folder) -> None:
    running = tenancy.running(folder)
    assert running is not None
    supervisor = int(Path(f"/proc/{running.java}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(supervisor, signal.SIGKILL)
    os.kill(running.java, signal.SIGKILL)


async def until_stopped(folder: Folder) -> None:
    async with asyncio.timeout(60):
        while tenancy.is_supervised(folder):  # noqa: ASYNC110  another process ends
            await asyncio.sleep(0.05)


async def test_a_server_outlives_the_death_of_any_user_but_the_last_and_loses_nothing(
    make_options: MakeOptions,
) -> None:
    options = make_options()
    with user_elsewhere(options) as first:
        uri = await asyncio.to_thread(uri_of, first)
        server = LocalNeo4j(options)
        endpoint = await server.start()
        assert endpoint.uri == uri, "the second user joins"
        folder = prepare(options.data_dir)
        first.kill()
    assert await ask(endpoint, "CREATE (n:Kept) RETURN count(n)") == 1

    async with AsyncGraphDatabase.driver(uri, auth=("neo4j", "neo4j")) as stranger:
        with pytest.raises(AuthError):
            await stranger.verify_connectivity()
    assert open_to_others(folder.home / "data") == []

    kill_9_server_and_supervisor(folder)
    endpoint = await server.start()
    assert await ask(endpoint, "MATCH (n:Kept) RETURN count(n)") == 1

    with user_elsewhere(options) as third:
        assert await asyncio.to_thread(uri_of, third) == endpoint.uri
        await server.stop()
        assert await ask(endpoint, "MATCH (n:Kept) RETURN count(n)") == 1, "the third user still needs it"
        third.kill()
    await until_stopped(folder)
    assert tenancy.running(folder) is None, "it stopped in order"


def open_to_others(folder: Path) -> list[Path]:
    """Files and folders below that somebody else than their owner can read, write or enter."""
    return [path for path in folder.rglob("*") if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]


async def test_a_server_that_does_not_start_is_told_by_the_end_of_its_log(make_options: MakeOptions) -> None:
    options = make_options(configuration={"no.such.setting": "1"})
    folder = prepare(options.data_dir)
    folder.password.write_text("known")
    (folder.home / "data" / "dbms").mkdir(parents=True)
    (folder.home / "data" / "dbms" / "auth.ini").touch()
    with pytest.raises(ServerDied, match=r"console\.log:\n(.*\n)*.*no\.such\.setting"):
        await LocalNeo4j(options).start()
    await until_stopped(folder)


async def test_stopping_what_was_not_started_is_no_error(make_options: MakeOptions) -> None:
    await LocalNeo4j(make_options()).stop()


async def test_a_taken_port_is_refused_and_the_folder_is_free_again(make_options: MakeOptions) -> None:
    async with await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0) as other:
        options = make_options(port=other.sockets[0].getsockname()[1])
        with pytest.raises(PortTaken):
            await LocalNeo4j(options).start()
    folder = prepare(options.data_dir)
    assert not tenancy.has_users(folder)
    assert not tenancy.is_supervised(folder)


async def test_a_chosen_java_that_is_missing_stops_the_start(make_options: MakeOptions, tmp_path: Path) -> None:
    with pytest.raises(JavaMissing):
        await LocalNeo4j(make_options(java=tmp_path / "java")).start()


async def test_a_start_that_another_process_never_ends_is_not_waited_for_for_ever(make_options: MakeOptions) -> None:
    options = make_options(start_timeout=0.05)
    folder = prepare(options.data_dir)
    with FileLock(folder.run / "start.lock"), pytest.raises(FolderLocked, match=str(folder.home)):
        await LocalNeo4j(options).start()


def test_a_printed_endpoint_does_not_show_the_password() -> None:
    assert "secret" not in repr(Endpoint("bolt://127.0.0.1:7687", "neo4j", "secret"))
