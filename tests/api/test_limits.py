"""How much one request may ask for (rule P3)."""

from dataclasses import replace

import httpx2
import pytest

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions, Limits
from graphmem.pipelines.services import Services
from tests.api.calling import Caller

TOO_EXPENSIVE = ["TOO_EXPENSIVE"]


async def test_ten_thousand_aliases_are_cut_while_parsing(admin: Caller) -> None:
    reply = await admin.ask("{" + " ".join(f"a{n}: viewer {{ role }}" for n in range(10_000)) + "}")
    assert (reply.status, reply.codes) == (400, ["SYNTAX_ERROR"])
    assert "2000 tokens" in reply.body["errors"][0]["message"]


async def test_more_than_thirty_aliases_are_refused(admin: Caller) -> None:
    def text(count: int) -> str:
        return "{" + " ".join(f"a{n}: viewer {{ role }}" for n in range(count)) + "}"

    assert (await admin.ask(text(30))).status == 200
    reply = await admin.ask(text(31))
    assert (reply.status, reply.codes) == (422, TOO_EXPENSIVE)


async def test_aliases_can_not_hide_in_fragments(admin: Caller) -> None:
    fragments = "".join(f"fragment F{n} on Viewer {{ a{n}: role ...F{n + 1} ...F{n + 1} }} " for n in range(40))
    reply = await admin.ask("{ viewer { ...F0 } } " + fragments + "fragment F40 on Viewer { role }")
    assert (reply.status, reply.codes) == (422, TOO_EXPENSIVE)


async def test_deep_nesting_is_refused(admin: Caller) -> None:
    def text(depth: int) -> str:
        return '{ user(id: "ada") { memories { nodes ' + "{ next " * depth + "{ id }" + " }" * depth + "} } }"

    assert (await admin.ask(text(9))).status == 200
    reply = await admin.ask(text(10))
    assert (reply.status, reply.codes) == (422, TOO_EXPENSIVE)


async def test_a_number_of_thousands_of_digits_is_refused(admin: Caller) -> None:
    for number in ("9" * 5_000, "-" + "9" * 5_000, "1." + "0" * 5_000):
        reply = await admin.ask(f'{{ user(id: "ada") {{ memories(first: {number}) {{ nodes {{ id }} }} }} }}')
        assert (reply.status, reply.codes) == (422, TOO_EXPENSIVE)


async def test_very_deep_nesting_is_cut_while_parsing(admin: Caller) -> None:
    for text in ("{ a" * 900 + " }" * 900, "{ user(id: " + "[" * 900 + "]" * 900 + ") { id } }"):
        reply = await admin.ask(text)
        assert (reply.status, reply.codes[0]) in {(400, "SYNTAX_ERROR"), (422, "INVALID_DOCUMENT")}


async def test_pages_within_pages_are_refused_before_anything_is_read(admin: Caller) -> None:
    text = "{ users(first: 100) { nodes { memories(first: 100) { nodes { id } } } } }"
    reply = await admin.ask(text)
    assert (reply.status, reply.codes) == (422, TOO_EXPENSIVE)
    assert "10100" in reply.body["errors"][0]["message"]


async def test_eleven_mutations_are_refused_and_none_runs(admin: Caller) -> None:
    one = 'm%d: remember(input: {userId: "ada", content: "User owns book number %d."}) { __typename }'
    reply = await admin.ask("mutation {" + " ".join(one % (n, n) for n in range(11)) + "}")
    assert (reply.status, reply.codes) == (422, TOO_EXPENSIVE)
    stats = (await admin.ask('{ user(id: "ada") { stats { liveCount } } }')).data["user"]["stats"]
    assert stats == {"liveCount": 0}


@pytest.mark.parametrize("first", [0, -1, 101, 2_000_000_000])
async def test_a_page_size_out_of_bounds_is_told(admin: Caller, first: int) -> None:
    text = 'query ($n: Int!) { user(id: "ada") { memories(first: $n) { nodes { id } } } }'
    reply = await admin.ask(text, n=first)
    assert reply.codes == ["INVALID_INPUT"]
    assert reply.body["errors"][0]["extensions"]["argument"] == ["first"]
    assert str(first) in reply.body["errors"][0]["message"]


async def test_introspection_that_goes_in_circles_is_refused(admin: Caller) -> None:
    text = "{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }"
    reply = await admin.ask(text)
    assert (reply.status, reply.codes[0]) == (422, "INVALID_DOCUMENT")


async def small(services: Services, options: ApiOptions, limits: Limits) -> httpx2.AsyncClient:
    """A client of an application with other limits."""
    app = create_app(services, replace(options, limits=limits))
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost")


async def test_lists_that_turn_out_too_long_are_stopped(admin: Caller, services: Services, options: ApiOptions) -> None:
    await admin.add("ada", *(f"User owns book number {n}." for n in range(10)))
    text = '{ user(id: "ada") { memories(first: 10) { nodes { versions { id } } } } }'
    async with await small(services, options, Limits(nodes=15)) as http:
        reply = await Caller(http, admin.token).ask(text)
    assert TOO_EXPENSIVE[0] in reply.codes


async def test_a_body_that_is_too_large_is_refused(admin: Caller, services: Services, options: ApiOptions) -> None:
    async with await small(services, options, Limits(body_bytes=1_000)) as http:
        caller = Caller(http, admin.token)
        for body in ({"query": "#" * 1_000}, {"query": "{ viewer { role } }", "extensions": {"x": "y" * 1_000}}):
            reply = await caller.post(body)
            assert (reply.status, reply.codes) == (413, ["TOO_LARGE"])
        assert (await caller.post({"query": "{ viewer { role } }"})).status == 200


async def test_a_request_that_takes_too_long_is_ended(admin: Caller, services: Services, options: ApiOptions) -> None:
    async with await small(services, options, Limits(seconds=0.0)) as http:
        reply = await Caller(http, admin.token).ask('{ user(id: "ada") { stats { liveCount } } }')
    assert (reply.status, reply.codes) == (503, ["TIMEOUT"])
    assert reply.response.headers["retry-after"]
    assert "data" not in reply.body
