"""Logs carry ids and counts, never words of people; faults of ours are masked under an id, outages are told."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime

import httpx2
from structlog.testing import capture_logs

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions, AuthOptions
from graphmem.deciding.decider import Known
from graphmem.domain.candidate import Candidate, Extraction, Turn
from graphmem.embedding.calibration import Calibration
from graphmem.embedding.embedder import Embedder, EmbeddingSpace, Vector
from graphmem.errors import EmbeddingFailed
from graphmem.pipelines.services import Services
from graphmem.store.connection import ConnectionOptions, Database
from tests.api.calling import OBSERVE, RECALL, REMEMBER, Caller

SECRET_WORDS = "User loves marzipan."
TURNS = [{"role": "USER", "content": SECRET_WORDS}]


class BrokenDecider:
    """Fails with the words it was given, as a library might."""

    wants_known = False

    async def extract(
        self, turns: Sequence[Turn], *, recent: Sequence[Turn], known: Sequence[Known] = ()
    ) -> Extraction:
        raise KeyError(turns[0].content)

    async def read_statement(self, content: str, turn: Turn) -> Candidate:
        raise KeyError(content)


class BrokenClock:
    """Fails always."""

    def now(self) -> datetime:
        raise OSError("the clock is gone")


@dataclass
class DeafEmbedder:
    """An embedder whose model is away."""

    real: Embedder

    @property
    def space(self) -> EmbeddingSpace:
        return self.real.space

    @property
    def calibration(self) -> Calibration:
        return self.real.calibration

    async def embed_query(self, text: str) -> Vector:
        raise EmbeddingFailed("The model did not answer.")

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        raise EmbeddingFailed("The model did not answer.")

    async def close(self) -> None:
        return None


@asynccontextmanager
async def client_of(services: Services, options: ApiOptions) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of an application on other services."""
    transport = httpx2.ASGITransport(app=create_app(services, options))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


async def test_a_request_is_one_line_of_ids_and_counts(admin: Caller) -> None:
    with capture_logs() as lines:
        reply = await admin.ask(REMEMBER, input={"userId": "ada-the-secret", "content": SECRET_WORDS})
    assert [line["event"] for line in lines] == ["request"]
    line = lines[0]
    assert line["request_id"] == reply.response.headers["x-request-id"]
    assert (line["operation"], line["code"], line["fields"]) == ("remember", "OK", 1)
    assert "marzipan" not in str(lines)
    assert "secret" not in str(lines)
    assert admin.token is not None
    assert admin.token not in str(lines)


async def test_wrong_variables_are_not_logged(admin: Caller) -> None:
    with capture_logs() as lines:
        reply = await admin.ask(REMEMBER, input={"userId": "ada", "content": SECRET_WORDS, "nonsense": 1})
    assert reply.codes == ["INVALID_VARIABLES"]
    assert "marzipan" not in str(lines)


async def test_a_fault_is_masked_and_found_in_the_log_by_its_id(
    admin: Caller, services: Services, options: ApiOptions
) -> None:
    async with client_of(replace(services, decider=BrokenDecider()), options) as http:
        with capture_logs() as lines:
            reply = await Caller(http, admin.token).ask(OBSERVE, input={"userId": "ada", "turns": TURNS})
    assert (reply.status, reply.codes) == (200, ["INTERNAL"])
    error = reply.body["errors"][0]
    fault = next(line for line in lines if line["event"] == "fault")
    assert error["extensions"]["id"] == fault["error_id"]
    assert fault["error_id"] in error["message"]
    assert fault["error"] == "KeyError"
    assert any("extract" in place for place in fault["at"])
    assert "marzipan" not in str(lines)
    assert "marzipan" not in reply.response.text


async def test_a_fault_before_execution_is_masked_too(admin: Caller, services: Services, options: ApiOptions) -> None:
    async with client_of(replace(services, clock=BrokenClock()), options) as http:
        reply = await Caller(http, admin.token).ask("{ viewer { role } }")
    assert (reply.status, reply.codes) == (500, ["INTERNAL"])
    assert "data" not in reply.body
    assert "clock" not in reply.response.text


async def test_without_its_model_recall_answers_by_words_and_says_so(
    admin: Caller, services: Services, options: ApiOptions
) -> None:
    await admin.remember("ada", SECRET_WORDS)
    async with client_of(replace(services, embedder=DeafEmbedder(services.embedder)), options) as http:
        deaf = Caller(http, admin.token)
        recall = (await deaf.ask(RECALL, user="ada", input={"query": "marzipan"})).data["user"]["recall"]
        assert [w["code"] for w in recall["warnings"]] == ["EMBEDDING_FAILED"]
        assert [h["memory"]["content"] for h in recall["hits"]] == [SECRET_WORDS]
        reply = await deaf.ask(REMEMBER, input={"userId": "ada", "content": "User likes tea."})
    assert reply.codes == ["EMBEDDING_FAILED"]
    assert reply.body["errors"][0]["extensions"]["retryable"] is True


async def test_without_its_database_the_service_is_alive_but_not_ready(services: Services) -> None:
    nowhere = Database(ConnectionOptions(uri="bolt://127.0.0.1:1", user="neo4j", password="none"))
    options = ApiOptions(allowed_hosts=("localhost",), auth=AuthOptions(no_auth=True))
    async with nowhere, client_of(replace(services, database=nowhere), options) as http:
        assert (await http.get("/healthz")).status_code == 200
        ready = await http.get("/readyz")
        assert (ready.status_code, list(ready.json()["parts"])) == (503, ["start", "database"])
        assert (await Caller(http).ask("{ viewer { role } }")).data == {"viewer": {"role": "ADMIN"}}
