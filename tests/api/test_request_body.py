"""Reading a request out of the bytes of a body."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, strategies

from graphmem.api.errors import Refusal
from graphmem.api.request_body import GraphQLRequest, parse_request


def test_reads_document_operation_and_variables() -> None:
    body = json.dumps({"query": "{ a }", "operationName": "A", "variables": {"x": 1}, "extensions": {}}).encode()
    assert parse_request(body) == GraphQLRequest(query="{ a }", operation_name="A", variables={"x": 1})


def test_null_members_are_as_if_left_out() -> None:
    body = b'{"query": "{ a }", "operationName": null, "variables": null, "extensions": null}'
    assert parse_request(body) == GraphQLRequest(query="{ a }")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'[{"query": "{ a }"}]',
        b'"{ a }"',
        b"{}",
        b'{"query": ""}',
        b'{"query": null}',
        b'{"query": 1}',
        b'{"query": "{ a }", "variables": []}',
        b'{"query": "{ a }", "variables": "{}"}',
        b'{"query": "{ a }", "operationName": 1}',
        b'{"query": "{ a }", "extensions": 1}',
        b'{"query": "{ a }", "variables": {"x": NaN}}',
        b'{"query": "{ a }", "variables": {"x": Infinity}}',
        b"\xff\xfe{}",
        b"[" * 500_000,
        b'{"a":' * 200_000,
        b'{"query": "{ a }", "variables": {"x": ' + b"9" * 10_000 + b"}}",
    ],
    ids=lambda body: repr(body[:40]),
)
def test_what_is_no_request_is_refused(body: bytes) -> None:
    with pytest.raises(Refusal) as caught:
        parse_request(body)
    assert caught.value.code == "BAD_REQUEST"


@given(strategies.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with suppress(Refusal):
        assert parse_request(body).query
