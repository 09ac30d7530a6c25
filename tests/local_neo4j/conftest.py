"""A Maven repository of a few small jars on this machine, and the real cache of Neo4j's jars."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import platformdirs
import pytest

from graphmem.local_neo4j import LocalNeo4jOptions
from graphmem.local_neo4j.folder import Folder, prepare
from graphmem.local_neo4j.jar_lock import Jar, JarLock
from tests.serving import served

MakeOptions = Callable[..., LocalNeo4jOptions]


@dataclass
class Repository:
    """What a repository serves, and what was asked of it."""

    address: str
    bodies: dict[str, bytes]
    lock: JarLock
    refusals: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Statuses to answer with, once each, before a path is served."""
    requests: list[str] = field(default_factory=list[str])
    """Paths asked for, in order."""


@pytest.fixture
def repository() -> Iterator[Repository]:
    jars = tuple(_jar(f"part-{number}", b"content %d " % number * 100) for number in range(4))
    repository = Repository(
        "", {jar.path: b"content %d " % number * 100 for number, jar in enumerate(jars)}, JarLock(jars)
    )

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.removeprefix("/maven2/")
            repository.requests.append(path)
            refusals = repository.refusals.get(path)
            body = repository.bodies[path]
            self.send_response(refusals.pop(0) if refusals else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name is http.server's
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing: clients hang up when an install ends early."""

    with served(Handler, Server) as address:
        repository.address = f"{address}/maven2/"
        yield repository


def _jar(artifact: str, content: bytes) -> Jar:
    return Jar("org.example", artifact, "1.0", None, hashlib.sha256(content).hexdigest(), len(content))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """An empty, prepared data folder."""
    return prepare(tmp_path / "data")


@pytest.fixture
def make_options(tmp_path: Path) -> MakeOptions:
    """Options for a server in an own folder, with the jars of the user's cache."""

    def make(**changes: object) -> LocalNeo4jOptions:
        defaults: dict[str, object] = {
            "data_dir": tmp_path / "data",
            "cache_dir": platformdirs.user_cache_path("graphmem"),
            "heap": "512m",
            "page_cache": "64m",
        }
        return LocalNeo4jOptions(**(defaults | changes))  # pyright: ignore[reportArgumentType]  the fields' own types

    return make
