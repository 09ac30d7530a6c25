"""Shared spaces over HTTP: what is about no person, read and written by grants (rules L2, P1, Q1)."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.principal import Role
from tests.api.calling import CORRECT, FORGET, RECALL, REMEMBER, ROLLBACK, Caller
from tests.api.conftest import CallerOf

SHARE = """
mutation Share($input: ShareSpaceInput!) {
  shareSpace(input: $input) {
    ... on ShareSpacePayload { space { name grants { role subject readTypes writeTypes } } }
    ... on UserError { code message path }
  }
}
"""
UNSHARE = """
mutation Unshare($input: UnshareSpaceInput!) {
  unshareSpace(input: $input) {
    ... on UnshareSpacePayload { space { grants { subject } } }
    ... on UserError { code message path }
  }
}
"""
SPACE = """
query Space($name: String!, $asOf: DateTime) {
  space(name: $name, asOf: $asOf) {
    name readTypes writeTypes
    memories { nodes { id content scope space userId status version } }
    events { nodes { action memory { content } } }
    conflicts { nodes { newer { content } older { content } } }
    review { nodes { content } }
    entities { nodes { id name } }
    stats { liveCount }
  }
}
"""
ASK = """
query Ask($user: ID!, $input: RecallInput!, $asOf: DateTime) {
  user(id: $user, asOf: $asOf) {
    recall(input: $input) {
      hits { memory { content scope space userId } } dropped { reason memory { content } }
    }
  }
}
"""
CONTEXT = """
query Context($user: ID!, $input: ContextInput!) {
  user(id: $user) {
    context(input: $input) {
      text warnings { code message } items { text memory { content space } } trace { memory { space } }
    }
  }
}
"""


async def share(admin: Caller, space: str, **grant: Any) -> dict[str, Any]:
    """Make a space, with a grant where one is given."""
    grants = [grant] if grant else []
    return (await admin.ask(SHARE, input={"space": space, "grants": grants})).data["shareSpace"]


async def note(caller: Caller, space: str, content: str, **more: Any) -> dict[str, Any]:
    """Remember a statement in a space and return its memory."""
    reply = await caller.ask(REMEMBER, input={"space": space, "content": content} | more)
    result = reply.data["remember"]
    assert result["__typename"] == "RememberPayload", result
    return result["memory"]


async def hits(caller: Caller, user: str, query: str, **more: Any) -> list[tuple[str, str | None]]:
    """What a recall gives: contents with their spaces."""
    reply = await caller.ask(ASK, user=user, input={"query": query} | more)
    return [(h["memory"]["content"], h["memory"]["space"]) for h in reply.data["user"]["recall"]["hits"]]


TWINS = [
    ("The VPN needs a token from the service desk.", "How do we get into the VPN?"),
    ("公司VPN需要服务台的令牌。", "怎么连上VPN？"),
]


@pytest.mark.parametrize(("fact", "question"), TWINS, ids=["english", "chinese"])
async def test_a_team_fact_answers_every_user_of_an_agent_that_may_read(
    admin: Caller, caller_of: CallerOf, fact: str, question: str
) -> None:
    writer, reader = await caller_of(Role.AGENT, "writer"), await caller_of(Role.AGENT, "reader")
    await share(admin, "support", subject="writer", read=True, write=True)
    await share(admin, "support", subject="reader")
    memory = await note(writer, "support", fact)
    assert memory["status"] == "ACTIVE"
    for user in ("ada", "bob"):
        assert await hits(reader, user, question) == [(fact, "support")]
    reply = await reader.ask(ASK, user="ada", input={"query": question, "spaces": ["support"]})
    found = reply.data["user"]["recall"]["hits"][0]["memory"]
    assert found == {"content": fact, "scope": "SHARED", "space": "support", "userId": None}
    assert await hits(reader, "ada", question, spaces=[]) == []


async def test_three_users_and_two_spaces_see_what_was_granted_only(caller_of: CallerOf) -> None:
    admin, elsewhere = await caller_of(), await caller_of(tenant="a-shared-tenant")
    callers = {name: await caller_of(Role.AGENT, name) for name in ("one", "two", "none")}
    await share(admin, "alpha", subject="one")
    await share(admin, "beta", subject="two")
    await share(elsewhere, "alpha", subject="none")
    await note(admin, "alpha", "The parking garage closes at 20:00.")
    await note(admin, "beta", "The parking garage closes at 23:00.")
    await note(elsewhere, "alpha", "The parking garage closes at 18:00.")
    for user in ("u1", "u12", "u1 2"):
        await admin.remember(user, f"User {user} has a red bicycle.")
    expected = {"one": {"alpha"}, "two": {"beta"}, "none": set[str]()}
    for name, caller in callers.items():
        for user in ("u1", "u12", "u1 2"):
            found = await hits(caller, user, "When does the parking garage close?", limit=100)
            assert {space for _, space in found if space} == expected[name]
            assert {content for content, space in found if not space} <= {f"User {user} has a red bicycle."}
        for space in {"alpha", "beta"} - expected[name]:
            reply = await caller.ask(ASK, user="u1", input={"query": "garage", "spaces": [space]})
            assert reply.codes == ["NOT_FOUND"]
            assert (await caller.ask(SPACE, name=space)).codes == ["NOT_FOUND"]
        for space in expected[name]:
            shown = (await caller.ask(SPACE, name=space)).data["space"]
            assert len(shown["memories"]["nodes"]) == 1
    assert {space for _, space in await hits(admin, "u1", "parking garage", limit=100) if space} == {"alpha", "beta"}


async def test_a_space_is_a_secret_to_whom_it_was_not_granted(admin: Caller, caller_of: CallerOf) -> None:
    agent = await caller_of(Role.AGENT, "stranger")
    await share(admin, "alpha")
    memory = await note(admin, "alpha", "The parking garage closes at 20:00.")
    texts: dict[str, tuple[str, dict[str, Any]]] = {
        "correctMemory": (CORRECT, {"content": "The parking garage closes at 19:00."}),
        "rollbackMemory": (ROLLBACK, {"toVersion": 1}),
        "forgetMemory": (FORGET, {}),
    }
    for way, (text, more) in texts.items():
        result = (await agent.ask(text, input={"memoryId": memory["id"]} | more)).data[way]
        assert result["code"] == "NOT_FOUND", way
        assert "memory" in result["message"]
    node = "query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }"
    assert (await agent.ask(node, id=memory["id"])).codes == ["NOT_FOUND"]
    for space in ("alpha", "no such space"):
        result = (await agent.ask(REMEMBER, input={"space": space, "content": "The lift is slow."})).data["remember"]
        assert result["code"] == "NOT_FOUND"
        assert "space" in result["message"]
    assert (await agent.ask("{ spaces { nodes { name } } }")).data["spaces"]["nodes"] == []
    mine = 'query ($id: ID!) { user(id: "ada") { memory(id: $id) { content } } }'
    assert (await admin.ask(mine, id=memory["id"])).codes == ["NOT_FOUND"]


async def test_reading_is_not_writing_and_writing_not_reading(admin: Caller, caller_of: CallerOf) -> None:
    reader, writer = await caller_of(Role.AGENT, "reader"), await caller_of(Role.AGENT, "writer")
    await share(admin, "alpha", subject="reader")
    await share(admin, "alpha", subject="writer", read=False, write=True)
    await note(admin, "alpha", "The parking garage closes at 20:00.")
    reply = await reader.ask(REMEMBER, input={"space": "alpha", "content": "The lift is slow."})
    assert reply.codes == ["FORBIDDEN"]
    text = REMEMBER.replace("decisions { action rule }", "decisions { action memory { content } related { content } }")
    said = {"space": "alpha", "content": "The parking garage closes at 20:00."}
    result = (await writer.ask(text, input=said)).data["remember"]
    assert result["decisions"][0]["action"] == "REINFORCE"
    assert result["memory"] is None
    assert result["decisions"][0]["related"] is None, "a writer without a grant to read was shown what is there"
    assert await hits(writer, "ada", "When does the garage close?") == []
    assert (await writer.ask(SPACE, name="alpha")).data["space"]["memories"]["nodes"] == []


async def test_a_grant_that_was_taken_back_is_over_at_once(admin: Caller, caller_of: CallerOf) -> None:
    agent = await caller_of(Role.AGENT, "agent")
    await share(admin, "alpha", subject="agent", write=True)
    key = {"idempotencyKey": "k-1"}
    memory = await note(agent, "alpha", "The parking garage closes at 20:00.", **key)
    done = await admin.ask(UNSHARE, input={"space": "alpha", "subject": "agent"})
    assert done.data["unshareSpace"]["space"]["grants"] == []
    again = await admin.ask(UNSHARE, input={"space": "alpha", "subject": "agent"})
    assert again.data["unshareSpace"]["code"] == "NOT_FOUND"
    said = {"space": "alpha", "content": "The parking garage closes at 20:00."} | key
    assert (await agent.ask(REMEMBER, input=said)).data["remember"]["code"] == "NOT_FOUND"
    forgotten = await agent.ask(FORGET, input={"memoryId": memory["id"]})
    assert forgotten.data["forgetMemory"]["code"] == "NOT_FOUND"
    assert await hits(agent, "ada", "parking garage") == []


async def test_a_name_that_an_agent_only_gives_itself_opens_nothing(admin: Caller, caller_of: CallerOf) -> None:
    await share(admin, "alpha", subject="trusted", write=True)
    impostor = await caller_of(Role.AGENT, "impostor")
    said = {"space": "alpha", "content": "The lift is slow.", "agentId": "trusted"}
    assert (await impostor.ask(REMEMBER, input=said)).data["remember"]["code"] == "NOT_FOUND"
    user = await caller_of(Role.USER, "trusted")
    assert (await user.ask(SPACE, name="alpha")).codes == ["NOT_FOUND"]


async def test_a_grant_may_be_for_everybody_of_a_role(admin: Caller, caller_of: CallerOf) -> None:
    await share(admin, "alpha", role="USER")
    await note(admin, "alpha", "The parking garage closes at 20:00.")
    ada, agent = await caller_of(Role.USER, "ada"), await caller_of(Role.AGENT, "ada")
    assert [space for _, space in await hits(ada, "ada", "parking garage")] == ["alpha"]
    assert await hits(agent, "ada", "parking garage") == []


OF_PEOPLE = [
    "I like my coffee black.",
    "User likes tea.",
    "Ada's birthday is on 3 May.",
    "我喜欢喝咖啡。",
    "王磊住在北京。",
]


@pytest.mark.parametrize("content", OF_PEOPLE)
async def test_what_is_about_a_person_has_no_place_in_a_space(admin: Caller, content: str) -> None:
    await share(admin, "alpha")
    result = (await admin.ask(REMEMBER, input={"space": "alpha", "content": content})).data["remember"]
    assert (result["code"], result["path"]) == ("INVALID_INPUT", ["content"])
    assert content not in result["message"]


async def test_a_statement_is_for_a_user_or_for_a_space(admin: Caller) -> None:
    for owner in ({}, {"userId": "ada", "space": "alpha"}):
        result = (await admin.ask(REMEMBER, input={"content": "The lift is slow."} | owner)).data["remember"]
        assert result["code"] == "INVALID_INPUT"


async def test_a_space_is_listed_corrected_rolled_back_traced_and_forgotten(admin: Caller, caller_of: CallerOf) -> None:
    agent = await caller_of(Role.AGENT, "agent")
    await share(admin, "alpha", subject="agent", write=True)
    first = await note(agent, "alpha", "The office in Berlin closes at 20:00.")
    corrected = await agent.ask(
        CORRECT, input={"memoryId": first["id"], "content": "The office in Berlin closes at 19:00."}
    )
    second = corrected.data["correctMemory"]["memory"]
    assert (second["version"], second["content"]) == (2, "The office in Berlin closes at 19:00.")
    back = (await agent.ask(ROLLBACK, input={"memoryId": second["id"], "toVersion": 1})).data["rollbackMemory"][
        "memory"
    ]
    assert back["content"] == "The office in Berlin closes at 20:00."
    text = """query ($id: ID!) { space(name: "alpha") {
      memory(id: $id) { content versions { version } entities { id name } }
      lineage(memoryId: $id) { versions { version } events { action actor { subject } } } } }"""
    shown = (await agent.ask(text, id=back["id"])).data["space"]
    assert [v["version"] for v in shown["lineage"]["versions"]] == [1, 2, 3]
    assert {e["actor"]["subject"] for e in shown["lineage"]["events"]} == {"agent"}
    (berlin,) = shown["memory"]["entities"]
    node = "query ($id: ID!) { node(id: $id) { ... on Entity { name memories { nodes { content } } } } }"
    assert (await agent.ask(node, id=berlin["id"])).data["node"]["memories"]["nodes"] == [{"content": back["content"]}]
    stranger = await caller_of(Role.AGENT, "stranger")
    assert (await stranger.ask(node, id=berlin["id"])).codes == ["NOT_FOUND"]
    gone = (await agent.ask(FORGET, input={"memoryId": back["id"]})).data["forgetMemory"]
    assert gone["versionCount"] == 3
    after = (await agent.ask(SPACE, name="alpha")).data["space"]
    assert (after["memories"]["nodes"], after["entities"]["nodes"], after["stats"]["liveCount"]) == ([], [], 0)


async def test_a_space_answers_for_an_instant(admin: Caller, clock: SettableClock) -> None:
    await share(admin, "alpha")
    before = clock.now().isoformat()
    clock.advance(timedelta(hours=1))
    await note(admin, "alpha", "The parking garage closes at 20:00.")
    clock.advance(timedelta(hours=1))
    assert (await admin.ask(SPACE, name="alpha", asOf=before)).data["space"]["memories"]["nodes"] == []
    for as_of, expected in ((before, []), (clock.now().isoformat(), ["alpha"])):
        reply = await admin.ask(ASK, user="ada", input={"query": "parking garage"}, asOf=as_of)
        assert [h["memory"]["space"] for h in reply.data["user"]["recall"]["hits"]] == expected


PERSONAL = [
    ("The weekly meeting is on Monday.", "The weekly meeting is on Tuesday.", "When is the weekly meeting?"),
    ("周会在周一。", "周会在周二。", "周会在周几？"),
    (
        "The capital of Atlantis is Poseidonis.",
        "The capital of Atlantis is Atlas.",
        "What is the capital of Atlantis? Is it Poseidonis?",
    ),
]


@pytest.mark.parametrize(("shared", "own", "question"), PERSONAL, ids=["english", "chinese", "slot"])
async def test_what_a_user_said_goes_before_what_is_shared(admin: Caller, shared: str, own: str, question: str) -> None:
    await share(admin, "alpha")
    await admin.remember("ada", own)
    await note(admin, "alpha", shared)
    assert await hits(admin, "ada", question, limit=10) == [(own, None)]
    assert await hits(admin, "bob", question, limit=10) == [(shared, "alpha")]


async def test_the_same_is_said_once_and_is_the_users_own(admin: Caller) -> None:
    await share(admin, "alpha")
    await note(admin, "alpha", "The parking garage closes at 20:00.")
    await admin.remember("ada", "The parking garage closes at 20:00.")
    reply = await admin.ask(ASK, user="ada", input={"query": "When does the parking garage close?", "explain": True})
    answer = reply.data["user"]["recall"]
    assert [(h["memory"]["scope"]) for h in answer["hits"]] == ["PERSONAL"]
    assert [d["reason"] for d in answer["dropped"]] == ["a memory of the user speaks of the same (L2)"]
    assert [d["memory"]["content"] for d in answer["dropped"]] == ["The parking garage closes at 20:00."]


@pytest.mark.parametrize(
    ("fact", "question", "heading"),
    [
        ("The VPN needs a token from the service desk.", "How do we get into the VPN?", "Shared in the team"),
        ("公司VPN需要服务台的令牌。", "怎么连上VPN？", "团队共享"),
    ],
    ids=["english", "chinese"],
)
async def test_a_context_says_what_is_shared(admin: Caller, fact: str, question: str, heading: str) -> None:
    await share(admin, "it desk")
    await note(admin, "it desk", fact)
    made = (await admin.ask(CONTEXT, user="ada", input={"query": question})).data["user"]["context"]
    assert made["warnings"] == []
    (item,) = made["items"]
    assert (item["memory"]["content"], item["memory"]["space"]) == (fact, "it desk")
    lines = made["text"].splitlines()
    assert heading in lines[1]
    assert "it desk" in lines[2]
    assert made["trace"][0]["memory"] == {"space": "it desk"}


async def test_types_of_a_grant_hold_for_reading_and_writing(admin: Caller, caller_of: CallerOf) -> None:
    agent = await caller_of(Role.AGENT, "agent")
    await share(admin, "alpha", subject="agent", write=True, readTypes=["FACT"], writeTypes=["FACT"])
    fact = await note(admin, "alpha", "The parking garage closes at 20:00.")
    insight = await note(admin, "alpha", "The parking garage is full on Mondays.", type="INSIGHT")
    assert await hits(agent, "ada", "parking garage", limit=10) == [("The parking garage closes at 20:00.", "alpha")]
    listed = (await agent.ask(SPACE, name="alpha")).data["space"]["memories"]["nodes"]
    assert [n["id"] for n in listed] == [fact["id"]]
    one = 'query ($id: ID!) { space(name: "alpha") { memory(id: $id) { content } } }'
    assert (await agent.ask(one, id=insight["id"])).codes == ["NOT_FOUND"]
    said = {"space": "alpha", "content": "The lift is out of order on Tuesdays.", "type": "INSIGHT"}
    result = (await agent.ask(REMEMBER, input=said)).data["remember"]
    assert (result["memory"], result["decisions"]) == (None, [{"action": "IGNORE", "rule": "L2"}])
    gone = (await agent.ask(FORGET, input={"memoryId": insight["id"]})).data["forgetMemory"]
    assert gone["code"] == "NOT_FOUND"


async def test_writers_of_one_space_wait_for_each_other(admin: Caller, caller_of: CallerOf) -> None:
    writers = [await caller_of(Role.AGENT, f"w{i}") for i in range(2)]
    await share(admin, "alpha", role="AGENT", write=True)
    fact = "The parking garage closes at 20:00."
    await asyncio.gather(*(note(w, "alpha", fact) for w in writers for _ in range(3)))
    listed = (await admin.ask(SPACE, name="alpha")).data["space"]["memories"]["nodes"]
    assert [(n["content"], n["version"]) for n in listed] == [(fact, 1)]


async def test_a_write_that_meets_the_end_of_its_grant_is_done_or_refused_and_never_after_it(
    admin: Caller, caller_of: CallerOf
) -> None:
    agent = await caller_of(Role.AGENT, "agent")
    await share(admin, "alpha", subject="agent", write=True)
    said = [{"space": "alpha", "content": f"Room {i} has {i} chairs."} for i in range(1, 6)]
    *written, ended = await asyncio.gather(
        *(agent.ask(REMEMBER, input=s) for s in said), admin.ask(UNSHARE, input={"space": "alpha", "subject": "agent"})
    )
    assert ended.data["unshareSpace"]["space"]["grants"] == []
    done = sum(reply.data["remember"]["__typename"] == "RememberPayload" for reply in written)
    assert len((await admin.ask(SPACE, name="alpha")).data["space"]["memories"]["nodes"]) == done
    late = await agent.ask(REMEMBER, input={"space": "alpha", "content": "The lift is slow."})
    assert late.data["remember"]["code"] == "NOT_FOUND"


async def test_only_admins_share_and_see_the_grants(admin: Caller, caller_of: CallerOf) -> None:
    agent = await caller_of(Role.AGENT, "agent")
    assert (await agent.ask(SHARE, input={"space": "alpha"})).codes == ["FORBIDDEN"]
    made = await share(admin, "alpha", subject="agent", readTypes=["FACT"])
    grant = {"role": "AGENT", "subject": "agent", "readTypes": ["FACT"], "writeTypes": []}
    assert made["space"]["grants"] == [grant]
    grants = '{ space(name: "alpha") { grants { subject } } }'
    assert (await agent.ask(grants)).codes == ["FORBIDDEN"]
    assert (await admin.ask(grants)).data["space"]["grants"] == [{"subject": "agent"}]
    listed = (await agent.ask("{ spaces { nodes { name readTypes writeTypes } } }")).data["spaces"]["nodes"]
    assert listed == [{"name": "alpha", "readTypes": ["FACT"], "writeTypes": []}]


BAD = [
    ({"space": ""}, ["space"]),
    ({"space": "alpha", "grants": [{"read": False}]}, ["grants", "0"]),
    ({"space": "alpha", "grants": [{"role": "ADMIN"}]}, ["grants", "0"]),
    ({"space": "alpha", "grants": [{"subject": " x"}]}, ["grants", "0", "subject"]),
    ({"space": "alpha", "grants": [{"subject": "x"}, {"subject": "x", "write": True}]}, ["grants"]),
]


@pytest.mark.parametrize(("wanted", "path"), BAD)
async def test_a_faulty_grant_is_refused_with_its_place(admin: Caller, wanted: dict[str, Any], path: list[str]) -> None:
    result = (await admin.ask(SHARE, input=wanted)).data["shareSpace"]
    assert (result["code"], result["path"]) == ("INVALID_INPUT", path)


async def test_recall_without_any_space_is_as_it_was(admin: Caller) -> None:
    await admin.remember("ada", "User likes green tea.")
    found = (await admin.ask(RECALL, user="ada", input={"query": "tea"})).data["user"]["recall"]["hits"]
    assert [h["memory"]["content"] for h in found] == ["User likes green tea."]
