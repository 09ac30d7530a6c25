"""`User.explainMemory` over HTTP (rules Q11, P5, V3)."""

from datetime import timedelta
from typing import Any

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.principal import Role
from tests.api.calling import CORRECT, RECALL, Caller
from tests.api.conftest import CallerOf

EXPLAIN = """
query Explain($user: ID!, $id: ID!, $asked: String!, $options: RecallOptions, $asOf: DateTime) {
  user(id: $user, asOf: $asOf) {
    explainMemory(memoryId: $id, query: $asked, options: $options) {
      isFound stage verdict resolvedQuery
      memory { content }
      checks { stage outcome detail beatenBy { content } }
      lists { kind lookedFor begins ends place length isIn }
      score { total relevance }
      standing { place placeByScore count limit last { memory { content } score { total } } }
    }
  }
}
"""


async def explain(caller: Caller, user: str, memory_id: str, query: str, **more: Any) -> dict[str, Any]:
    reply = await caller.ask(EXPLAIN, user=user, id=memory_id, asked=query, **more)
    return reply.data["user"]["explainMemory"]


@pytest.mark.parametrize(
    ("texts", "query"),
    [
        (("User likes green tea.", "User likes black tea.", "User plays chess."), "green tea"),
        (("用户喜欢喝绿茶。", "用户喜欢喝红茶。", "用户下象棋。"), "绿茶"),
    ],
)
async def test_the_account_agrees_with_recall(admin: Caller, texts: tuple[str, ...], query: str) -> None:
    best, second, _ = await admin.add("ada", *texts)
    account = await explain(admin, "ada", second["id"], query, options={"limit": 1})
    recalled = (await admin.ask(RECALL, user="ada", input={"query": query, "limit": 1})).data["user"]["recall"]
    assert (account["isFound"], account["stage"], account["resolvedQuery"]) == (False, "LIMIT", query)
    assert account["memory"] == {"content": second["content"]}
    assert account["checks"][-1]["beatenBy"] == {"content": best["content"]}
    last = account["standing"]["last"]
    assert [last["memory"]["content"]] == [h["memory"]["content"] for h in recalled["hits"]]
    assert last["score"]["total"] == recalled["hits"][0]["score"]["total"] > account["score"]["total"]
    assert [each["kind"] for each in account["lists"]] == ["VECTOR", "TEXT"]
    found = await explain(admin, "ada", best["id"], query)
    assert (found["isFound"], found["stage"]) == (True, None)
    assert found["verdict"].startswith("Found. Place 1 of 3")


async def test_options_are_those_of_recall(admin: Caller) -> None:
    (held,) = await admin.add("ada", "User likes green tea.")
    plans = await explain(admin, "ada", held["id"], "tea", options={"types": ["PLAN"]})
    assert plans["stage"] == "TYPE"
    reply = await admin.ask(EXPLAIN, user="ada", id=held["id"], asked="tea", options={"limit": 101})
    assert reply.codes == ["INVALID_INPUT"]
    assert (await explain(admin, "ada", held["id"], "tea", options=None))["isFound"]


async def test_as_of_the_account_is_of_then(admin: Caller, clock: SettableClock) -> None:
    held = await admin.remember("ada", "User lives in Hangzhou.")
    then = clock.now().isoformat()
    clock.advance(timedelta(days=1))
    await admin.ask(CORRECT, input={"memoryId": held["id"], "content": "User lives in Beijing."})
    assert (await explain(admin, "ada", held["id"], "city", asOf=then))["isFound"]
    assert (await explain(admin, "ada", held["id"], "city"))["stage"] == "STATUS"


@pytest.mark.parametrize(("content", "word"), [("User has diabetes.", "diabetes"), ("用户患有糖尿病。", "糖尿病")])
async def test_an_analyst_learns_nothing_of_a_sensitive_memory(caller_of: CallerOf, content: str, word: str) -> None:
    agent, analyst = await caller_of(Role.AGENT), await caller_of(Role.ANALYST)
    held = await agent.remember("ada", content)
    account = await explain(analyst, "ada", held["id"], word)
    assert account["stage"] == "PERMISSION"
    assert account["memory"] == {"content": "[SENSITIVE]"}
    assert (account["lists"], account["score"], account["standing"]) == ([], None, None)
    assert {c["beatenBy"] for c in account["checks"]} == {None}
    assert (await explain(agent, "ada", held["id"], word))["isFound"]
