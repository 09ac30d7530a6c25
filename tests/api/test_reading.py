"""Queries about a user: recall, lists, lineage, audit, relations, sources."""

from datetime import timedelta

from graphmem.clock import SettableClock
from tests.api.calling import CORRECT, FORGET, MEMORIES, NODE, OBSERVE, RECALL, ROLLBACK, Caller


async def test_recall_finds_by_meaning_and_shows_its_working(admin: Caller) -> None:
    await admin.remember("ada", "User does not accept spicy food.")
    await admin.remember("ada", "User's birthday is 3 March.")
    recall = (await admin.ask(RECALL, user="ada", input={"query": "spicy food"})).data["user"]["recall"]
    assert recall["hits"][0]["memory"]["content"] == "User does not accept spicy food."
    score = recall["hits"][0]["score"]
    assert 0 < score["relevance"] <= 1
    assert score["total"] > 0
    assert recall["bestRelevance"] == score["relevance"]
    assert recall["warnings"] == []


async def test_recall_is_bilingual(admin: Caller) -> None:
    await admin.remember("小雨", "用户不接受辣味食物。")
    await admin.remember("小雨", "用户的生日是三月三日。")
    recall = (await admin.ask(RECALL, user="小雨", input={"query": "她能吃辣吗"})).data["user"]["recall"]
    assert recall["hits"][0]["memory"]["content"] == "用户不接受辣味食物。"


async def test_an_explanation_tells_what_was_left_out(admin: Caller) -> None:
    await admin.add("ada", "User likes green tea.", "User likes black tea.", "User likes white tea.")
    wanted = {"query": "tea", "limit": 1, "explain": True}
    recall = (await admin.ask(RECALL, user="ada", input=wanted)).data["user"]["recall"]
    assert len(recall["hits"]) == 1
    assert len(recall["dropped"]) == 2
    assert all(d["reason"] and "tea" in d["memory"]["content"] for d in recall["dropped"])


async def test_an_unknown_user_is_empty(admin: Caller) -> None:
    reply = await admin.ask(RECALL, user="nobody", input={"query": "anything"})
    assert reply.data["user"]["recall"]["hits"] == []
    assert (await admin.ask(MEMORIES, user="nobody")).data["user"]["memories"]["nodes"] == []
    stats = (await admin.ask('{ user(id: "nobody") { stats { liveCount counts { count } } } }')).data["user"]["stats"]
    assert stats == {"liveCount": 0, "counts": []}


async def test_pages_follow_each_other_without_loss_or_repeat(admin: Caller) -> None:
    await admin.add("ada", *(f"User owns book number {n}." for n in range(7)))
    seen: list[str] = []
    after, has_next = None, True
    while has_next:
        page = (await admin.ask(MEMORIES, user="ada", first=2, after=after)).data["user"]["memories"]
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        assert page["pageInfo"]["endCursor"] == page["edges"][-1]["cursor"]
        seen += [node["content"] for node in page["nodes"]]
        after, has_next = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
    assert seen == [f"User owns book number {n}." for n in reversed(range(7))]


async def test_a_page_is_not_shifted_by_writes_in_between(admin: Caller) -> None:
    await admin.add("ada", *(f"User owns book number {n}." for n in range(4)))
    first = (await admin.ask(MEMORIES, user="ada", first=2)).data["user"]["memories"]
    await admin.add("ada", "User owns a lamp.")
    cursor = first["pageInfo"]["endCursor"]
    second = (await admin.ask(MEMORIES, user="ada", first=2, after=cursor)).data["user"]["memories"]
    assert [n["content"] for n in second["nodes"]] == ["User owns book number 1.", "User owns book number 0."]


