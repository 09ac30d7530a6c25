"""Start, join and stop the local Neo4j."""

import asyncio
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from filelock import AsyncFileLock, Timeout

from graphmem.errors import FolderLocked, InvalidSettings, StartupError
from graphmem.local_neo4j import supervisor, tenancy
from graphmem.local_neo4j.bolt import answers, free_port
from graphmem.local_neo4j.configuration import HOST, neo4j_conf, server_command
from graphmem.local_neo4j.death import Patience, cause_of_death
from graphmem.local_neo4j.folder import Folder, prepare, refused_write
from graphmem.local_neo4j.jars import discard_damaged, install
from graphmem.local_neo4j.java import find_java
from graphmem.local_neo4j.options import LocalNeo4jOptions
from graphmem.local_neo4j.orphan import end_orphan
from graphmem.local_neo4j.password import USER, ensure_password, read_password
from graphmem.local_neo4j.progress import Progress, Silence
from graphmem.local_neo4j.uninterrupted import uninterrupted

WATCH = 2.0  # seconds between two looks at a server that should be there
POLL = 0.1  # seconds between two looks at a server that starts or stops
SETTLED = 60.0  # seconds a server has to run before its death is met by a new start
TURN = 3  # times `start_timeout` that another process may take to start the server, or to end the last one


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where to connect to, and as whom."""

    uri: str
    user: str
    password: str = field(repr=False)


class LocalNeo4j:
    """A Neo4j on this machine, shared by all processes that name the same data folder.

    The first one starts it, later ones join. It stops with the last one that stops or ends, be it by kill -9; who
    started it makes no difference. A server that dies under its users is started again on the same port.
    """

    def __init__(self, options: LocalNeo4jOptions, *, progress: Progress | None = None) -> None:
        self._options = options
        self._cache_dir = options.cache_dir.absolute()
        self._turn = TURN * options.start_timeout
        self._progress = progress or Silence()
        self._folder: Folder | None = None
        self._seat: int | None = None
        self._port = 0

    async def __aenter__(self) -> Endpoint:
        """Start."""
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def start(self) -> Endpoint:
        """Join the server of the data folder or start one, and return when Bolt answers.

        A further call does the same again, so it brings back a server that is gone. Whoever joins gets the server as it
        was started: heap, port and configuration of the options count for a start only.
        Raises JavaMissing, PortTaken, FolderLocked, FolderNotWritable, DiskFull, DamagedJar, DownloadFailed or
        ServerDied; InvalidSettings where the password of an existing database is gone, and on Windows.
        """
        if sys.platform == "win32":
            raise InvalidSettings(
                "The local Neo4j needs Linux or macOS. Set GRAPHMEM_NEO4J_URI to a Neo4j of your own."
            )
        folder = await asyncio.to_thread(prepare, self._options.data_dir)
        try:
            async with AsyncFileLock(folder.run / "start.lock", timeout=self._turn, mode=0o600):
                seat = self._seat if self._seat is not None else await self._enter(folder)
                try:
                    if tenancy.is_supervised(folder):
                        self._progress.step("Joining the Neo4j that runs already")
                    endpoint = await self._join(folder) or await self._launch(folder)
                except BaseException:
                    self._seat = None
                    tenancy.leave(seat)  # the supervisor then stops a server that hangs
                    raise
        except Timeout as error:
            raise FolderLocked(
                f"Another process has been starting the Neo4j of {folder.home} for {self._turn:g} s. "
                f"Look into {folder.console}, end that process, or choose another data folder."
            ) from error
        except OSError as error:
            raise refused_write(error, folder.home) from error
        self._folder, self._seat = folder, seat
        self._port = int(endpoint.uri.rpartition(":")[2])
        return endpoint

    async def keep(self) -> None:
        """Bring the server back, on its port, whenever it and its supervisor are gone; until cancelled."""
        while True:
            await asyncio.sleep(WATCH)
            if self._folder is None or tenancy.is_supervised(self._folder):
                continue
            # Whoever holds the address must find the server there again; a port that its old Java still holds as it
            # dies is free at the next look.
            self._options = replace(self._options, port=self._port)
            try:
                await self.start()
            except StartupError as error:
                self._progress.step(f"The local Neo4j is gone and did not start: {error.message}")

    async def stop(self) -> None:
        """Stop using the server; when nobody else does, return after it has stopped (a clean stop takes about 1 s)."""
        folder, seat = self._folder, self._seat
        if folder is None or seat is None:
            return
        self._seat = None
        tenancy.leave(seat)
        while tenancy.is_supervised(folder) and not tenancy.has_users(folder):  # noqa: ASYNC110  no event crosses processes
            await asyncio.sleep(POLL)  # ends: the supervisor kills a server that does not stop

    async def _enter(self, folder: Folder) -> int:
        """Become a user of the server, after a stop that is under way."""
        deadline = time.monotonic() + self._turn
        while (seat := tenancy.enter(folder)) is None:
            if time.monotonic() > deadline:
                raise FolderLocked(
                    f"The Neo4j of {folder.home} has been stopping for {self._turn:g} s. "
                    f"Look into {folder.console}, end it by hand, or choose another data folder."
                )
            await asyncio.sleep(POLL)
        return seat

    async def _join(self, folder: Folder) -> Endpoint | None:
        """Wait for the server of a living supervisor to answer; None without a supervisor, or when it ends."""
        patience = Patience(folder, self._options.start_timeout)
        while tenancy.is_supervised(folder):
            running = tenancy.running(folder)
            password = read_password(folder)
            if running is not None and password is not None and await answers(running.port):
                return Endpoint(f"bolt://{HOST}:{running.port}", USER, password)
            patience.check()
            await asyncio.sleep(POLL)
        return None

    async def _launch(self, folder: Folder) -> Endpoint:
        """Start a server, and once more if it dies of a damaged jar."""
        options = self._options
        while True:
            jars = await install(self._cache_dir, options.repository, self._progress)
            java = await asyncio.to_thread(find_java, options.java, home=options.java_home)
            self._progress.step("Starting Neo4j")
            await uninterrupted(end_orphan, folder)
            port = free_port(options.port)
            conf = neo4j_conf(port=port, page_cache=options.page_cache, further=options.configuration)
            await asyncio.to_thread((folder.configuration / "neo4j.conf").write_text, conf, "utf-8")
            await ensure_password(folder, java, jars)
            command = server_command(java, jars, folder, heap=options.heap)
            await _supervise(command, folder, port)
            endpoint = await self._join(folder)
            if endpoint is not None:
                return endpoint
            if not await uninterrupted(discard_damaged, jars):
                raise cause_of_death(folder)


async def _supervise(command: list[str], folder: Folder, port: int) -> None:
    while (lock := tenancy.claim(folder)) is None:  # noqa: ASYNC110  another process looks at the lock right now
        await asyncio.sleep(POLL)
    try:
        await uninterrupted(_spawn, command, folder, port, lock)
    finally:
        tenancy.leave(lock)  # the supervisor has inherited it


def _spawn(command: list[str], folder: Folder, port: int, lock: int) -> None:
    arguments: list[str | Path] = [folder.run, str(lock), folder.console, str(port), str(SETTLED), *command]
    with (folder.logs / "supervisor.log").open("ab") as log:
        subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-I", "-S", supervisor.__file__, *arguments],
            pass_fds=(lock,),
            cwd=folder.logs,  # where a JVM that crashes leaves its report
            start_new_session=True,  # Ctrl-C in the terminal reaches the user of the server, who stops it in order
            umask=0o077,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            check=True,
        )
