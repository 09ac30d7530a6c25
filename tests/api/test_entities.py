"""Entities over HTTP: listed, found, merged, split and named (rules E1 to E3, P1, P2)."""

from typing import Any

import pytest

from graphmem.domain.principal import Role
from tests.api.calling import FORGET, Caller
from tests.api.conftest import CallerOf

ENTITIES = """
query Entities($user: ID!, $search: String, $kind: EntityKind, $first: Int! = 20, $after: String, $asOf: DateTime) {
  user(id: $user, asOf: $asOf) {
    entities(search: $search, kind: $kind, first: $first, after: $after) {
      nodes {
        id kind name aliases isPersonal merged { id names } maybeSameAs { name }
        memories { nodes { content entities { name } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""
MERGE = """
mutation Merge($input: MergeEntitiesInput!) {
  mergeEntities(input: $input) {
    __typename
    ... on MergeEntitiesPayload { entity { id name aliases merged { id names } } isReplay }
    ... on UserError { code message path }
  }
}
"""
SPLIT = """
mutation Split($input: SplitEntityInput!) {
  splitEntity(input: $input) {
    __typename
    ... on SplitEntityPayload { entities { id name aliases } isReplay }
    ... on UserError { code message path }
  }
}
"""
ALIAS = """
mutation Alias($input: AddAliasInput!) {
  addAlias(input: $input) {
    __typename
    ... on AddAliasPayload { entity { id name aliases } isReplay }
    ... on UserError { code message path }
  }
}
"""
NAMES = """
mutation Names($input: ImportAliasesInput!) {
  importAliases(input: $input) {
    __typename
    ... on ImportAliasesPayload { items { entityId addedCount takenCount } isReplay }
    ... on UserError { code message path }
  }
}
"""
ENTITY = "query ($user: ID!, $id: ID!) { user(id: $user) { entity(id: $id) { id name } } node(id: $id) { id } }"


async def entities(caller: Caller, user: str = "ada", **more: Any) -> list[dict[str, Any]]:
    return (await caller.ask(ENTITIES, user=user, **more)).data["user"]["entities"]["nodes"]


async def edit(caller: Caller, text: str, **wanted: Any) -> dict[str, Any]:
    (result,) = (await caller.ask(text, input=wanted)).data.values()
    return result


async def two_friends(caller: Caller, user: str = "ada") -> tuple[str, str]:
    await caller.remember(user, "User's friend Robert Carter sings")
    await caller.remember(user, "User's friend Birdie Jones plays chess")
    by_name = {e["name"]: e["id"] for e in await entities(caller, user)}
    return by_name["Robert Carter"], by_name["Birdie Jones"]


async def test_what_memories_name_is_listed_with_the_memories(admin: Caller) -> None:
    await admin.remember("ada", "用户的妈妈住在杭州")
    found = {e["name"]: e for e in await entities(admin)}
    assert {name: e["kind"] for name, e in found.items()} == {"妈妈": "PERSON", "杭州": "PLACE"}
    (memory,) = found["妈妈"]["memories"]["nodes"]
    assert {e["name"] for e in memory["entities"]} == {"妈妈", "杭州"}
    assert [e["name"] for e in await entities(admin, search="HANGZ")] == ["杭州"]
    assert [e["name"] for e in await entities(admin, kind="PERSON")] == ["妈妈"]
    assert await entities(admin, asOf="2020-01-01T00:00:00Z") == []


async def test_pages_follow_each_other(admin: Caller) -> None:
    for name in ("Oslo", "Rome", "Paris"):
        await admin.remember("ada", f"User wants to see {name} again, number {name}")
    seen: list[str] = []
    after = None
    for _ in range(3):
        page = (await admin.ask(ENTITIES, user="ada", first=1, after=after)).data["user"]["entities"]
        seen += [e["name"] for e in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
    assert set(seen) == {"Oslo", "Rome", "Paris"}
    reply = await admin.ask(ENTITIES, user="ada", first=101)
    assert reply.codes == ["INVALID_INPUT"]


async def test_a_merge_and_a_split_over_the_wire(admin: Caller) -> None:
    robert, birdie = await two_friends(admin)
    merged = await edit(admin, MERGE, intoId=robert, entityIds=[birdie], idempotencyKey="m1")
    assert merged["entity"]["aliases"] == ["Robert Carter", "Birdie Jones"]
    assert merged["entity"]["merged"] == [{"id": birdie, "names": ["Birdie Jones"]}]
    assert (await edit(admin, MERGE, intoId=robert, entityIds=[birdie], idempotencyKey="m1"))["isReplay"]
    assert (await admin.ask(ENTITY, user="ada", id=birdie)).data["user"]["entity"]["name"] == "Robert Carter"
    again = await edit(admin, MERGE, intoId=robert, entityIds=[birdie])
    assert (again["__typename"], again["code"]) == ("ConflictError", "CONFLICT")
    split = await edit(admin, SPLIT, entityId=birdie)
    assert [e["id"] for e in split["entities"]] == [birdie, robert]
    assert (await edit(admin, SPLIT, entityId=birdie))["code"] == "CONFLICT"
    events = (await admin.ask('{ user(id: "ada") { events { nodes { action rule entity { name } } } } }')).data
    said = [(e["action"], e["entity"]["name"]) for e in events["user"]["events"]["nodes"] if e["rule"] == "E3"]
    assert said == [("SPLIT_ENTITY", "Birdie Jones"), ("MERGE_ENTITIES", "Birdie Jones")]


async def test_names_are_added_one_by_one_and_in_bulk(admin: Caller) -> None:
    robert, birdie = await two_friends(admin)
    assert (await edit(admin, ALIAS, entityId=robert, alias="Sparky"))["entity"]["aliases"][-1] == "Sparky"
    assert (await edit(admin, ALIAS, entityId=birdie, alias="sparky"))["code"] == "CONFLICT"
    assert (await edit(admin, ALIAS, entityId=birdie, alias="x"))["code"] == "INVALID_INPUT"
    items: list[dict[str, Any]] = [
        {"kind": "PERSON", "name": "Robert Carter", "aliases": ["Robbie C"]},
        {"name": "蓝门", "aliases": []},
    ]
    first = await edit(admin, NAMES, userId="ada", items=items)
    assert [(i["addedCount"], i["takenCount"]) for i in first["items"]] == [(1, 0), (1, 0)]
    assert first["items"][0]["entityId"] == robert
    second = await edit(admin, NAMES, userId="ada", items=items)
    assert [i["addedCount"] for i in second["items"]] == [0, 0]


async def test_what_the_tenant_shares_is_given_by_admins_only(admin: Caller, caller_of: CallerOf) -> None:
    items = [{"kind": "ORGANISATION", "name": "Blue Door", "aliases": ["蓝门"]}]
    agent = await caller_of(Role.AGENT)
    reply = await agent.ask(NAMES, input={"items": items})
    assert reply.codes == ["FORBIDDEN"]
    shared = (await edit(admin, NAMES, items=items))["items"][0]["entityId"]
    assert (await edit(agent, ALIAS, entityId=shared, alias="Azure"))["code"] == "NOT_FOUND"
    assert (await edit(admin, ALIAS, entityId=shared, alias="Azure"))["entity"]["aliases"] == [
        "Blue Door",
        "蓝门",
        "Azure",
    ]
    await agent.remember("ada", "用户常去蓝门吃饭")
    (door,) = await entities(agent)
    assert (door["name"], door["isPersonal"]) == ("Blue Door", False)
    assert (await edit(agent, ALIAS, entityId=door["id"], alias="Mine"))["code"] == "INVALID_INPUT"
    users = (await admin.ask("{ users { nodes { userId } } }")).data["users"]["nodes"]
    assert users == [{"userId": "ada"}], "what is shared makes no user"


@pytest.mark.parametrize("whose", ["bob", "elsewhere"])
async def test_a_foreign_entity_is_the_same_as_a_missing_one(caller_of: CallerOf, whose: str) -> None:
    ada = await caller_of(Role.USER, "ada")
    stranger = await caller_of(Role.ADMIN, tenant="another-named-tenant") if whose == "elsewhere" else await caller_of()
    user = "ada" if whose == "elsewhere" else "bob"
    theirs, _ = await two_friends(stranger, user)
    own, _ = await two_friends(ada)
    for text, wanted in (
        (MERGE, {"intoId": own, "entityIds": [theirs]}),
        (MERGE, {"intoId": theirs, "entityIds": [own]}),
        (SPLIT, {"entityId": theirs}),
        (ALIAS, {"entityId": theirs, "alias": "Sparky"}),
        (ALIAS, {"entityId": "garbage", "alias": "Sparky"}),
    ):
        assert (await edit(ada, text, **wanted))["code"] == "NOT_FOUND"
    assert set((await ada.ask(ENTITY, user="ada", id=theirs)).codes) == {"NOT_FOUND"}
    assert {e["name"] for e in await entities(stranger, user)} == {"Robert Carter", "Birdie Jones"}
    assert all(not e["merged"] for e in await entities(ada))


async def test_forgetting_takes_the_entity_away(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's friend Robert Carter sings")
    (robert,) = await entities(admin)
    await admin.ask(FORGET, input={"memoryId": memory["id"]})
    assert await entities(admin) == []
    assert set((await admin.ask(ENTITY, user="ada", id=robert["id"])).codes) == {"NOT_FOUND"}


async def test_names_in_sensitive_memories_are_withheld_from_analysts(caller_of: CallerOf) -> None:
    agent, analyst = await caller_of(Role.AGENT), await caller_of(Role.ANALYST)
    await agent.remember("ada", "User sees Dr. Maria Keller", flags=["SENSITIVE"])
    assert [e["name"] for e in await entities(agent)] == ["Maria Keller"]
    assert await entities(analyst) == []
    text = '{ user(id: "ada") { memories { nodes { entities { name } } } } }'
    assert (await analyst.ask(text)).data["user"]["memories"]["nodes"] == [{"entities": []}]
