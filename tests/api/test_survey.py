"""What a document asks for is read off before it runs."""

from time import perf_counter
from typing import Any

from graphql import parse, validate

from graphmem.api.schema import build_schema
from graphmem.api.survey import Survey, survey
from graphmem.domain.principal import Operation

SCHEMA = build_schema().definition


def surveyed(text: str, operation_name: str | None = None, **variables: Any) -> Survey:
    document = parse(text)
    assert validate(SCHEMA, document) == []
    return survey(SCHEMA, document, operation_name, variables)


def test_pages_within_pages_multiply() -> None:
    found = surveyed("{ users(first: 10) { nodes { memories(first: 20) { nodes { id } } } } }")
    assert found.nodes == 10 + 10 * 20


def test_the_default_page_is_counted_where_first_is_left_out() -> None:
    assert surveyed('{ user(id: "a") { memories { nodes { id } } } }').nodes == 20


def test_a_page_size_in_a_variable_is_counted() -> None:
    text = 'query ($n: Int! = 7) { user(id: "a") { memories(first: $n) { nodes { id } } } }'
    small, large = surveyed(text).nodes, surveyed(text, n=90).nodes
    assert (small, large) == (7, 90)


def test_a_limit_in_an_input_is_counted() -> None:
    text = 'query ($i: RecallInput!) { user(id: "a") { recall(input: $i) { hits { memory { id } } } } }'
    assert surveyed(text, i={"query": "q", "limit": 60}).nodes == 60


def test_a_page_that_is_refused_anyway_counts_as_the_largest_allowed() -> None:
    assert surveyed('{ user(id: "a") { memories(first: 2000000000) { nodes { id } } } }').nodes == 100


def test_depth_goes_through_fragments() -> None:
    found = surveyed(
        '{ user(id: "a") { ...U } } fragment U on User { memories { nodes { ...M } } } '
        "fragment M on Memory { next { next { id } } }"
    )
    assert found.depth == 5


def test_needs_of_nested_fields_are_found() -> None:
    found = surveyed('{ user(id: "a") { ... on User { events { nodes { rule } } } } }')
    assert found.needs == {Operation.READ_MEMORY, Operation.READ_AUDIT}


def test_only_the_operation_that_runs_is_surveyed() -> None:
    text = 'query A { viewer { role } } mutation B { revokeApiKey(input: {id: "1"}) { __typename } }'
    assert surveyed(text, "A").root_fields == ("viewer",)
    assert Operation.MANAGE_KEYS in surveyed(text, "B").needs


def test_root_fields_behind_fragments_are_root_fields() -> None:
    found = surveyed("{ ...R ... on Query { viewer { role } } } fragment R on Query { v: viewer { role } }")
    assert found.root_fields == ("viewer", "viewer")
    assert found.aliases == 1


def test_introspection_asks_for_nothing() -> None:
    found = surveyed("{ __schema { types { name fields { name } } } }")
    assert (found.nodes, found.root_fields, found.name) == (0, (), "introspection")


def test_fragments_that_grow_exponentially_are_surveyed_at_once() -> None:
    levels = 40
    fragments = "".join(
        f"fragment F{i} on Memory {{ a{i}: next {{ ...F{i + 1} }} b{i}: next {{ ...F{i + 1} }} }} "
        for i in range(levels)
    )
    text = f'{{ user(id: "a") {{ memory(id: "m") {{ ...F0 }} }} }} {fragments} fragment F{levels} on Memory {{ id }}'
    document = parse(text)
    started = perf_counter()
    found = survey(SCHEMA, document, None, {})
    assert perf_counter() - started < 1
    assert found.aliases > 1_000_000


def test_fragments_that_double_at_the_root_are_surveyed_in_no_time() -> None:
    text = "{ ...a0 }" + "".join(f" fragment a{i} on Query {{ ...a{i + 1} ...a{i + 1} }}" for i in range(60))
    started = perf_counter()
    found = surveyed(text + " fragment a60 on Query { viewer { role } }")
    assert perf_counter() - started < 5
    assert found.name == "viewer"