async def test_lists_hold_live_heads_unless_asked_for_more(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    await admin.ask(CORRECT, input={"memoryId": memory["id"], "content": "User's favourite colour is blue."})
    plain = (await admin.ask(MEMORIES, user="ada")).data["user"]["memories"]["nodes"]
    assert [n["version"] for n in plain] == [2]
    everything = {"headsOnly": False}
    nodes = (await admin.ask(MEMORIES, user="ada", filter=everything)).data["user"]["memories"]["nodes"]
    assert [(n["version"], n["status"], n["isHead"]) for n in nodes] == [(2, "ACTIVE", True), (1, "SUPERSEDED", False)]
    nothing = (await admin.ask(MEMORIES, user="ada", filter={"statuses": []})).data["user"]["memories"]["nodes"]
    assert nothing == []
    plans = (await admin.ask(MEMORIES, user="ada", filter={"types": ["PLAN"]})).data["user"]["memories"]["nodes"]
    assert plans == []


async def test_as_of_answers_for_that_instant_all_the_way_down(admin: Caller, clock: SettableClock) -> None:
    memory = await admin.remember("ada", "User lives in Hangzhou.")
    then = clock.now().isoformat()
    clock.advance(timedelta(days=2))
    await admin.ask(CORRECT, input={"memoryId": memory["id"], "content": "User lives in Beijing."})
    text = """
    query ($asOf: DateTime) {
      user(id: "ada", asOf: $asOf) {
        asOf
        memories { nodes { content status next { content } versions { content } } }
        memory(id: "%s") { status isHead retiredAt next { content } }
        lineage(memoryId: "%s") { head { content } versions { content status } relations { kind } events { action } }
        events { nodes { action until memory { content } } }
        stats { liveCount counts { status count } }
        recall(input: {query: "city"}) { hits { memory { content next { content } } } }
      }
    }
    """ % (memory["id"], memory["id"])  # noqa: UP031 - braces of GraphQL
    old = (await admin.ask(text, asOf=then)).data["user"]
    hangzhou = "User lives in Hangzhou."
    assert old["memories"]["nodes"] == [
        {"content": hangzhou, "status": "ACTIVE", "next": [], "versions": [{"content": hangzhou}]}
    ]
    assert old["memory"] == {"status": "ACTIVE", "isHead": True, "retiredAt": None, "next": []}
    assert old["lineage"]["head"] == {"content": hangzhou}
    assert old["lineage"]["versions"] == [{"content": hangzhou, "status": "ACTIVE"}]
    assert old["lineage"]["relations"] == []
    assert [e["until"] for e in old["events"]["nodes"]] == [None]
    assert old["stats"]["liveCount"] == 1
    assert [h["memory"] for h in old["recall"]["hits"]] == [{"content": hangzhou, "next": []}]

    new = (await admin.ask(text)).data["user"]
    assert new["asOf"] is None
    assert [n["content"] for n in new["memories"]["nodes"]] == ["User lives in Beijing."]
    assert new["memory"]["status"] == "SUPERSEDED"
    assert new["memory"]["next"] == [{"content": "User lives in Beijing."}]
    assert new["lineage"]["relations"] == [{"kind": "SUPERSEDED_BY"}]


async def test_as_of_is_kept_by_the_cursors(admin: Caller, clock: SettableClock) -> None:
    await admin.add("ada", *(f"User owns book number {n}." for n in range(4)))
    then = clock.now() + timedelta(milliseconds=1)
    clock.advance(timedelta(hours=1))
    await admin.add("ada", "User owns a lamp.")
    first = (await admin.ask(MEMORIES, user="ada", first=2, asOf=then.isoformat())).data["user"]["memories"]
    cursor = first["pageInfo"]["endCursor"]
    second = await admin.ask(MEMORIES, user="ada", first=2, after=cursor, asOf=then.isoformat())
    assert [n["content"] for n in second.data["user"]["memories"]["nodes"]] == [
        "User owns book number 1.",
        "User owns book number 0.",
    ]
    for as_of in (None, clock.now().isoformat()):
        mixed = await admin.ask(MEMORIES, user="ada", first=2, after=cursor, asOf=as_of)
        assert mixed.codes == ["INVALID_INPUT"]


async def test_a_lineage_tells_the_whole_story(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    await admin.ask(CORRECT, input={"memoryId": memory["id"], "content": "User's favourite colour is blue."})
    await admin.ask(ROLLBACK, input={"memoryId": memory["id"], "toVersion": 1})
    text = """
    query ($id: ID!) { user(id: "ada") { lineage(memoryId: $id) {
      id head { version }
      versions { version content previous { version } next { version } }
      relations { kind rule reason from { version } to { version } }
      events { action rule actor { subject } before { status } after { status } memory { version } }
    } } }
    """
    lineage = (await admin.ask(text, id=memory["id"])).data["user"]["lineage"]
    assert lineage["id"] == memory["lineageId"]
    assert lineage["head"] == {"version": 3}
    assert [v["version"] for v in lineage["versions"]] == [1, 2, 3]
    assert [[n["version"] for n in v["next"]] for v in lineage["versions"]] == [[2], [3], []]
    assert [[n["version"] for n in v["previous"]] for v in lineage["versions"]] == [[], [1], [2]]
    found = {(r["kind"], r["from"]["version"], r["to"]["version"]) for r in lineage["relations"]}
    assert found == {("SUPERSEDED_BY", 1, 2), ("SUPERSEDED_BY", 2, 3), ("ROLLED_BACK_TO", 3, 1)}
    assert {e["actor"]["subject"] for e in lineage["events"]} == {"tester"}
    assert lineage["events"][0]["action"] == "ADD"


async def test_a_contradiction_shows_both_sides(admin: Caller) -> None:
    one = await admin.remember("ada", "User likes spicy food.")
    other = await admin.remember("ada", "User does not accept spicy food.")
    text = 'query ($id: ID!) { user(id: "ada") { memory(id: $id) { conflicts { id content } } } }'
    shown = (await admin.ask(text, id=one["id"])).data["user"]["memory"]["conflicts"]
    assert [m["id"] for m in shown] == [other["id"]]
    shown = (await admin.ask(text, id=other["id"])).data["user"]["memory"]["conflicts"]
    assert [m["id"] for m in shown] == [one["id"]]


async def test_an_exception_stands_beside_what_it_departs_from(admin: Caller) -> None:
    standing = await admin.remember("ada", "User does not accept spicy food.")
    turns = [{"role": "USER", "content": "Spicy food is fine just today."}]
    await admin.ask(OBSERVE, input={"userId": "ada", "turns": turns})
    text = 'query ($id: ID!) { user(id: "ada") { memory(id: $id) { exceptions { flags exceptionTo { id } } } } }'
    shown = (await admin.ask(text, id=standing["id"])).data["user"]["memory"]["exceptions"]
    assert shown == [{"flags": ["EXCEPTION"], "exceptionTo": [{"id": standing["id"]}]}]


async def test_sources_are_the_exact_words(admin: Caller) -> None:
    said = "Hello! I moved to London last week. 谢谢"
    turns = [{"role": "USER", "content": said}]
    result = (await admin.ask(OBSERVE, input={"userId": "ada", "turns": turns, "sessionId": "s-9"})).data["observe"]
    kept = next(d for d in result["decisions"] if d["memory"])
    text = """query ($id: ID!) { node(id: $id) { ... on Memory {
      sources { role sessionId start end fragment message } } } }"""
    source = (await admin.ask(text, id=kept["memory"]["id"])).data["node"]["sources"][0]
    assert (source["role"], source["sessionId"], source["message"]) == ("USER", "s-9", said)
    assert source["fragment"] == said[source["start"] : source["end"]]
    assert "London" in source["fragment"]


async def test_the_audit_is_filtered_by_action_and_rule(admin: Caller) -> None:
    memory = await admin.remember("ada", "User's favourite colour is green.")
    await admin.ask(CORRECT, input={"memoryId": memory["id"], "content": "User's favourite colour is blue."})
    text = """query ($filter: EventFilter) { user(id: "ada") { events(filter: $filter) {
      nodes { action rule lineageId } } } }"""
    found = (await admin.ask(text, filter={"actions": ["ADD"]})).data["user"]["events"]["nodes"]
    assert {e["action"] for e in found} == {"ADD"}
    found = (await admin.ask(text, filter={"rule": "D4"})).data["user"]["events"]["nodes"]
    assert {e["rule"] for e in found} == {"D4"}
    found = (await admin.ask(text, filter={"lineageId": memory["lineageId"]})).data["user"]["events"]["nodes"]
    assert {e["lineageId"] for e in found} == {memory["lineageId"]}
    assert len(found) == 3


async def test_a_forgotten_memory_leaves_a_tombstone_without_content(admin: Caller) -> None:
    memory = await admin.remember("ada", "User likes marzipan.")
    await admin.ask(FORGET, input={"memoryId": memory["id"]})
    reply = await admin.ask('{ user(id: "ada") { events { nodes { action memory { content } lineageId } } } }')
    events = reply.data["user"]["events"]["nodes"]
    assert [(e["action"], e["memory"]) for e in events] == [("FORGET", None), ("ADD", None)]
    assert "marzipan" not in reply.response.text


async def test_objects_are_found_again_by_their_global_ids(admin: Caller) -> None:
    memory = await admin.remember("ada", "User likes green tea.")
    found = (await admin.ask(NODE, id=memory["id"])).data["node"]
    assert found == {"__typename": "Memory", "id": memory["id"], "content": "User likes green tea."}
    user = (await admin.ask('{ user(id: "ada") { id } }')).data["user"]
    assert (await admin.ask(NODE, id=user["id"])).data["node"]["userId"] == "ada"
    text = "query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }"
    found = (await admin.ask(text, ids=[user["id"], "nothing", memory["id"]])).data["nodes"]
    assert found == [{"__typename": "User"}, None, {"__typename": "Memory"}]
    assert (await admin.ask(text, ids=[])).data["nodes"] == []
    assert (await admin.ask(text, ids=["x"] * 101)).codes == ["LIMIT_EXCEEDED"]


async def test_users_are_listed_by_their_ids(admin: Caller) -> None:
    for user_id in ("bea", "ada", "adam"):
        await admin.remember(user_id, "User likes green tea.")
    text = """query ($search: String, $after: String) { users(search: $search, first: 2, after: $after) {
      nodes { userId } pageInfo { hasNextPage endCursor } } }"""
    page = (await admin.ask(text)).data["users"]
    assert [n["userId"] for n in page["nodes"]] == ["ada", "adam"]
    page = (await admin.ask(text, after=page["pageInfo"]["endCursor"])).data["users"]
    assert [n["userId"] for n in page["nodes"]] == ["bea"]
    page = (await admin.ask(text, search="ada")).data["users"]
    assert ([n["userId"] for n in page["nodes"]], page["pageInfo"]["hasNextPage"]) == (["ada", "adam"], False)
