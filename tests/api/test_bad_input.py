"""Input that no application should send, and some do."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.api.calling import IMPORT, MEMORIES, OBSERVE, RECALL, REMEMBER, Caller


async def remembered(caller: Caller, **wanted: Any) -> dict[str, Any]:
    """The result of remembering something odd about Ada."""
    reply = await caller.ask(REMEMBER, input={"userId": "ada"} | wanted)
    return reply.data["remember"]


@pytest.mark.parametrize("content", ["", " ", "\n\t", "\u0000\u0001", "\u3000"])
async def test_text_without_anything_in_it_is_told(admin: Caller, content: str) -> None:
    result = await remembered(admin, content=content)
    assert (result["__typename"], result["path"]) == ("InvalidInputError", ["content"])


async def test_a_hundred_kilobytes_of_text_are_told(admin: Caller) -> None:
    result = await remembered(admin, content="long " * 20_000)
    assert (result["code"], result["path"]) == ("INVALID_INPUT", ["content"])
    assert "100000" in result["message"]
    reply = await admin.ask(RECALL, user="ada", input={"query": "长" * 100_000})
    assert reply.codes == ["INVALID_INPUT"]
    turns = [{"role": "USER", "content": "x" * 100_000}]
    observed = (await admin.ask(OBSERVE, input={"userId": "ada", "turns": turns})).data["observe"]
    assert observed["code"] == "INVALID_INPUT"


async def test_lists_out_of_bounds_are_told(admin: Caller) -> None:
    for turns in ([], [{"role": "USER", "content": "hello"}] * 51):
        result = (await admin.ask(OBSERVE, input={"userId": "ada", "turns": turns})).data["observe"]
        assert (result["__typename"], result["path"]) == ("LimitExceededError", ["turns"])
    for items in ([], [{"content": "User likes tea."}] * 101):
        result = (await admin.ask(IMPORT, input={"userId": "ada", "items": items})).data["importMemories"]
        assert (result["__typename"], result["path"]) == ("LimitExceededError", ["items"])
    result = await remembered(admin, content="User likes tea.", searchPhrases=["tea"] * 6)
    assert (result["__typename"], result["path"]) == ("LimitExceededError", ["searchPhrases"])


async def test_lone_surrogates_and_nul_do_no_harm(admin: Caller) -> None:
    body = json.dumps({"query": REMEMBER, "variables": {"input": {"userId": "ada", "content": "User likes CONTENT."}}})
    reply = await admin.send(body.replace("CONTENT", r"\ud800 tea \u0000 and \ud83d\ude00").encode())
    memory = reply.data["remember"]["memory"]
    assert memory["content"] == "User likes \N{REPLACEMENT CHARACTER} tea  and 😀."
    recalled = json.dumps({"query": RECALL, "variables": {"user": "ada", "input": {"query": "Q"}}})
    reply = await admin.send(recalled.replace("Q", r"tea \udfff\u0000").encode())
    assert [h["memory"]["content"] for h in reply.data["user"]["recall"]["hits"]] == [memory["content"]]


@pytest.mark.parametrize("odd", [r"\ud800", r"a\u0000b", "", " ada", "x" * 201])
async def test_ids_of_users_that_can_not_be_are_told(admin: Caller, odd: str) -> None:
    body = json.dumps({"query": MEMORIES, "variables": {"user": "ODD"}}).replace("ODD", odd)
    reply = await admin.send(body.encode())
    assert reply.codes == ["INVALID_INPUT"]
    body = json.dumps({"query": REMEMBER, "variables": {"input": {"userId": "ODD", "content": "x"}}})
    result = (await admin.send(body.replace("ODD", odd).encode())).data["remember"]
    assert (result["__typename"], result["path"]) == ("InvalidInputError", ["userId"])


@pytest.mark.parametrize(
    ("name", "value"),
    [("sessionId", r"\ud800"), ("idempotencyKey", r"\ud800"), ("agentId", r"\ud800"), ("agentId", "x" * 5_000)],
)
async def test_odd_keys_never_become_faults(admin: Caller, name: str, value: str) -> None:
    body = json.dumps(
        {"query": REMEMBER, "variables": {"input": {"userId": "ada", "content": "User likes tea.", name: "ODD"}}}
    )
    reply = await admin.send(body.replace("ODD", value).encode())
    assert reply.codes == []
    assert reply.body["data"]["remember"]["__typename"] in {"InvalidInputError", "RememberPayload"}


async def test_odd_filters_never_become_faults(admin: Caller) -> None:
    for text in (
        r"""{"query": "query ($f: EventFilter) { user(id: \"ada\") { events(filter: $f) { nodes { id } } } }",
             "variables": {"f": {"rule": "D\ud800", "lineageId": "\udfff"}}}""",
        r"""{"query": "query ($f: MemoryFilter) { user(id: \"ada\") { memories(filter: $f) { nodes { id } } } }",
             "variables": {"f": {"attribute": "\ud800"}}}""",
        r"""{"query": "query ($s: String) { users(search: $s) { nodes { id } } }", "variables": {"s": "\ud800"}}""",
        r"""{"query": "query ($i: ID!) { node(id: $i) { id } }", "variables": {"i": "\ud800"}}""",
        r"""{"query": "query Q { viewer { role } }", "operationName": "\ud800"}""",
        r"""{"query": "{ viewer { role } } # \ud800"}""",
        r"""{"query": "{ viewer(x: \"\ud800\") { role } }"}""",
    ):
        reply = await admin.send(text.encode())
        assert reply.status < 500
        assert "INTERNAL" not in reply.codes


def cursor(*values: object) -> str:
    """A forged cursor."""
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


NOW = datetime.now(UTC).isoformat()


@pytest.mark.parametrize(
    "after",
    [
        "",
        "garbage",
        "é",
        "A" * 10_000,
        cursor(),
        cursor(2, NOW, "x", None),
        cursor(1, "yesterday", "x", None),
        cursor(1, "2026-01-01T00:00:00", "x", None),
        cursor(1, NOW, 5, None),
        cursor(1, NOW, "\ud800", None),
        cursor(1, NOW, "", None),
        cursor(1, NOW, "x" * 100_000, None),
        cursor(1, NOW, "x", "2100-01-01T00:00:00+00:00"),
        cursor(1, NOW, "x", NOW),
        base64.urlsafe_b64encode(b"[" * 5_000).decode(),
    ],
    ids=lambda after: after[:20],
)
async def test_a_cursor_of_nowhere_is_told(admin: Caller, after: str) -> None:
    for text in (
        'query ($a: String) { user(id: "ada") { memories(after: $a) { nodes { id } } } }',
        'query ($a: String) { user(id: "ada") { events(after: $a) { nodes { id } } } }',
        "query ($a: String) { users(after: $a) { nodes { id } } }",
    ):
        reply = await admin.ask(text, a=after)
        assert reply.codes == ["INVALID_INPUT"], reply.body
        assert reply.body["errors"][0]["extensions"]["argument"] == ["after"]


@pytest.mark.parametrize(
    "as_of", ["2026-11-30T12:00:00", "2026-11-30", "yesterday", "", 5, "2026-13-01T00:00:00Z", {"year": 2026}]
)
async def test_an_instant_without_an_offset_is_refused(admin: Caller, as_of: object) -> None:
    reply = await admin.ask(MEMORIES, user="ada", asOf=as_of)
    assert (reply.status, reply.codes) == (422, ["INVALID_VARIABLES"])
    literal = await admin.ask('{ user(id: "ada", asOf: "2026-11-30T12:00:00") { id } }')
    assert (literal.status, literal.codes) == (422, ["INVALID_DOCUMENT"])


async def test_the_future_is_not_known(admin: Caller) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    reply = await admin.ask(MEMORIES, user="ada", asOf=later)
    assert reply.codes == ["INVALID_INPUT"]
    assert reply.body["errors"][0]["extensions"]["argument"] == ["asOf"]


@pytest.mark.parametrize("limit", [0, -3, 101, 2_147_483_647])
async def test_a_limit_of_recall_out_of_bounds_is_told(admin: Caller, limit: int) -> None:
    reply = await admin.ask(RECALL, user="ada", input={"query": "tea", "limit": limit})
    assert reply.codes == ["INVALID_INPUT"]


async def test_numbers_that_are_none_are_refused(admin: Caller) -> None:
    body = json.dumps(
        {"query": IMPORT, "variables": {"input": {"userId": "ada", "items": [{"content": "x", "confidence": 0}]}}}
    )
    for number in ("1e400", "-1e400"):
        reply = await admin.send(body.replace('"confidence": 0', f'"confidence": {number}').encode())
        assert (reply.status, reply.codes) == (422, ["INVALID_VARIABLES"])
    reply = await admin.send(body.replace('"confidence": 0', '"confidence": 1.5').encode())
    assert reply.data["importMemories"]["code"] == "INVALID_INPUT"


@pytest.mark.parametrize("vector", [[], [0.0] * 512, [1.0], [0.1] * 5_000], ids=lambda v: f"{len(v)}")
async def test_a_vector_that_does_not_fit_is_told(admin: Caller, vector: list[float]) -> None:
    items = [{"content": "User likes tea.", "vector": vector}]
    result = (await admin.ask(IMPORT, input={"userId": "ada", "items": items})).data["importMemories"]
    assert result["__typename"] in {"InvalidInputError", "LimitExceededError"}


async def test_hostile_text_is_only_text(admin: Caller) -> None:
    for content in (
        "User says: '}) DETACH DELETE (n) //",
        'User likes "quotes" AND owner_key:* OR (a b)~2 ^5',
        "User likes <script>alert(1)</script>",
        "用户说：${jndi:ldap://x} {{7*7}}",
    ):
        memory = await admin.remember("ada", content)
        assert memory["content"] == content
        recall = (await admin.ask(RECALL, user="ada", input={"query": content})).data["user"]["recall"]
        assert content in [h["memory"]["content"] for h in recall["hits"]]
    for user_id in ('a" OR 1=1', "*", "ada~", "{}", "ada/../bob", "用户 一"):
        assert (await admin.ask(RECALL, user=user_id, input={"query": "tea"})).data["user"]["recall"]["hits"] == []


async def test_a_cursor_of_another_list_is_told(admin: Caller) -> None:
    await remembered(admin, content="User likes tea.")
    listed = await admin.ask('{ user(id: "ada") { memories { pageInfo { endCursor } } } }')
    cursor = listed.data["user"]["memories"]["pageInfo"]["endCursor"]
    reply = await admin.ask('query ($a: String) { user(id: "ada") { events(after: $a) { nodes { id } } } }', a=cursor)
    assert reply.codes == ["INVALID_INPUT"]
    assert "of a list of memories, not of events" in reply.body["errors"][0]["message"]


async def test_the_path_of_an_error_leads_to_the_field(admin: Caller) -> None:
    items = [{"content": "User likes tea."}, {"content": "", "confidence": 1.0}]
    result = (await admin.ask(IMPORT, input={"userId": "ada", "items": items})).data["importMemories"]
    assert result["path"] == ["items", "1", "content"]
    items[1] = {"content": "User likes milk.", "confidence": 7.0}
    result = (await admin.ask(IMPORT, input={"userId": "ada", "items": items})).data["importMemories"]
    assert result["path"] == ["items", "1", "confidence"]
