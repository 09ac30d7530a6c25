"""Mutations, from input to payload."""

from datetime import timedelta

from graphmem.clock import SettableClock
from tests.api.calling import CORRECT, FORGET, IMPORT, MEMORIES, OBSERVE, REMEMBER, ROLLBACK, Caller


async def test_a_statement_is_remembered_and_decided(admin: Caller) -> None:
    reply = await admin.ask(REMEMBER, input={"userId": "ada", "content": "User does not accept spicy food."})
    result = reply.data["remember"]
    assert result["__typename"] == "RememberPayload"
    assert result["memory"]["content"] == "User does not accept spicy food."
    assert result["memory"]["status"] == "ACTIVE"
    assert result["memory"]["version"] == 1
    assert [d["rule"] for d in result["decisions"]] == ["D11"]
    assert result["isReplay"] is False


async def test_turns_are_observed_and_each_candidate_says_how_it_ended(admin: Caller) -> None:
    turns = [{"role": "USER", "content": "I moved to London. Thanks!"}, {"role": "ASSISTANT", "content": "Noted."}]
    result = (await admin.ask(OBSERVE, input={"userId": "ada", "turns": turns})).data["observe"]
    assert result["sessionId"]
    kept = [d for d in result["decisions"] if d["memory"]]
    assert ["London" in d["memory"]["content"] for d in kept] == [True]
    assert turns[0]["content"][slice(*kept[0]["fragment"].values())].startswith("I moved to London")


async def test_a_session_goes_on_under_the_id_it_was_given(admin: Caller) -> None:
    turns = [{"role": "USER", "content": "我不吃辣。"}]
    first = (await admin.ask(OBSERVE, input={"userId": "小雨", "turns": turns, "sessionId": "s-1"})).data["observe"]
    assert first["sessionId"] == "s-1"


async def test_the_same_idempotency_key_gives_the_first_result(admin: Caller) -> None:
    wanted = {"userId": "ada", "content": "User likes green tea.", "idempotencyKey": "k-1"}
    first = (await admin.ask(REMEMBER, input=wanted)).data["remember"]
    again = (await admin.ask(REMEMBER, input=wanted)).data["remember"]
    assert again["isReplay"] is True
    assert again["memory"]["id"] == first["memory"]["id"]
    other = (await admin.ask(REMEMBER, input=wanted | {"content": "User likes black tea."})).data["remember"]
    assert (other["__typename"], other["code"], other["path"]) == ("ConflictError", "CONFLICT", ["idempotencyKey"])


async def test_items_are_imported_in_order_with_their_external_ids(admin: Caller) -> None:
    items = [
        {"content": "User plays the violin.", "externalId": "b", "type": "FACT"},
        {"content": "用户喜欢乌龙茶。", "externalId": "a", "type": "PREFERENCE"},
    ]
    result = (await admin.ask(IMPORT, input={"userId": "ada", "items": items})).data["importMemories"]
    assert [d["externalId"] for d in result["decisions"]] == ["b", "a"]
    assert [d["memory"]["content"] for d in result["decisions"]] == [i["content"] for i in items]


async def test_a_correction_is_a_new_confirmed_version(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    wanted = {"memoryId": memory["id"], "content": "User's favourite colour is blue.", "reason": "misheard"}
    result = (await admin.ask(CORRECT, input=wanted)).data["correctMemory"]
    assert result["memory"]["version"] == 2
    assert result["memory"]["source"] == "USER_CONFIRMED"
    assert result["memory"]["lineageId"] == memory["lineageId"]


async def test_a_correction_of_an_outdated_version_is_a_conflict(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    wanted = {"memoryId": memory["id"], "content": "User's favourite colour is blue."}
    await admin.ask(CORRECT, input=wanted)
    late = (await admin.ask(CORRECT, input=wanted)).data["correctMemory"]
    assert (late["__typename"], late["code"]) == ("ConflictError", "CONFLICT")


async def test_a_rollback_brings_old_content_back_as_a_new_version(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    await admin.ask(CORRECT, input={"memoryId": memory["id"], "content": "User's favourite colour is blue."})
    result = (await admin.ask(ROLLBACK, input={"memoryId": memory["id"], "toVersion": 1})).data["rollbackMemory"]
    assert result["memory"]["version"] == 3
    assert result["memory"]["content"] == "User's favourite colour is green."
    missing = (await admin.ask(ROLLBACK, input={"memoryId": memory["id"], "toVersion": 9})).data["rollbackMemory"]
    assert (missing["code"], missing["path"]) == ("INVALID_INPUT", ["toVersion"])


async def test_a_forgotten_memory_is_gone_and_not_found_again(admin: Caller) -> None:
    memory = await admin.remember("ada", "User likes marzipan.")
    result = (await admin.ask(FORGET, input={"memoryId": memory["id"]})).data["forgetMemory"]
    assert (result["lineageId"], result["versionCount"]) == (memory["lineageId"], 1)
    again = (await admin.ask(FORGET, input={"memoryId": memory["id"]})).data["forgetMemory"]
    assert (again["__typename"], again["code"]) == ("NotFoundError", "NOT_FOUND")
    assert (await admin.ask(MEMORIES, user="ada")).data["user"]["memories"]["nodes"] == []


async def test_a_later_field_of_the_document_sees_what_an_earlier_mutation_changed(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    text = """
    mutation Two($first: CorrectMemoryInput!, $second: CorrectMemoryInput!) {
      a: correctMemory(input: $first) { ... on CorrectMemoryPayload { memory { previous { content status } } } }
      b: rollbackMemory(input: {memoryId: "%s", toVersion: 1}) {
        ... on RollbackMemoryPayload { memory { version previous { content status } } }
      }
      c: correctMemory(input: $second) { ... on UserError { code } }
    }
    """ % memory["id"]  # noqa: UP031 - braces of GraphQL
    blue = {"memoryId": memory["id"], "content": "User's favourite colour is blue."}
    data = (await admin.ask(text, first=blue, second=blue)).data
    assert data["a"]["memory"]["previous"] == [{"content": "User's favourite colour is green.", "status": "SUPERSEDED"}]
    assert data["b"]["memory"]["previous"] == [{"content": "User's favourite colour is blue.", "status": "SUPERSEDED"}]
    assert data["c"]["code"] == "CONFLICT"


async def test_the_agent_of_a_write_is_the_one_it_names(admin: Caller, clock: SettableClock) -> None:
    await admin.remember("ada", "User likes jasmine tea.", agentId="bot-7")
    clock.advance(timedelta(seconds=1))
    text = '{ user(id: "ada") { events { nodes { actor { subject role agentId } memory { agentId } } } } }'
    event = (await admin.ask(text)).data["user"]["events"]["nodes"][0]
    assert event["actor"] == {"subject": "tester", "role": "ADMIN", "agentId": "bot-7"}
    assert event["memory"]["agentId"] == "bot-7"
