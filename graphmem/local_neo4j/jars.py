"""Bring the jars of the local Neo4j into the cache folder, each one verified."""

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx2
from filelock import AsyncFileLock
from packageurl.contrib.purl2url import DEFAULT_MAVEN_REPOSITORY

from graphmem.errors import DamagedJar, DownloadFailed, StartupError
from graphmem.local_neo4j.folder import refused_write, require_room
from graphmem.local_neo4j.jar_lock import Jar, JarLock
from graphmem.local_neo4j.progress import Progress
from graphmem.local_neo4j.uninterrupted import uninterrupted

CONNECTIONS = 12
PAUSES = (0.0, 0.3, 1.0)  # seconds before each try
TIMEOUT = httpx2.Timeout(30.0, connect=10.0, pool=None)  # seconds; waiting for a free connection is no failure
STAMP = "verified"


async def install(cache_dir: Path, repository: str | None, progress: Progress, *, lock: JarLock | None = None) -> Path:
    """Return the folder that holds all jars of the lock, verified; fetch those that are missing or damaged.

    A stamp in the folder says that all were verified, so that a later call compares sizes only. Jars already verified
    are kept when a call is interrupted, and several processes may call at the same time.
    `repository` is the address of a Maven repository, Maven Central when None; `lock` is the committed one when None.
    Raises DownloadFailed, DamagedJar, DiskFull, FolderNotWritable.
    """
    lock = lock or JarLock.committed()
    folder = cache_dir / lock.folder
    if await asyncio.to_thread(_is_complete, folder, lock):
        return folder
    try:
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        async with AsyncFileLock(folder.with_name(f"{folder.name}.lock")):
            if not await asyncio.to_thread(_is_complete, folder, lock):
                await _complete(folder, lock, repository or DEFAULT_MAVEN_REPOSITORY, progress)
    except OSError as error:
        raise refused_write(error, folder) from error
    return folder


def discard_damaged(folder: Path, *, lock: JarLock | None = None) -> bool:
    """Read every jar, remove those that have changed since they were verified, and return whether there was one.

    Blocks for about half a second. For a server that died: `install` compares sizes only.
    """
    damaged = [jar for jar in (lock or JarLock.committed()).jars if not _is_intact(folder / jar.name, jar)]
    for jar in damaged:
        (folder / jar.name).unlink(missing_ok=True)
    return bool(damaged)


def _is_complete(folder: Path, lock: JarLock) -> bool:
    try:
        return (folder / STAMP).exists() and all((folder / jar.name).stat().st_size == jar.size for jar in lock.jars)
    except OSError:
        return False


def _is_intact(path: Path, jar: Jar) -> bool:
    try:
        return path.stat().st_size == jar.size and _sha256(path.read_bytes()) == jar.sha256
    except FileNotFoundError:
        return False


async def _complete(folder: Path, lock: JarLock, repository: str, progress: Progress) -> None:
    missing = await asyncio.to_thread(lambda: [jar for jar in lock.jars if not _is_intact(folder / jar.name, jar)])
    if missing:
        await asyncio.to_thread(require_room, folder, sum(jar.size for jar in missing))
        progress.step(f"Downloading Neo4j {lock.release}")
        await _fetch_all(missing, folder, repository, progress)
    await asyncio.to_thread((folder / STAMP).touch)


async def _fetch_all(jars: list[Jar], folder: Path, repository: str, progress: Progress) -> None:
    done, total = 0, sum(jar.size for jar in jars)
    progress.advance(done, total)
    # the largest first, so that no long download is left alone at the end
    queue = iter(sorted(jars, key=lambda jar: jar.size, reverse=True))

    async def work(client: httpx2.AsyncClient, queue: Iterator[Jar]) -> None:
        nonlocal done
        for jar in queue:
            content = await _fetch(client, jar, repository)
            await uninterrupted(_keep, folder / jar.name, content)
            done += jar.size
            progress.advance(done, total)

    limits = httpx2.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
    try:
        async with (
            httpx2.AsyncClient(limits=limits, timeout=TIMEOUT, follow_redirects=True) as client,
            asyncio.TaskGroup() as workers,
        ):
            for _ in range(CONNECTIONS):
                workers.create_task(work(client, queue))
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from failures.exceptions[0].__cause__  # the first one ended the others


async def _fetch(client: httpx2.AsyncClient, jar: Jar, repository: str) -> bytes:
    """Return the verified content of a jar; what may pass (network, busy server, wrong checksum) is tried again."""
    url = f"{repository.rstrip('/')}/{jar.path}"
    failure: StartupError = _not_fetched(jar, url, "not tried")
    for pause in PAUSES:
        await asyncio.sleep(pause)
        try:
            response = await client.get(url)
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
            raise _not_fetched(jar, url, str(error)) from error
        except httpx2.HTTPError as error:
            failure = _not_fetched(jar, url, f"{type(error).__name__} {error}".strip())
            continue
        if not response.is_success:
            failure = _not_fetched(jar, url, f"status {response.status_code}")
            if response.is_client_error and response.status_code != httpx2.codes.TOO_MANY_REQUESTS.value:
                break
            continue
        found = await asyncio.to_thread(_sha256, response.content)
        if found == jar.sha256:
            return response.content
        failure = _damaged(jar, url, found)
    raise failure


def _keep(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")  # not .jar: a half-written file must never come onto the class path
    part.write_bytes(content)
    part.replace(path)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _not_fetched(jar: Jar, url: str, reason: str) -> DownloadFailed:
    return DownloadFailed(
        f"{jar.name} could not be fetched from {url} ({reason}). Check the network and the proxy, or set "
        "GRAPHMEM_MAVEN_REPOSITORY to the address of a Maven repository that this machine reaches. "
        "What was fetched so far is kept."
    )


def _damaged(jar: Jar, url: str, found: str) -> DamagedJar:
    return DamagedJar(
        f"{jar.name} from {url} has the SHA-256 {found} and not {jar.sha256}. Something on the way changes it: "
        "check the proxy, or set GRAPHMEM_MAVEN_REPOSITORY to another repository."
    )
