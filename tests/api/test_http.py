"""GraphQL over HTTP: methods, media types and status codes (draft of 2026-08)."""

import pytest

from tests.api.calling import Caller

VIEWER = {"query": "{ viewer { role } }"}
JSON = "application/json"


async def test_an_answer_has_the_graphql_media_type(admin: Caller) -> None:
    reply = await admin.post(VIEWER)
    assert reply.status == 200
    assert reply.response.headers["content-type"] == "application/graphql-response+json; charset=utf-8"
    assert reply.body == {"data": {"viewer": {"role": "ADMIN"}}}


async def test_a_client_of_old_gets_json(admin: Caller) -> None:
    reply = await admin.post(VIEWER, Accept=JSON)
    assert reply.response.headers["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"query": "{ viewer { role }"}, 400, "SYNTAX_ERROR"),
        ({"query": "{ viewer { age } }"}, 422, "INVALID_DOCUMENT"),
        ({"query": "query A { viewer { role } }", "operationName": "B"}, 422, "INVALID_DOCUMENT"),
        ({"query": "query A { viewer { role } } query B { viewer { role } }"}, 422, "INVALID_DOCUMENT"),
        ({"query": "subscription { viewer { role } }"}, 422, "INVALID_DOCUMENT"),
        ({"query": "fragment F on Viewer { role }"}, 422, "INVALID_DOCUMENT"),
        ({"query": "query ($id: ID!) { user(id: $id) { id } }"}, 422, "INVALID_VARIABLES"),
        ({"query": "query ($id: ID!) { user(id: $id) { id } }", "variables": {"id": {}}}, 422, "INVALID_VARIABLES"),
    ],
)
async def test_what_can_not_be_run_has_no_data_and_a_status_that_says_so(
    admin: Caller, body: dict[str, object], status: int, code: str
) -> None:
    reply = await admin.post(body)
    assert (reply.status, reply.codes[0]) == (status, code), reply.body
    assert "data" not in reply.body
    lenient = await admin.post(body, Accept=JSON)
    assert (lenient.status, lenient.codes[0]) == (200, code)
    assert "data" not in lenient.body


async def test_a_partial_answer_has_status_200(admin: Caller) -> None:
    reply = await admin.post({"query": '{ viewer { role } node(id: "x") { id } }'})
    assert (reply.status, reply.codes) == (200, ["NOT_FOUND"])
    assert reply.body["data"] == {"viewer": {"role": "ADMIN"}, "node": None}
    assert reply.body["errors"][0]["path"] == ["node"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_only_post_is_taken(admin: Caller, method: str) -> None:
    response = await admin.http.request(method, "/graphql", params={"query": "{ viewer { role } }"})
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/graphql", ""],
)
async def test_another_body_type_is_refused(admin: Caller, content_type: str) -> None:
    reply = await admin.send(b'{"query": "{ viewer { role } }"}', Content_Type=content_type)
    assert (reply.status, reply.codes) == (415, ["UNSUPPORTED_MEDIA_TYPE"])


async def test_an_answer_nobody_can_read_is_not_made(admin: Caller) -> None:
    reply = await admin.post(VIEWER, Accept="text/html")
    assert (reply.status, reply.codes) == (406, ["NOT_ACCEPTABLE"])


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'[{"query": "{ viewer { role } }"}]', b"\xff"])
async def test_a_body_that_is_no_request_is_refused(admin: Caller, content: bytes) -> None:
    reply = await admin.send(content)
    assert (reply.status, reply.codes) == (400, ["BAD_REQUEST"])


async def test_answers_are_never_stored_by_caches(admin: Caller) -> None:
    assert (await admin.post(VIEWER)).response.headers["cache-control"] == "no-store"


async def test_each_request_has_an_id(admin: Caller) -> None:
    one, other = [(await admin.post(VIEWER)).response.headers["x-request-id"] for _ in range(2)]
    assert one != other


async def test_another_path_is_answered_in_the_same_form(admin: Caller) -> None:
    response = await admin.http.get("/nothing")
    assert response.status_code == 404
    assert response.json()["errors"][0]["extensions"]["code"] == "NO_SUCH_PAGE"


async def test_introspection_is_open_to_callers(admin: Caller) -> None:
    reply = await admin.ask('{ __schema { queryType { name } } __type(name: "Memory") { kind } }')
    assert reply.data == {"__schema": {"queryType": {"name": "Query"}}, "__type": {"kind": "OBJECT"}}
