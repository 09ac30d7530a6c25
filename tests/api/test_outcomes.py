"""Outcomes over GraphQL (rule T1)."""

from tests.api.calling import RECORD_OUTCOME, Caller

LOOK_UP = """
query ($kind: String!, $key: String!) {
  user(id: "ada") {
    outcome(kind: $kind, key: $key) { current { status progress } history { status } memory { content } }
    outcomes(first: 10) { nodes { kind key } pageInfo { hasNextPage } }
  }
}
"""


async def test_a_task_is_recorded_and_looked_up(admin: Caller) -> None:
    report = {"userId": "ada", "kind": "order", "key": "A-1", "status": "packed", "progress": 0.25}
    await admin.ask(RECORD_OUTCOME, input=report)
    later = report | {"status": "delivered", "progress": 1.0, "fields": [{"name": "signed by", "value": "neighbour"}]}
    result = (await admin.ask(RECORD_OUTCOME, input=later)).data["recordOutcome"]
    assert result["outcome"]["current"] == {"number": 2, "status": "delivered"}
    assert result["outcome"]["history"][1]["fields"] == [{"name": "signed by", "value": "neighbour"}]
    assert result["outcome"]["memory"]["version"] == 2
    found = (await admin.ask(LOOK_UP, kind="order", key="A-1")).data["user"]
    assert found["outcome"]["current"] == {"status": "delivered", "progress": 1.0}
    assert [r["status"] for r in found["outcome"]["history"]] == ["packed", "delivered"]
    assert found["outcome"]["memory"]["content"] == "order A-1: delivered, 100 %, signed by neighbour"
    assert found["outcomes"] == {"nodes": [{"kind": "order", "key": "A-1"}], "pageInfo": {"hasNextPage": False}}


async def test_an_unknown_task_is_null_and_an_odd_key_is_told(admin: Caller) -> None:
    assert (await admin.ask(LOOK_UP, kind="order", key="none")).data["user"]["outcome"] is None
    assert (await admin.ask(LOOK_UP, kind="order", key="")).codes == ["INVALID_INPUT"]
    result = (await admin.ask(RECORD_OUTCOME, input={"userId": "ada", "kind": "order", "key": "A", "status": ""})).data
    assert (result["recordOutcome"]["code"], result["recordOutcome"]["path"]) == ("INVALID_INPUT", ["status"])
