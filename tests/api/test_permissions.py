"""The table of role × operation, cell by cell, over HTTP (rule P2)."""

from collections.abc import Mapping

import pytest

from graphmem.api.permissions import need_of
from graphmem.api.schema import build_schema
from graphmem.domain.principal import Operation, Role
from tests.api.calling import (
    CONFIRM,
    CORRECT,
    FORGET,
    IMPORT,
    OBSERVE,
    RECORD_OUTCOME,
    REMEMBER,
    RESOLVE,
    REVIEW,
    ROLLBACK,
    SPLIT_MEMORY,
    START_SESSION,
    Caller,
)
from tests.api.conftest import CallerOf
from tests.api.test_entities import SPLIT
from tests.api.test_misses import FEEDBACK
from tests.api.test_shared_spaces import SHARE

CREATE_KEY = """
mutation Create($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { ... on CreateApiKeyPayload { id secret } ... on UserError { code path } }
}
"""
REVOKE_KEY = """
mutation Revoke($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) { ... on RevokeApiKeyPayload { id } ... on UserError { code message } }
}
"""
ABOUT_ADA = {"userId": "ada"}
PROBES: dict[Operation, tuple[str, Mapping[str, object]]] = {
    Operation.READ_MEMORY: ('{ user(id: "ada") { memories { nodes { content } } } }', {}),
    Operation.READ_AUDIT: ('{ user(id: "ada") { events { nodes { rule } } } }', {}),
    Operation.OBSERVE: (OBSERVE, ABOUT_ADA | {"turns": [{"role": "USER", "content": "I like tea."}]}),
    Operation.REMEMBER: (REMEMBER, ABOUT_ADA | {"content": "User likes tea."}),
    Operation.IMPORT_MEMORIES: (IMPORT, ABOUT_ADA | {"items": [{"content": "User likes tea."}]}),
    Operation.RECORD_OUTCOME: (RECORD_OUTCOME, ABOUT_ADA | {"kind": "refund", "key": "R-7", "status": "open"}),
    Operation.CORRECT_MEMORY: (CORRECT, {"memoryId": "x", "content": "User likes tea."}),
    Operation.ROLLBACK_MEMORY: (ROLLBACK, {"memoryId": "x", "toVersion": 1}),
    Operation.CONFIRM_MEMORY: (CONFIRM, {"memoryId": "x"}),
    Operation.RESOLVE_CONFLICT: (RESOLVE, {"memoryId": "x", "otherId": "y", "resolution": "KEEP_OLD"}),
    Operation.SPLIT_MEMORY: (SPLIT_MEMORY, {"memoryId": "x", "parts": ["User likes tea.", "User likes jazz."]}),
    Operation.REVIEW_MEMORY: (REVIEW, {"memoryId": "x", "verdict": "RIGHT"}),
    Operation.FORGET_MEMORY: (FORGET, {"memoryId": "x"}),
    Operation.EDIT_ENTITIES: (SPLIT, {"entityId": "x"}),
    Operation.KEEP_SESSION: (START_SESSION, ABOUT_ADA | {"goal": "tea"}),
    Operation.GIVE_FEEDBACK: (FEEDBACK, ABOUT_ADA | {"helpful": True, "query": "tea"}),
    Operation.READ_MISSES: ("{ misses { nodes { query } } }", {}),
    Operation.SHARE_SPACES: (SHARE, {"space": "alpha"}),
    Operation.LIST_USERS: ("{ users { nodes { userId } } }", {}),
    Operation.MANAGE_KEYS: (CREATE_KEY, {"role": "AGENT", "subject": "a", "name": "b"}),
}
"""A document that needs the operation and nothing else that any role lacks."""

