"""A client of a service whose decider asks a model: warnings in the payload, counts in the metrics."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

import httpx2
import pytest

from graphmem.clock import SettableClock
from graphmem.deciding.model import ModelDecider
from graphmem.pipelines.services import Services
from tests.api.calling import Caller
from tests.deciding.model.stub import Stub, proposal, serving_stub

OBSERVE = """
mutation Observe($input: ObserveInput!) {
  observe(input: $input) {
    ... on ObservePayload {
      isReplay
      warnings { code message }
      decisions { action rule reason memory { content status } }
    }
  }
}
"""


@pytest.fixture
def stub() -> Iterator[Stub]:
    with serving_stub() as stub:
        yield stub


@pytest.fixture
async def services(started: Services, clock: SettableClock, stub: Stub) -> AsyncIterator[Services]:
    """The services with a model that the stub plays."""
    decider = ModelDecider(stub.options(prompt_price=1.0), clock)
    yield replace(started, clock=clock, decider=decider, model_usage=decider.usage)
    await decider.close()


def numbers(text: str) -> dict[str, float]:
    """The counters of the model, as Prometheus reads them."""
    rows = [line.rpartition(" ") for line in text.splitlines() if line.startswith("graphmem_model")]
    return {name: float(value) for name, _, value in rows}


@pytest.mark.parametrize(
    ("line", "content"), [("Tea keeps me going.", "User likes tea"), ("我靠茶续命。", "用户喜欢茶")]
)
async def test_what_the_model_proposes_is_remembered_and_counted(
    admin: Caller, stub: Stub, http: httpx2.AsyncClient, line: str, content: str
) -> None:
    stub.memories = [proposal(line.rstrip(".。"), content, value="tea")]
    sent = {"userId": "ada", "turns": [{"role": "USER", "content": line}]}
    result = (await admin.ask(OBSERVE, input=sent)).data["observe"]
    assert result["warnings"] == []
    assert [d["memory"]["content"] for d in result["decisions"]] == [content]
    counted = numbers((await http.get("/metrics")).text)
    assert counted["graphmem_model_calls_total"] == 1
    assert counted['graphmem_model_tokens_total{kind="prompt"}'] == 700
    assert counted['graphmem_model_tokens_total{kind="completion"}'] == 50
    assert counted["graphmem_model_cost_total"] == pytest.approx(0.0007)
    assert counted['graphmem_model_fallbacks_total{reason="timeout"}'] == 0


@pytest.mark.parametrize("line", ["I'm allergic to peanuts.", "我对花生过敏。"])
async def test_with_the_model_down_the_payload_and_the_metrics_say_why(
    admin: Caller, stub: Stub, http: httpx2.AsyncClient, line: str
) -> None:
    stub.way = "503"
    sent = {"userId": "ada", "turns": [{"role": "USER", "content": line}]}
    result = (await admin.ask(OBSERVE, input=sent)).data["observe"]
    assert [d["memory"]["status"] for d in result["decisions"]] == ["ACTIVE"]
    assert result["warnings"] == [
        {"code": "MODEL_FALLBACK", "message": "Read by the rules: the model's server failed."}
    ]
    counted = numbers((await http.get("/metrics")).text)
    assert counted['graphmem_model_fallbacks_total{reason="server_error"}'] == 1
