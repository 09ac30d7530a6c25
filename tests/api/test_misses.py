"""Feedback on recalls, and the list of what was missed, over HTTP (rules Q4, Q10, P5)."""

import pytest
from starlette.applications import Starlette

from graphmem.domain.principal import Role
from graphmem.pipelines.services import Services
from tests.api.calling import Caller
from tests.api.conftest import CallerOf

ASK = """
query Ask($user: ID!, $words: String!, $explain: Boolean! = false) {
  user(id: $user) { recall(input: {query: $words, explain: $explain}) { recallId hits { memory { id } } } }
}
"""
FEEDBACK = """
mutation Report($input: RecallFeedbackInput!) {
  recallFeedback(input: $input) {
    ... on RecallFeedbackPayload { memoryCount }
    ... on UserError { code path }
  }
}
"""
USES = '{ user(id: "ada") { memories { nodes { accessCount hitCount lastAccessedAt lastHitAt } } } }'
MISSES = """
query Misses($user: ID, $first: Int! = 20, $after: String) {
  misses(userId: $user, first: $first, after: $after) {
    nodes {
      userId query reason bestRelevance count space at firstAt
      scores { relevance cosine coverage memory { content } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
"""


async def test_uses_are_counted_for_those_who_use_and_not_for_those_who_look(
    caller_of: CallerOf, services: Services
) -> None:
    agent = await caller_of(Role.AGENT)
    memory = await agent.remember("ada", "User likes hiking.")
    asked = (await agent.ask(ASK, user="ada", words="hiking")).data["user"]["recall"]
    for role in (Role.ANALYST, Role.REVIEWER):
        looked = await (await caller_of(role)).ask(ASK, user="ada", words="hiking")
        assert looked.data["user"]["recall"]["recallId"] is None
    explained = await agent.ask(ASK, user="ada", words="hiking", explain=True)
    assert explained.data["user"]["recall"]["recallId"] is None
    report = {"userId": "ada", "recallId": asked["recallId"], "helpful": True, "memoryIds": [memory["id"]]}
    assert (await agent.ask(FEEDBACK, input=report)).data["recallFeedback"] == {"memoryCount": 1}
    await services.usage.flush()
    (node,) = (await agent.ask(USES)).data["user"]["memories"]["nodes"]
    assert (node["accessCount"], node["hitCount"]) == (1, 1)
    assert node["lastAccessedAt"] is not None
    assert node["lastHitAt"] is not None


async def test_misses_are_listed_page_by_page_without_sensitive_words(caller_of: CallerOf, services: Services) -> None:
    agent, analyst = await caller_of(Role.AGENT), await caller_of(Role.ANALYST)
    await agent.remember("ada", "User likes hiking.")
    for query in ("我的鞋码是多少？", "Which insulin for my diabetes?"):
        await agent.ask(FEEDBACK, input={"userId": "ada", "query": query, "helpful": False})
        await services.usage.flush()
    seen = (await analyst.ask(MISSES)).data["misses"]["nodes"]
    assert sorted(m["query"] for m in seen) == sorted(["[SENSITIVE]", "我的鞋码是多少？"])
    assert {m["reason"] for m in seen} == {"UNHELPFUL"}
    admin = await caller_of(Role.ADMIN)
    assert "Which insulin for my diabetes?" in [m["query"] for m in (await admin.ask(MISSES)).data["misses"]["nodes"]]
    page = (await analyst.ask(MISSES, user="ada", first=1)).data["misses"]
    assert page["pageInfo"]["hasNextPage"]
    rest = (await analyst.ask(MISSES, user="ada", first=1, after=page["pageInfo"]["endCursor"])).data["misses"]
    assert (len(rest["nodes"]), rest["pageInfo"]["hasNextPage"]) == (1, False)
    assert (await analyst.ask(MISSES, user="bob")).data["misses"]["nodes"] == []
    elsewhere = await caller_of(Role.ADMIN, tenant="somebody-else")
    assert (await elsewhere.ask(MISSES, user="ada")).data["misses"]["nodes"] == []


async def test_a_report_that_names_nothing_or_something_foreign_is_refused(admin: Caller) -> None:
    bobs = await admin.remember("bob", "User likes tea.")
    for wanted, code in (
        ({"helpful": True}, "INVALID_INPUT"),
        ({"helpful": True, "recallId": "x"}, "NOT_FOUND"),
        ({"helpful": True, "memoryIds": [bobs["id"]]}, "NOT_FOUND"),
        ({"helpful": True, "query": "tea", "memoryIds": [bobs["id"]] * 2}, "NOT_FOUND"),
        ({"helpful": False, "query": " "}, "INVALID_INPUT"),
    ):
        result = (await admin.ask(FEEDBACK, input={"userId": "ada"} | wanted)).data["recallFeedback"]
        assert result["code"] == code, wanted


@pytest.mark.usefixtures("tenant")
async def test_metrics_tell_uses_and_misses(app: Starlette, admin: Caller, services: Services) -> None:
    await admin.remember("ada", "User likes hiking.")
    await admin.ask(ASK, user="ada", words="hiking")
    text = (await admin.http.get("/metrics", headers={"Authorization": f"Bearer {admin.token}"})).text
    assert 'graphmem_uses_total{kind="returned"}' in text
    assert "graphmem_misses_total" in text
    assert "graphmem_miss_notices_total" in text