WRITES = {Operation.OBSERVE, Operation.REMEMBER, Operation.IMPORT_MEMORIES}
CHANGES = {
    Operation.CORRECT_MEMORY,
    Operation.ROLLBACK_MEMORY,
    Operation.RESOLVE_CONFLICT,
    Operation.SPLIT_MEMORY,
    Operation.FORGET_MEMORY,
}
ENTITIES = {Operation.EDIT_ENTITIES}
SESSIONS = {Operation.KEEP_SESSION}
READS = {Operation.READ_MEMORY, Operation.READ_AUDIT}
EXPECTED: dict[Role, set[Operation]] = {
    Role.AGENT: READS
    | WRITES
    | CHANGES
    | ENTITIES
    | SESSIONS
    | {Operation.RECORD_OUTCOME, Operation.CONFIRM_MEMORY, Operation.REVIEW_MEMORY, Operation.GIVE_FEEDBACK},
    Role.USER: READS
    | WRITES
    | CHANGES
    | ENTITIES
    | SESSIONS
    | {Operation.CONFIRM_MEMORY, Operation.REVIEW_MEMORY, Operation.GIVE_FEEDBACK},
    Role.ANALYST: READS | {Operation.LIST_USERS, Operation.READ_MISSES},
    Role.REVIEWER: READS | CHANGES | ENTITIES | {Operation.LIST_USERS, Operation.REVIEW_MEMORY, Operation.READ_MISSES},
    Role.EDITOR: set(),
    Role.ADMIN: set(PROBES),
}


@pytest.mark.parametrize("role", Role)
async def test_a_role_may_do_what_its_row_says_and_nothing_else(caller_of: CallerOf, role: Role) -> None:
    caller = await caller_of(role, "ada")
    allowed = set[Operation]()
    for operation, (text, wanted) in PROBES.items():
        reply = await caller.ask(text, **({"input": wanted} if wanted else {}))
        if "FORBIDDEN" in reply.codes:
            assert reply.status == 403
            assert "data" not in reply.body
        else:
            assert reply.status == 200, reply.body
            allowed.add(operation)
    assert allowed == EXPECTED[role]


def test_every_operation_of_a_field_has_a_probe() -> None:
    schema = build_schema().definition
    needed = {
        need
        for kind in schema.type_map.values()
        for field in getattr(kind, "fields", {}).values()
        if isinstance(need := need_of(field), Operation)
    }
    assert needed == set(PROBES)
    elsewhere = {Operation.READ_SENSITIVE, Operation.READ_OPERATIONS, Operation.SHARE_ENTITIES, Operation.SET_PLAN}
    assert set(Operation) - needed == elsewhere


@pytest.mark.parametrize("role", Role)
async def test_sensitive_content_is_withheld_from_those_who_may_not_read_it(caller_of: CallerOf, role: Role) -> None:
    agent = await caller_of(Role.AGENT)
    memory = await agent.remember("ada", "User takes insulin for diabetes.", flags=["SENSITIVE"])
    caller = await caller_of(role, "ada")
    text = """query ($id: ID!) {
      node(id: $id) { ... on Memory { content isWithheld flags value topic searchPhrases sources { fragment } } }
      user(id: "ada") {
        recall(input: {query: "insulin"}) { hits { memory { content } } }
        memories { nodes { content versions { content } } }
        lineage(memoryId: $id) { versions { content } head { content } }
        events { nodes { memory { content } } }
      }
    }"""
    reply = await caller.ask(text, id=memory["id"])
    if role is Role.EDITOR:
        assert reply.status == 403
        return
    may_read = role in {Role.AGENT, Role.USER, Role.ADMIN}
    assert ("insulin" in reply.response.text) is may_read
    assert reply.data["node"]["isWithheld"] is not may_read
    assert reply.data["node"]["flags"] == ["SENSITIVE"]
    assert reply.data["user"]["memories"]["nodes"][0]["content"] == (
        "User takes insulin for diabetes." if may_read else "[SENSITIVE]"
    )


async def test_whole_messages_are_withheld_where_sensitive_content_is(caller_of: CallerOf) -> None:
    agent = await caller_of(Role.AGENT)
    turns = [{"role": "USER", "content": "I moved to London. I have diabetes."}]
    result = (await agent.ask(OBSERVE, input=ABOUT_ADA | {"turns": turns})).data["observe"]
    kept = next(d["memory"] for d in result["decisions"] if d["memory"] and "London" in d["memory"]["content"])
    text = "query ($id: ID!) { node(id: $id) { ... on Memory { sources { fragment message } } } }"
    source = (await agent.ask(text, id=kept["id"])).data["node"]["sources"][0]
    assert "diabetes" in source["message"]
    analyst = await caller_of(Role.ANALYST)
    source = (await analyst.ask(text, id=kept["id"])).data["node"]["sources"][0]
    assert source["message"] is None
    assert "London" in source["fragment"]


