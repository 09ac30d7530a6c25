"""What belongs to another user or tenant can't be reached, nor told from what is missing (rules L1, P1)."""

from typing import Any

import pytest

from graphmem.api.global_ids import encode_memory
from graphmem.domain.principal import Role
from graphmem.ids import MemoryId, new_id
from tests.api.calling import CONFIRM, CORRECT, FORGET, MEMORIES, NODE, RECALL, REVIEW, ROLLBACK, SPLIT_MEMORY, Caller
from tests.api.conftest import CallerOf

BY_ID: dict[str, tuple[str, dict[str, Any]]] = {
    "node": (NODE, {}),
    "memory": ('query ($id: ID!) { user(id: "ada") { memory(id: $id) { content } } }', {}),
    "lineage": ('query ($id: ID!) { user(id: "ada") { lineage(memoryId: $id) { id } } }', {}),
    "explainMemory": (
        'query ($id: ID!) { user(id: "ada") { explainMemory(memoryId: $id, query: "coffee") { stage } } }',
        {},
    ),
    "correctMemory": (CORRECT, {"content": "User likes tea."}),
    "rollbackMemory": (ROLLBACK, {"toVersion": 1}),
    "confirmMemory": (CONFIRM, {}),
    "splitMemory": (SPLIT_MEMORY, {"parts": ["User likes tea.", "User likes jazz."]}),
    "reviewMemory": (REVIEW, {"verdict": "RIGHT"}),
    "forgetMemory": (FORGET, {}),
}
"""Every way to name a memory by its id."""


async def ask_for(caller: Caller, way: str, memory_id: str) -> str:
    """Ask for a memory in one of the ways and return the error, words and all."""
    text, more = BY_ID[way]
    if "mutation" in text:
        reply = await caller.ask(text, input={"memoryId": memory_id} | more)
        result: dict[str, Any] = reply.data[way]
        return f"{result['code']} {result['message']}"
    reply = await caller.ask(text, id=memory_id)
    error = reply.body["errors"][0]
    return f"{error['extensions']['code']} {error['message']}"


@pytest.mark.parametrize("way", BY_ID)
async def test_a_foreign_memory_is_the_same_as_a_missing_one(caller_of: CallerOf, way: str) -> None:
    other_tenant = await caller_of(Role.ADMIN, tenant="another-tenant")
    agent = await caller_of(Role.AGENT)
    user = await caller_of(Role.USER, "ada")
    missing = encode_memory(MemoryId(new_id()), "ada")
    bobs = (await agent.remember("bob", "User likes coffee."))["id"]
    theirs = (await other_tenant.remember("ada", "User likes coffee."))["id"]
    expected = await ask_for(agent, way, missing)
    assert expected.startswith("NOT_FOUND")
    assert await ask_for(agent, way, theirs) == expected
    assert await ask_for(user, way, theirs) == expected
    assert await ask_for(user, way, bobs) == expected
    assert await ask_for(user, way, "garbage") == expected
    for caller, memory_id, name in ((agent, bobs, "bob"), (other_tenant, theirs, "ada")):
        listed = (await caller.ask(MEMORIES, user=name)).data["user"]["memories"]["nodes"]
        assert [n["id"] for n in listed] == [memory_id], "a refused call changed something"


async def test_a_memory_is_found_under_its_own_user_only(admin: Caller) -> None:
    bobs = (await admin.remember("bob", "User likes coffee."))["id"]
    for way in ("memory", "lineage", "explainMemory"):
        assert (await ask_for(admin, way, bobs)).startswith("NOT_FOUND")


async def test_three_users_of_one_subject_see_their_own_only(caller_of: CallerOf) -> None:
    admin = await caller_of()
    elsewhere = await caller_of(Role.ADMIN, tenant="yet-another-tenant")
    said = {"u1": "User likes coffee with milk.", "u12": "User likes coffee with honey.", "u1 2": "User likes coffee."}
    for user_id, content in said.items():
        await admin.remember(user_id, content)
    await elsewhere.remember("u1", "User likes coffee with salt.")
    for user_id, content in said.items():
        hits = (await admin.ask(RECALL, user=user_id, input={"query": "coffee", "limit": 100})).data["user"]["recall"]
        assert [h["memory"]["content"] for h in hits["hits"]] == [content]
        listed = (await admin.ask(MEMORIES, user=user_id)).data["user"]["memories"]["nodes"]
        assert [n["content"] for n in listed] == [content]
        own = await caller_of(Role.USER, user_id)
        hits = (await own.ask(RECALL, user=user_id, input={"query": "coffee"})).data["user"]["recall"]["hits"]
        assert [h["memory"]["content"] for h in hits] == [content]


async def test_users_of_other_tenants_are_not_listed(caller_of: CallerOf) -> None:
    admin = await caller_of()
    elsewhere = await caller_of(Role.ADMIN, tenant="a-listed-tenant")
    await admin.remember("ada", "User likes tea.")
    await elsewhere.remember("zoe", "User likes tea.")
    assert (await admin.ask("{ users { nodes { userId } } }")).data["users"]["nodes"] == [{"userId": "ada"}]


async def test_events_name_only_the_users_own(admin: Caller) -> None:
    await admin.remember("ada", "User likes tea.")
    await admin.remember("bob", "User likes coffee.")
    text = '{ user(id: "bob") { events { nodes { memory { content } } } } }'
    events = (await admin.ask(text)).data["user"]["events"]["nodes"]
    assert events == [{"memory": {"content": "User likes coffee."}}]
