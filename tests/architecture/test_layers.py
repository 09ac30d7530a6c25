"""The floors of the house: imports point down, siblings never meet, and foreign packages have one room each."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.modules import REPOSITORY, modules

MODULES = modules()
ONE_ROOM = {
    "neo4j": {"store"},
    "strawberry": {"api"},
    "starlette": {"api"},
    "graphql": {"api"},
    "uvicorn": {"serving"},
    "typer": {"cli"},
    "rich": {"cli", "demo", "evaluation", "progress", "replaying"},
    "pydantic_settings": {"settings"},
    "prometheus_client": {"api"},
}
"""Which rooms may import a package; every other room goes without."""


def test_imports_point_down_and_siblings_never_meet() -> None:
    checked = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("package", ONE_ROOM)
def test_a_foreign_package_is_imported_in_its_rooms_only(package: str) -> None:
    elsewhere = [
        f"{m.path}:{line}"
        for m in MODULES
        for name, _, line in m.imports()
        if name.split(".")[0] == package and m.room not in ONE_ROOM[package]
    ]
    assert elsewhere == []


def test_imports_are_absolute() -> None:
    relative = [f"{m.path}:{line}" for m in MODULES for _, level, line in m.imports() if level]
    assert relative == []


def reads_environment(node: ast.AST) -> bool:
    """Whether a node is os.environ, os.getenv or a sibling of these."""
    names = {"environ", "environb", "getenv", "getenvb"}
    if isinstance(node, ast.Attribute):
        return node.attr in names and isinstance(node.value, ast.Name) and node.value.id == "os"
    return isinstance(node, ast.ImportFrom) and node.module == "os" and any(a.name in names for a in node.names)


def test_the_environment_is_read_in_settings_only() -> None:
    elsewhere = [
        f"{m.path}:{getattr(node, 'lineno', 0)}"
        for m in MODULES
        if m.room != "settings"
        for node in ast.walk(m.tree)
        if reads_environment(node)
    ]
    assert elsewhere == []


def is_quiet(node: ast.stmt) -> bool:
    """Whether a statement of a module only names things: no loop, no bare call, no file opened."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return True
        case ast.Assign() | ast.AnnAssign():
            return True
        case ast.Expr():
            return isinstance(node.value, ast.Constant)
        case ast.If():
            return is_guard(node.test) or all(is_quiet(child) for child in [*node.body, *node.orelse])
        case _:
            return False


def is_guard(test: ast.expr) -> bool:
    """Whether a condition is `__name__ == "__main__"`."""
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


BUSY = {
    "graphmem.__main__": "it is the command",
    "graphmem.api.enums": "Strawberry ties a GraphQL name to an enum by a call, as a decorator would",
}


def test_a_module_only_names_things() -> None:
    busy = {m.name: node.lineno for m in MODULES for node in m.tree.body if not is_quiet(node)}
    assert {name: line for name, line in busy.items() if name not in BUSY} == {}


IMPORT_EVERYTHING = """
import importlib, json, sys, threading
foreign, names = json.loads(sys.argv[1])
acts = {"socket.connect", "socket.bind", "subprocess.Popen", "os.system", "os.mkdir", "os.remove", "os.rename"}
at = [""]
def refuse(event, arguments):
    if event in acts or event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        raise SystemExit(f"{event} {arguments!r} while importing {at[0]}")
for name, parts in foreign:
    module = importlib.import_module(name)
    for part in parts:
        getattr(module, part, None)
threads = threading.active_count()
sys.addaudithook(refuse)
for at[0] in names:
    importlib.import_module(at[0])
    if threading.active_count() > threads:
        raise SystemExit(f"{at[0]} starts a thread")
"""


def foreign_imports() -> list[tuple[str, list[str]]]:
    """What the modules import from elsewhere, whose doings at import are not ours."""
    found: list[tuple[str, list[str]]] = []
    for node in [node for m in MODULES for node in m.tree.body]:
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] != "graphmem":
            found.append((node.module, [alias.name for alias in node.names]))
    return found


def test_importing_the_product_touches_nothing_and_starts_nothing() -> None:
    names = [m.name for m in MODULES if not m.name.endswith("__main__")]
    imported = subprocess.run(
        [sys.executable, "-B", "-c", IMPORT_EVERYTHING, json.dumps([foreign_imports(), names])],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert imported.returncode == 0, imported.stderr
