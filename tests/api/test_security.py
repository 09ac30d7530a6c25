"""Guards around every request."""

from dataclasses import replace

import httpx2
import pytest
from starlette.applications import Starlette

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions
from graphmem.pipelines.services import Services

EVIL = "http://evil.example"


def client_of(app: Starlette, base_url: str = "http://localhost") -> httpx2.AsyncClient:
    """A client of an application under some host name."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=base_url)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "localhost:7480@evil.example", "[::1"])
async def test_a_foreign_host_is_refused(app: Starlette, host: str) -> None:
    async with client_of(app) as client:
        response = await client.get("/schema.graphql", headers={"Host": host})
        assert response.status_code == 400
        assert response.json()["errors"][0]["extensions"]["code"] == "HOST_NOT_ALLOWED"
        assert (await client.post("/graphql", json={}, headers={"Host": host})).status_code == 400


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:7480", "127.0.0.1:7480", "[::1]:7480", "[::1]"])
async def test_the_own_host_is_taken_with_any_port(services: Services, host: str) -> None:
    async with client_of(create_app(services, ApiOptions())) as client:
        assert (await client.get("/schema.graphql", headers={"Host": host})).status_code == 200


async def test_probes_may_name_an_address(app: Starlette) -> None:
    async with client_of(app) as client:
        assert (await client.get("/healthz", headers={"Host": "10.1.2.3:7480"})).status_code == 200


async def test_any_host_where_that_is_asked_for(services: Services) -> None:
    async with client_of(create_app(services, ApiOptions(allowed_hosts=("*",)))) as client:
        assert (await client.get("/schema.graphql", headers={"Host": "evil.example"})).status_code == 200


@pytest.mark.parametrize("path", ["/", "/healthz", "/metrics", "/schema.graphql", "/nothing", "/graphql"])
async def test_every_response_carries_the_security_headers(app: Starlette, path: str) -> None:
    async with client_of(app) as client:
        headers = (await client.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


async def preflight(client: httpx2.AsyncClient, origin: str) -> httpx2.Response:
    """What a browser asks before a page of another origin may call."""
    wanted = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    return await client.options("/graphql", headers={"Origin": origin} | wanted)


async def test_no_other_origin_may_call_by_default(app: Starlette) -> None:
    async with client_of(app) as client:
        response = await preflight(client, EVIL)
        assert "access-control-allow-origin" not in response.headers
        response = await client.post("/graphql", json={}, headers={"Origin": EVIL})
        assert "access-control-allow-origin" not in response.headers


async def test_a_configured_origin_may_call_and_no_other(services: Services, options: ApiOptions) -> None:
    friend = "https://app.example"
    app = create_app(services, replace(options, cors_origins=(friend,)))
    async with client_of(app) as client:
        response = await preflight(client, friend)
        assert (response.status_code, response.headers["access-control-allow-origin"]) == (200, friend)
        assert "access-control-allow-credentials" not in response.headers
        assert "access-control-allow-origin" not in (await preflight(client, EVIL)).headers
        answer = await client.post("/graphql", json={}, headers={"Origin": friend})
        assert answer.headers["access-control-allow-origin"] == friend