async def test_one_forbidden_field_stops_the_whole_document(caller_of: CallerOf, admin: Caller) -> None:
    agent = await caller_of(Role.AGENT)
    text = """mutation {
      remember(input: {userId: "ada", content: "User likes tea."}) { __typename }
      createApiKey(input: {role: ADMIN, subject: "x", name: "y"}) { __typename }
    }"""
    reply = await agent.ask(text)
    assert (reply.status, reply.codes) == (403, ["FORBIDDEN"])
    assert (await admin.ask('{ user(id: "ada") { stats { liveCount } } }')).data["user"]["stats"]["liveCount"] == 0


async def test_the_viewer_sees_itself(caller_of: CallerOf, tenant: str) -> None:
    text = "{ viewer { subject tenant role agentId operations } }"
    editor = (await (await caller_of(Role.EDITOR, "eve")).ask(text)).data["viewer"]
    assert editor == {"subject": "eve", "tenant": tenant, "role": "EDITOR", "agentId": None, "operations": []}
    admin = (await (await caller_of(Role.ADMIN)).ask(text)).data["viewer"]
    assert set(admin["operations"]) == {operation.name for operation in Operation}


async def test_a_user_names_itself_only(caller_of: CallerOf) -> None:
    ada = await caller_of(Role.USER, "ada")
    await ada.remember("ada", "User likes tea.")
    reply = await ada.ask('{ user(id: "bob") { stats { liveCount } } }')
    assert (reply.status, reply.codes, reply.body["data"]) == (200, ["FORBIDDEN"], {"user": None})
    reply = await ada.ask(REMEMBER, input={"userId": "bob", "content": "User likes tea."})
    assert (reply.status, reply.codes) == (403, ["FORBIDDEN"])
    assert "data" not in reply.body


async def test_keys_are_made_used_and_revoked(admin: Caller) -> None:
    wanted = {"role": "USER", "subject": "ada", "name": "Ada's phone"}
    made = (await admin.ask(CREATE_KEY, input=wanted)).data["createApiKey"]
    ada = Caller(admin.http, made["secret"])
    assert (await ada.ask("{ viewer { subject role } }")).data["viewer"] == {"subject": "ada", "role": "USER"}
    assert (await admin.ask(REVOKE_KEY, input={"id": made["id"]})).data["revokeApiKey"] == {"id": made["id"]}
    assert (await ada.ask("{ viewer { subject } }")).status == 401
    again = (await admin.ask(REVOKE_KEY, input={"id": made["id"]})).data["revokeApiKey"]
    assert again["code"] == "NOT_FOUND"


async def test_a_key_of_another_tenant_can_not_be_made_or_revoked(admin: Caller, caller_of: CallerOf) -> None:
    wanted = {"role": "ADMIN", "subject": "x", "name": "y", "tenant": "somebody-else"}
    reply = await admin.ask(CREATE_KEY, input=wanted)
    assert (reply.status, reply.codes) == (403, ["FORBIDDEN"])
    other = await caller_of(Role.ADMIN, tenant="somebody-else")
    theirs = (await other.ask(CREATE_KEY, input=wanted)).data["createApiKey"]
    missing = (await admin.ask(REVOKE_KEY, input={"id": theirs["id"]})).data["revokeApiKey"]
    assert missing["code"] == "NOT_FOUND"


async def test_a_key_for_a_subject_that_can_not_be_is_refused(admin: Caller) -> None:
    reply = await admin.ask(CREATE_KEY, input={"role": "USER", "subject": " ada", "name": "y"})
    assert reply.data["createApiKey"] == {"code": "INVALID_INPUT", "path": ["subject"]}
