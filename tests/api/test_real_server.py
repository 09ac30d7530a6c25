"""The application behind a real HTTP server, on a real socket."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions
from graphmem.pipelines.services import Services
from tests.api.calling import MEMORIES, RECALL, Caller

VIEWER = {"query": "{ viewer { role } }"}


@pytest.fixture
def app(services: Services) -> Starlette:
    return create_app(services, ApiOptions())


@pytest.fixture
async def http(app: Starlette) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of the application on a free port."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, lifespan="off", server_header=False, timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    port = listening.getsockname()[1]
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        yield client
    server.should_exit = True
    await serving


async def test_the_whole_way_round(admin: Caller) -> None:
    await admin.remember("ada", "User does not accept spicy food.")
    hits = (await admin.ask(RECALL, user="ada", input={"query": "spicy food"})).data["user"]["recall"]["hits"]
    assert [h["memory"]["content"] for h in hits] == ["User does not accept spicy food."]


async def test_requests_at_once_do_not_mix(admin: Caller) -> None:
    names = [f"user-{n}" for n in range(8)]
    await asyncio.gather(*(admin.remember(name, f"User is called {name}.") for name in names))
    replies = await asyncio.gather(*(admin.ask(MEMORIES, user=name) for name in names))
    for name, reply in zip(names, replies, strict=True):
        assert [n["content"] for n in reply.data["user"]["memories"]["nodes"]] == [f"User is called {name}."]


async def test_a_body_larger_than_allowed_is_answered(admin: Caller) -> None:
    reply = await admin.post(VIEWER | {"extensions": {"padding": "x" * 2_000_000}})
    assert (reply.status, reply.codes) == (413, ["TOO_LARGE"])
    assert (await admin.post(VIEWER)).status == 200


async def test_a_body_of_unknown_length_is_bounded_too(admin: Caller) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 65_536

    headers = {"Authorization": f"Bearer {admin.token}", "Content-Type": "application/json"}
    response = await admin.http.post("/graphql", content=chunks(), headers=headers)
    assert response.status_code == 413


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"query": "\\ud800"}',
        b'{"query": "{ a }", "variables": 1}',
    ],
    ids=lambda content: repr(content[:12]),
)
async def test_bytes_that_are_no_request(admin: Caller, content: bytes) -> None:
    reply = await admin.send(content)
    assert reply.status == 400
    assert reply.codes[0] in {"BAD_REQUEST", "SYNTAX_ERROR"}


async def test_wrong_methods_media_types_and_hosts(admin: Caller) -> None:
    response = await admin.http.get("/graphql", params={"query": "{ viewer { role } }"})
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    assert (await admin.send(b"{}", Content_Type="text/plain")).status == 415
    assert (await admin.post(VIEWER, Accept="text/html")).status == 406
    assert (await admin.post(VIEWER, Host="evil.example")).status == 400
    assert (await admin.post(VIEWER, Authorization="Bearer nothing")).status == 401


async def test_ten_thousand_aliases_and_deep_nesting(admin: Caller) -> None:
    aliases = "{" + " ".join(f"a{n}: viewer {{ role }}" for n in range(10_000)) + "}"
    assert (await admin.ask(aliases)).codes == ["SYNTAX_ERROR"]
    assert (await admin.ask("{ a" * 50_000 + " }" * 50_000)).codes == ["SYNTAX_ERROR"]
    variables = '{"x":' * 50_000 + "1" + "}" * 50_000
    body = b'{"query": "{ viewer { role } }", "variables": ' + variables.encode() + b"}"
    assert (await admin.send(body)).status in {200, 400}


async def test_a_client_that_goes_away_leaves_the_server_well(admin: Caller) -> None:
    port = admin.http.base_url.port
    assert port is not None
    for sent in (b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", b"nonsense\r\n\r\n"):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    assert (await admin.post(VIEWER)).data == {"viewer": {"role": "ADMIN"}}


async def test_no_cookie_is_ever_set_and_the_server_does_not_name_itself(admin: Caller) -> None:
    headers = (await admin.post(VIEWER)).response.headers
    assert "set-cookie" not in headers
    assert "server" not in headers
    assert json.loads((await admin.http.get("/healthz")).text)["status"] == "ok"
