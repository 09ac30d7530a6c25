"""Each Cypher file has its one function, its header tells the truth, and none forgets whose data it reads."""

import ast
import re

import pytest

from tests.architecture.modules import PACKAGE, Module
from tests.architecture.statements import StatementFile, calls, public_functions, statement_files

FILES = statement_files()
CALLS = calls()

PERSONAL = (
    "Memory",
    "Message",
    "Event",
    "User",
    "OwnerLock",
    "Session",
    "IdempotencyRecord",
    "Outcome",
    "Miss",
    "Entity",
    "Alias",
)
"""Labels of nodes that belong to one owner."""

SHARED = ("Entity", "Alias")
"""Labels of nodes that a tenant may share among its users: these are bound to the user or to the tenant."""

WITHOUT_OWNER = {
    "users/page": "lists the users of a tenant, whose ids the tenant's own staff gave them",
    "misses/page_of_tenant": "lists what recall did not answer for those who may see it of every user (rule Q10)",
    "misses/notice": "counts the misses of a tenant, and returns a number only",
    "server/counts": "counts the whole store, and returns numbers only",
    "spaces/create_vector_index": "makes an index, and reads no node",
}

EACH_OWNER = "UNWIND [{key: $owner"
"""Begins a statement that reads the user and then each shared space by itself, each bound to its own key."""

NODE = re.compile(r"\((?P<name>\w*):(?P<label>" + "|".join(PERSONAL) + r")\b(?P<rest>[^()]*)\)")
PROJECTION = re.compile(r"\b(m) \{(\s*\.id, \.lineage_id[^}]*)\}")
STATE = re.compile(r"\b(e) \{(\s*\.status[^}]*)\}")


def named(file: StatementFile) -> str:
    return file.name


def test_each_statement_is_sent_by_the_one_function_of_its_name() -> None:
    expected = [(file.name, file.path.parent.name, file.path.stem) for file in FILES]
    sent = [(call.name, call.module.path.stem, call.function) for call in CALLS]
    assert sorted(sent) == sorted(expected)


def test_each_public_function_of_a_module_of_statements_sends_its_statement() -> None:
    folders = {file.path.parent.name for file in FILES}
    functions = {name for name in public_functions() if name.split("/")[0] in folders}
    composed = {"leases/hold"}
    assert functions - composed == {file.name for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_file_begins_with_what_it_does_what_it_takes_and_what_it_gives(file: StatementFile) -> None:
    first = file.text.splitlines()[0]
    assert first.startswith("// ")
    assert not first.startswith(("// params", "// returns"))
    assert file.header("params") is not None
    assert file.header("returns") is not None
    assert ";" not in file.body


@pytest.mark.parametrize("file", FILES, ids=named)
def test_the_parameters_of_header_text_and_call_are_the_same(file: StatementFile) -> None:
    header = file.header("params")
    (call,) = [call for call in CALLS if call.name == file.name]
    assert header is not None
    assert len(header) == len(set(header))
    assert set(header) == file.parameters == call.arguments


@pytest.mark.parametrize("file", FILES, ids=named)
def test_the_columns_of_header_and_text_are_the_same(file: StatementFile) -> None:
    header = file.header("returns")
    assert header is not None
    assert set(header) == set(file.columns)


@pytest.mark.parametrize("file", FILES, ids=named)
def test_personal_data_is_touched_under_its_owners_key_only(file: StatementFile) -> None:
    """Every node of a personal label is bound to `$owner` by itself, or is an event of a version that is."""
    if file.name in WITHOUT_OWNER:
        return
    for node in NODE.finditer(file.body):
        name, rest = node["name"], node["rest"]
        is_bound = (
            "owner_key: $owner" in rest
            or (name and f"{name}.owner_key = $owner" in file.body)
            or (
                EACH_OWNER in file.body
                and (f"{name}.owner_key = owner.key" in file.body or "{owner_key: owner.key}" in node[0])
            )
            or (EACH_OWNER in file.body and name == "standing" and "owner_key = m.owner_key" in rest)
            or (node["label"] in SHARED and f"{name}.owner_key IN [$owner, $tenant]" in file.body)
            or (
                EACH_OWNER in file.body
                and node["label"] in SHARED
                and f"{name}.owner_key IN [owner.key, $tenant]" in file.body
            )
            or (node["label"] in SHARED and f"{name}.owner_key = $tenant" in file.body)
            or (node["label"] == "Event" and re.search(r"\(m\)<-\[:OF\]-\Z", file.body[: node.start()]))
        )
        assert is_bound, f"{file.path}: {node[0]} is not bound to $owner"


def test_what_is_read_without_an_owner_is_still_there() -> None:
    """An exception that no file needs any more is taken off the list."""
    names = {file.name for file in FILES if NODE.search(file.body) and "owner" not in file.parameters}
    assert names == set(WITHOUT_OWNER)


def _property(part: str) -> str:
    """The name of one part of a projection: `.content`, or `at: …`."""
    return part.partition(":")[0].strip().removeprefix(".")


def projections(pattern: re.Pattern[str], column: str) -> dict[str, set[str]]:
    """The properties that each statement returns under a column's name."""
    found: dict[str, set[str]] = {}
    for file in FILES:
        match = pattern.search(file.body)
        if match and column in file.columns:
            found[file.name] = {_property(part) for part in match[2].split(",")}
    return found


def keys_read(*functions: str) -> set[str]:
    """Names that functions of `records` read of a row."""
    tree = Module(PACKAGE / "store" / "records.py").tree
    return {
        str(node.slice.value)
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and function.name in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in {"row", "state"}
        and isinstance(node.slice, ast.Constant)
    }


def test_every_statement_returns_the_same_projection_of_a_memory() -> None:
    returned = projections(PROJECTION, "memory")
    assert set(returned) == {file.name for file in FILES if "memory" in file.columns}
    (properties,) = {frozenset(names) for names in returned.values()}
    assert properties >= keys_read("memory_of", "state_of") - {"reason", "at"}
    assert "embedding" not in " ".join(properties)


def test_every_statement_returns_the_same_projection_of_a_state() -> None:
    returned = projections(STATE, "state")
    assert set(returned) == {file.name for file in FILES if {"memory", "state"} <= set(file.columns)}
    (properties,) = {frozenset(names) for names in returned.values()}
    assert properties == keys_read("state_of") | {"reason", "at"}


def test_no_text_but_the_slot_of_the_index_is_put_into_a_statement() -> None:
    for path in sorted((PACKAGE / "store").glob("*.py")):
        for node in ast.walk(Module(path).tree):
            if isinstance(node, ast.JoinedStr):
                text = ast.unparse(node)
                assert not re.search(r"\b(MATCH|MERGE|CREATE|RETURN|SET|WHERE)\b", text), f"{path}:{node.lineno}"
