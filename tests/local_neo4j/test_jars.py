"""Fetching jars: verified, resumable, shared, and clear about what is wrong."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Repository

from graphmem.errors import DamagedJar, DiskFull, DownloadFailed, FolderNotWritable
from graphmem.local_neo4j import Silence, install
from graphmem.local_neo4j.jar_lock import JarLock
from graphmem.local_neo4j.jars import discard_damaged


class Counter(Silence):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.counts: list[tuple[int, int]] = []

    def advance(self, done: int, total: int) -> None:
        self.counts.append((done, total))


async def fetch(repository: Repository, cache: Path) -> Path:
    return await install(cache, repository.address, Silence(), lock=repository.lock)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.jar")}


def served(repository: Repository) -> dict[str, bytes]:
    return {jar.name: repository.bodies[jar.path] for jar in repository.lock.jars}


async def test_every_jar_of_the_lock_is_fetched_once(repository: Repository, tmp_path: Path) -> None:
    folder = await fetch(repository, tmp_path / "new" / "cache")
    assert contents(folder) == served(repository)
    assert sorted(repository.requests) == sorted(repository.bodies)
    assert not list(folder.glob("*.part"))


async def test_a_second_install_asks_for_nothing(repository: Repository, tmp_path: Path) -> None:
    await fetch(repository, tmp_path)
    repository.requests.clear()
    await fetch(repository, tmp_path)
    assert repository.requests == []


async def test_an_interrupted_install_fetches_only_what_is_missing(repository: Repository, tmp_path: Path) -> None:
    missing = repository.lock.jars[-1].path
    repository.refusals[missing] = [404]
    with pytest.raises(DownloadFailed):
        await fetch(repository, tmp_path)
    kept = {jar.path for jar in repository.lock.jars if (tmp_path / repository.lock.folder / jar.name).exists()}
    repository.requests.clear()
    folder = await fetch(repository, tmp_path)
    assert sorted(repository.requests) == sorted(repository.bodies.keys() - kept)
    assert contents(folder) == served(repository)


async def test_a_busy_repository_is_asked_again(repository: Repository, tmp_path: Path) -> None:
    path = repository.lock.jars[1].path
    repository.refusals[path] = [503, 429]
    await fetch(repository, tmp_path)
    assert repository.requests.count(path) == 3


async def test_a_jar_that_the_repository_lacks_is_asked_for_once(repository: Repository, tmp_path: Path) -> None:
    path = repository.lock.jars[0].path
    repository.refusals[path] = [404, 404, 404]
    with pytest.raises(DownloadFailed, match=r"part-0-1\.0\.jar .*status 404.*GRAPHMEM_MAVEN_REPOSITORY"):
        await fetch(repository, tmp_path)
    assert repository.requests.count(path) == 1


async def test_a_jar_changed_on_the_way_is_refused_and_not_kept(repository: Repository, tmp_path: Path) -> None:
    jar = repository.lock.jars[2]
    repository.bodies[jar.path] = b"x" * jar.size
    with pytest.raises(DamagedJar, match=rf"{jar.name} .*{jar.sha256}"):
        await fetch(repository, tmp_path)
    assert repository.requests.count(jar.path) == 3
    assert not (tmp_path / repository.lock.folder / jar.name).exists()


async def test_a_truncated_jar_is_fetched_again(repository: Repository, tmp_path: Path) -> None:
    folder = await fetch(repository, tmp_path)
    jar = repository.lock.jars[1]
    (folder / jar.name).write_bytes(b"short")
    repository.requests.clear()
    await fetch(repository, tmp_path)
    assert repository.requests == [jar.path]
    assert contents(folder) == served(repository)


async def test_a_jar_damaged_in_place_is_found_when_all_are_read(repository: Repository, tmp_path: Path) -> None:
    folder = await fetch(repository, tmp_path)
    assert not discard_damaged(folder, lock=repository.lock)
    jar = repository.lock.jars[3]
    (folder / jar.name).write_bytes(b"x" * jar.size)
    assert discard_damaged(folder, lock=repository.lock)
    await fetch(repository, tmp_path)
    assert contents(folder) == served(repository)


async def test_without_the_stamp_every_jar_is_read(repository: Repository, tmp_path: Path) -> None:
    folder = await fetch(repository, tmp_path)
    jar = repository.lock.jars[0]
    (folder / jar.name).write_bytes(b"x" * jar.size)
    (folder / "verified").unlink()
    repository.requests.clear()
    await fetch(repository, tmp_path)
    assert repository.requests == [jar.path]


async def test_two_installs_at_once_share_the_work(repository: Repository, tmp_path: Path) -> None:
    await asyncio.gather(fetch(repository, tmp_path), fetch(repository, tmp_path))
    assert sorted(repository.requests) == sorted(repository.bodies)


async def test_progress_ends_at_the_total(repository: Repository, tmp_path: Path) -> None:
    counter = Counter()
    await install(tmp_path, repository.address, counter, lock=repository.lock)
    size = sum(jar.size for jar in repository.lock.jars)
    assert counter.counts[0] == (0, size)
    assert counter.counts[-1] == (size, size)


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/maven2", "no address at all", "http://[/maven2"])
async def test_an_unreachable_repository_names_the_setting(
    address: str, repository: Repository, tmp_path: Path
) -> None:
    with pytest.raises(DownloadFailed, match="GRAPHMEM_MAVEN_REPOSITORY"):
        await install(tmp_path, address, Silence(), lock=repository.lock)


async def test_a_cache_that_is_a_file_can_not_be_written(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    with pytest.raises(FolderNotWritable, match="cache"):
        await fetch(repository, tmp_path / "cache")


async def test_a_disk_too_small_is_said_before_the_download(repository: Repository, tmp_path: Path) -> None:
    vast = JarLock((replace(repository.lock.jars[0], size=10**18), *repository.lock.jars[1:]))
    with pytest.raises(DiskFull, match="are needed"):
        await install(tmp_path, repository.address, Silence(), lock=vast)
    assert repository.requests == []
