"""A key that limits the types of memories its holder reads and writes (rule L2)."""

from collections.abc import Awaitable, Callable

import pytest

from graphmem.domain.principal import Role
from tests.api.calling import CORRECT, FORGET, IMPORT, MEMORIES, NODE, OBSERVE, RECORD_OUTCOME, REMEMBER, Caller
from tests.api.conftest import CallerOf
from tests.api.test_permissions import CREATE_KEY
from tests.api.test_shared_spaces import hits

LimitedOf = Callable[..., Awaitable[Caller]]


@pytest.fixture
def limited(admin: Caller) -> LimitedOf:
    """Makes an agent whose key is limited."""

    async def make(**limits: list[str]) -> Caller:
        wanted = {"role": "AGENT", "subject": "limited", "name": "for a test"} | limits
        made = (await admin.ask(CREATE_KEY, input=wanted)).data["createApiKey"]
        return Caller(admin.http, made["secret"])

    return make


PLAN, TASTE = "User plans to visit Berlin in May.", "User likes Berlin bakeries."


async def test_other_types_are_not_there_for_a_limited_reader(admin: Caller, limited: LimitedOf) -> None:
    taste = await admin.remember("ada", TASTE, type="PREFERENCE")
    plan = await admin.remember("ada", PLAN, type="PLAN")
    agent = await limited(readTypes=["PLAN"])
    assert [content for content, _ in await hits(agent, "ada", "Berlin", limit=10)] == [PLAN]
    asked = await hits(agent, "ada", "Berlin", limit=10, types=["PREFERENCE"])
    assert asked == []
    listed = (await agent.ask(MEMORIES, user="ada")).data["user"]["memories"]["nodes"]
    assert [n["id"] for n in listed] == [plan["id"]]
    assert (await agent.ask(NODE, id=taste["id"])).codes == ["NOT_FOUND"]
    lineage = 'query ($id: ID!) { user(id: "ada") { lineage(memoryId: $id) { id } } }'
    assert (await agent.ask(lineage, id=taste["id"])).codes == ["NOT_FOUND"]
    text = """{ user(id: "ada") {
      context(input: {query: "Berlin"}) { text } events { nodes { memory { content } related { content } } }
      review { nodes { content } } conflicts { nodes { newer { content } } } outcomes { nodes { key } }
      entities { nodes { name memories { nodes { content } } } } } }"""
    reply = await agent.ask(text)
    assert "bakeries" not in reply.response.text
    assert PLAN in reply.response.text


async def test_other_types_are_left_alone_by_a_limited_writer(admin: Caller, limited: LimitedOf) -> None:
    taste = await admin.remember("ada", TASTE, type="PREFERENCE")
    agent = await limited(writeTypes=["PLAN"])
    for text, more in ((CORRECT, {"content": "User hates bakeries."}), (FORGET, {})):
        result = next(iter((await agent.ask(text, input={"memoryId": taste["id"]} | more)).data.values()))
        assert result["code"] == "NOT_FOUND"
    said = {"userId": "ada", "content": "User likes jazz."}
    result = (await agent.ask(REMEMBER, input=said)).data["remember"]
    assert (result["memory"], result["decisions"]) == (None, [{"action": "IGNORE", "rule": "L2"}])
    imported = {"userId": "ada", "items": [{"content": "User likes jazz.", "type": "PREFERENCE"}]}
    assert (await agent.ask(IMPORT, input=imported)).codes == ["FORBIDDEN"]
    outcome = {"userId": "ada", "kind": "refund", "key": "R-7", "status": "open"}
    assert (await agent.ask(RECORD_OUTCOME, input=outcome)).codes == ["FORBIDDEN"]
    listed = (await admin.ask(MEMORIES, user="ada")).data["user"]["memories"]["nodes"]
    assert [n["content"] for n in listed] == [TASTE]


@pytest.mark.parametrize(
    "said", ["I like jazz. I plan to visit Berlin next month.", "我喜欢爵士乐。我打算下个月去柏林。"], ids=["en", "zh"]
)
async def test_a_limited_writer_keeps_what_it_may_of_a_turn(admin: Caller, limited: LimitedOf, said: str) -> None:
    agent = await limited(writeTypes=["PLAN"])
    turn = {"userId": "ada", "turns": [{"role": "USER", "content": said}]}
    decisions = (await agent.ask(OBSERVE, input=turn)).data["observe"]["decisions"]
    assert sorted(d["rule"] for d in decisions if d["action"] == "IGNORE") == ["L2"]
    text = '{ user(id: "ada") { memories { nodes { type } } } }'
    assert (await admin.ask(text)).data["user"]["memories"]["nodes"] == [{"type": "PLAN"}]


async def test_a_key_limits_what_a_grant_gives(admin: Caller, limited: LimitedOf) -> None:
    text = (
        'mutation { shareSpace(input: {space: "alpha", grants: [{subject: "limited", write: true}]}) { __typename } }'
    )
    assert (await admin.ask(text)).data["shareSpace"]["__typename"] == "ShareSpacePayload"
    agent = await limited(readTypes=["PLAN"], writeTypes=["PLAN", "FACT"])
    shown = (await agent.ask('{ space(name: "alpha") { readTypes writeTypes } }')).data["space"]
    assert shown == {"readTypes": ["PLAN"], "writeTypes": ["FACT", "PLAN"]}
    viewer = (await agent.ask("{ viewer { readTypes writeTypes } }")).data["viewer"]
    assert viewer == shown


async def test_an_admin_can_not_be_limited(admin: Caller, caller_of: CallerOf) -> None:
    wanted = {"role": Role.ADMIN.name, "subject": "a", "name": "b", "readTypes": ["PLAN"]}
    assert (await admin.ask(CREATE_KEY, input=wanted)).data["createApiKey"]["code"] == "INVALID_INPUT"
