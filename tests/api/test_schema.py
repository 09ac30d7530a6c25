"""The schema's text and its conventions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLUnionType,
)

from graphmem.api.permissions import need_of
from graphmem.api.schema import build_schema, sdl

SNAPSHOT = Path(__file__).parents[2] / "schema.graphql"
SCHEMA = build_schema().definition
OWN_TYPES = [
    t
    for name, t in SCHEMA.type_map.items()
    if not name.startswith("__") and name not in {"String", "Int", "Float", "Boolean", "ID"}
]


def test_the_snapshot_is_the_schema() -> None:
    assert SNAPSHOT.read_text(encoding="utf-8") == sdl(), (
        "The schema changed. Refresh its text with `graphmem schema --write`, and say in the changelog what changed."
    )


def described(kind: GraphQLNamedType) -> Iterator[tuple[str, str | None]]:
    """Everything of a type that may carry a description, by its place."""
    yield kind.name, kind.description
    if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
        for name, field in kind.fields.items():
            yield f"{kind.name}.{name}", field.description
            for argument_name, argument in field.args.items():
                yield f"{kind.name}.{name}({argument_name}:)", argument.description
    if isinstance(kind, GraphQLInputObjectType):
        for name, part in kind.fields.items():
            yield f"{kind.name}.{name}", part.description
    if isinstance(kind, GraphQLEnumType):
        for name, value in kind.values.items():
            yield f"{kind.name}.{name}", value.description


@pytest.mark.parametrize("kind", OWN_TYPES, ids=lambda kind: kind.name)
def test_everything_is_described(kind: GraphQLNamedType) -> None:
    assert [place for place, description in described(kind) if not description] == []


@pytest.mark.parametrize("root", [SCHEMA.query_type, SCHEMA.mutation_type], ids=["Query", "Mutation"])
def test_every_root_field_says_what_a_caller_needs(root: GraphQLObjectType) -> None:
    assert [name for name, field in root.fields.items() if need_of(field) is None] == []


def test_every_field_of_a_user_says_what_a_caller_needs_or_is_plain() -> None:
    user = SCHEMA.type_map["User"]
    assert isinstance(user, GraphQLObjectType)
    assert [n for n, f in user.fields.items() if need_of(f) is None] == ["id", "userId", "asOf"]


@pytest.mark.parametrize("name", list(SCHEMA.mutation_type.fields) if SCHEMA.mutation_type else [])
def test_a_mutation_has_one_input_one_payload_and_one_result_union(name: str) -> None:
    assert SCHEMA.mutation_type is not None
    field = SCHEMA.mutation_type.fields[name]
    verb = name[0].upper() + name[1:]
    assert {n: str(a.type) for n, a in field.args.items()} == {"input": f"{verb}Input!"}
    assert str(field.type) == f"{verb}Result!"
    union = SCHEMA.type_map[f"{verb}Result"]
    assert isinstance(union, GraphQLUnionType)
    payload, *errors = union.types
    assert payload.name == f"{verb}Payload"
    assert errors
    for error in errors:
        assert [i.name for i in error.interfaces] == ["UserError"], f"{error.name} is no UserError"


def test_inputs_and_payloads_are_not_shared() -> None:
    assert SCHEMA.mutation_type is not None
    inputs = [str(f.args["input"].type) for f in SCHEMA.mutation_type.fields.values()]
    assert len(inputs) == len(set(inputs))


def test_lists_and_their_items_are_never_null_but_for_nodes_in_place() -> None:
    exceptions = {"Query.nodes"}
    holes = [
        f"{kind.name}.{name}: {field.type}"
        for kind in OWN_TYPES
        if isinstance(kind, GraphQLObjectType)
        for name, field in kind.fields.items()
        if "[" in str(field.type) and not str(field.type).endswith("!]!") and f"{kind.name}.{name}" not in exceptions
    ]
    assert holes == []


def test_enum_values_are_screaming() -> None:
    for kind in OWN_TYPES:
        if isinstance(kind, GraphQLEnumType):
            assert [v for v in kind.values if not re.fullmatch(r"[A-Z][A-Z_]*", v)] == []


def test_defaults_are_never_printed_as_null() -> None:
    assert "= null" not in sdl()


def test_objects_with_an_identity_are_nodes() -> None:
    node = SCHEMA.type_map["Node"]
    assert isinstance(node, GraphQLInterfaceType)
    assert {t.name for t in SCHEMA.get_possible_types(node)} == {"Entity", "Memory", "User"}


def test_vectors_are_never_shown() -> None:
    shown = [
        f"{kind.name}.{name}"
        for kind in OWN_TYPES
        if isinstance(kind, GraphQLObjectType)
        for name in kind.fields
        if "vector" in name.lower() or "embedding" in name.lower()
    ]
    assert shown == []
