"""Free ports, and telling a Bolt server from other programs."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from graphmem.errors import PortTaken
from graphmem.local_neo4j.bolt import answers, free_port


@asynccontextmanager
async def server_saying(answer: bytes) -> AsyncGenerator[int]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(20)
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


def test_a_free_port_is_taken_when_none_is_wanted() -> None:
    assert free_port(0) > 0


def test_a_port_that_is_listened_on_is_refused_by_name() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=rf"{port}.*GRAPHMEM_NEO4J_PORT"):
            free_port(port)


async def test_nobody_answers_on_a_free_port() -> None:
    assert not await answers(free_port(0))


@pytest.mark.parametrize(
    ("answer", "is_bolt"),
    [(bytes([0, 0, 8, 5]), True), (bytes(4), False), (b"", False)],
    ids=["version 5.8", "no common version", "hangs up"],
)
async def test_only_a_bolt_version_counts_as_an_answer(answer: bytes, is_bolt: bool) -> None:
    async with server_saying(answer) as port:
        assert await answers(port) is is_bolt
