"""Reading a GraphQL request out of an HTTP body, within its bound."""

import json
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

from starlette.requests import Request

from graphmem.api.errors import Refusal
from graphmem.api.negotiation import is_json


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphQLRequest:
    """Document, operation name and variables."""

    query: str
    operation_name: str | None = None
    variables: dict[str, Any] = field(default_factory=dict[str, Any])


async def read_request(request: Request, limit: int) -> GraphQLRequest:
    """Read the body, at most `limit` bytes; a Refusal where it is no GraphQL request."""
    if not is_json(request.headers.get("content-type")):
        raise Refusal("UNSUPPORTED_MEDIA_TYPE", "Send the request as `Content-Type: application/json`, in UTF-8.")
    return parse_request(await _read(request, limit))


def parse_request(body: bytes) -> GraphQLRequest:
    """Read a request from its JSON text."""
    try:
        parsed = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Refusal("BAD_REQUEST", "The body is not JSON in UTF-8.") from error
    if isinstance(parsed, list):
        raise Refusal("BAD_REQUEST", "Several operations in one request are not taken. Send them one by one.")
    if not isinstance(parsed, dict):
        raise Refusal("BAD_REQUEST", "The body must be a JSON object with `query`.")
    members = cast(dict[str, Any], parsed)
    query = _member(members, "query", str)
    if not query:
        raise Refusal("BAD_REQUEST", "The body lacks `query`, the GraphQL document.")
    _member(members, "extensions", dict)
    return GraphQLRequest(
        query=query,
        operation_name=_member(members, "operationName", str),
        variables=_member(members, "variables", dict) or {},
    )


async def _read(request: Request, limit: int) -> bytes:
    """The body; what is past the limit is not read."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise _too_large(limit)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise _too_large(limit)
    return bytes(body)


def _too_large(limit: int) -> Refusal:
    return Refusal("TOO_LARGE", f"The body has more than {limit} bytes. Split the request.")


def _member(members: dict[str, Any], name: str, kind: type) -> Any:
    value = members.get(name)
    if value is not None and not isinstance(value, kind):
        raise Refusal("BAD_REQUEST", f"`{name}` must be {'text' if kind is str else 'an object'}, or be left out.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
