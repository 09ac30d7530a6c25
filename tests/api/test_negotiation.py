"""Media types of GraphQL over HTTP."""

import pytest

from graphmem.api.negotiation import GRAPHQL_RESPONSE, JSON, is_json, response_type


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, GRAPHQL_RESPONSE),
        ("", GRAPHQL_RESPONSE),
        ("*/*", GRAPHQL_RESPONSE),
        ("application/*", GRAPHQL_RESPONSE),
        ("application/json", JSON),
        ("application/json; charset=utf-8", JSON),
        ("application/json, text/plain, */*", JSON),
        ("application/graphql-response+json, application/json;q=0.9", GRAPHQL_RESPONSE),
        ("application/graphql-response+json;q=0.5, application/json", JSON),
        ("application/json, application/graphql-response+json", GRAPHQL_RESPONSE),
        ("APPLICATION/JSON", JSON),
        ("text/html, application/json;q=0.1", JSON),
        ("text/html", None),
        ("application/json;q=0", None),
        ("application/json;q=strange", None),
    ],
)
def test_the_answer_has_the_type_the_client_prefers(accept: str | None, expected: str | None) -> None:
    assert response_type(accept) == expected


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        ("application/json", True),
        ("application/json; charset=utf-8", True),
        ('application/json; charset="UTF-8"', True),
        ("application/json; charset=latin-1", False),
        ("text/plain", False),
        ("application/x-www-form-urlencoded", False),
        ("multipart/form-data; boundary=x", False),
        ("application/graphql", False),
        ("", False),
        (None, False),
    ],
)
def test_a_body_is_taken_as_json_in_utf8_only(content_type: str | None, expected: bool) -> None:
    assert is_json(content_type) is expected
