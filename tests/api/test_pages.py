"""The plain pages: schema, health, metrics and the page to try queries on."""

import re
from pathlib import Path

import httpx2
from graphql import parse, validate

from graphmem.api import pages
from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions
from graphmem.api.schema import build_schema, sdl
from graphmem.pipelines.services import Services
from tests.api.calling import RECALL, Caller

TRY_IT = (Path(pages.__file__).parent / "static" / "try.html").read_text(encoding="utf-8")


async def test_the_schema_is_published(http: httpx2.AsyncClient) -> None:
    response = await http.get("/schema.graphql")
    assert (response.status_code, response.text) == (200, sdl())
    assert response.headers["content-type"] == "text/plain; charset=utf-8"


async def test_health_says_alive(http: httpx2.AsyncClient) -> None:
    assert (await http.get("/healthz")).json()["status"] == "ok"


async def test_readiness_names_each_part(http: httpx2.AsyncClient) -> None:
    response = await http.get("/readyz")
    assert response.status_code == 200
    parts = {"start": "ok", "database": "ok", "indexes": "ok", "space": "ok"}
    assert response.json() == {"status": "ok", "parts": parts}


async def test_a_service_that_still_starts_is_not_ready(services: Services) -> None:
    app = create_app(services, ApiOptions(allowed_hosts=("localhost",), is_ready=lambda: False))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost") as client:
        response = await client.get("/readyz")
    assert (response.status_code, response.json()["parts"]["start"]) == (503, "still starting")


async def test_metrics_count_requests_decisions_and_recalls(admin: Caller) -> None:
    await admin.remember("ada", "User likes tea.")
    await admin.ask(RECALL, user="ada", input={"query": "tea"})
    await admin.ask("{ nothing }")
    response = await admin.http.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain")
    lines = response.text.splitlines()
    assert 'graphmem_requests_total{code="OK",operation="remember"} 1.0' in lines
    assert 'graphmem_requests_total{code="OK",operation="user"} 1.0' in lines
    assert 'graphmem_requests_total{code="INVALID_DOCUMENT",operation="none"} 1.0' in lines
    assert 'graphmem_decisions_total{action="add",rule="D11"} 1.0' in lines
    assert "graphmem_recall_seconds_count 1.0" in lines
    assert "tea" not in response.text


async def test_a_replay_counts_no_decision(admin: Caller) -> None:
    for _ in range(2):
        await admin.remember("ada", "User likes tea.", idempotencyKey="k")
    text = (await admin.http.get("/metrics")).text
    assert 'graphmem_decisions_total{action="add",rule="D11"} 1.0' in text.splitlines()


async def test_names_in_metrics_never_come_from_the_caller(admin: Caller) -> None:
    await admin.post({"query": "query Sneaky { sneaky: viewer { role } }", "operationName": "Sneaky"})
    assert "neaky" not in (await admin.http.get("/metrics")).text


async def test_the_page_loads_nothing_from_elsewhere(http: httpx2.AsyncClient) -> None:
    response = await http.get("/")
    assert response.status_code == 200
    assert response.text == TRY_IT
    assert re.findall(r"https?:|//cdn|src=|@import|url\(", TRY_IT) == []
    policy = response.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def test_the_pages_examples_are_valid_in_both_languages() -> None:
    documents = re.findall(r"= `((?:query|mutation)[^`]+)`", TRY_IT)
    assert len(documents) == 4
    for document in documents:
        assert validate(build_schema().definition, parse(document)) == []
    assert len(re.findall(r"[一-鿿]", TRY_IT)) > 30
