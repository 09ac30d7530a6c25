"""Statement files and the calls that send them, read side by side."""

import ast
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from graphmem.store.cypher import folder
from tests.architecture.modules import PACKAGE, Module

VERBS = frozenset({"run", "one", "maybe", "all", "stream", "auto"})
"""Methods of a transaction, and of the database, that send a statement by its name."""

PARAMETER = re.compile(r"\$(\w+)")
COLUMN = re.compile(r"(?:\bAS\s+)?(\w+)\s*\Z")
COLLECTED = re.compile(r"collect\(\{(.*)\}\) AS rows", re.DOTALL)
RETURN = re.compile(r"\bRETURN\b(?:\s+DISTINCT\b)?")
ORDER = re.compile(r"\bORDER\s+BY\b.*", re.DOTALL)


@dataclass(frozen=True)
class StatementFile:
    """One file of `cypher/`: a comment that is the contract, and the text."""

    path: Path

    @property
    def name(self) -> str:
        """Folder and verb, "memories/create"."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @cached_property
    def text(self) -> str:
        """The whole file."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def body(self) -> str:
        """The statement without its comment."""
        return "\n".join(line for line in self.text.splitlines() if not line.startswith("//"))

    def header(self, key: str) -> list[str] | None:
        """Names after `// params:` or `// returns:`; none where the line is missing."""
        found = re.search(rf"^// {key}:(.*)$", self.text, re.MULTILINE)
        if found is None:
            return None
        names = found[1].strip().removeprefix("rows of ")
        return [name.strip() for name in names.split(",") if name.strip() not in {"", "nothing"}]

    @property
    def parameters(self) -> set[str]:
        """What the text reads of its parameters."""
        return set(PARAMETER.findall(self.body))

    @property
    def columns(self) -> list[str]:
        """Names of what the last RETURN gives, in its order; of one row, where it collects them."""
        ends = [r.end() for r in RETURN.finditer(self.body) if is_outermost(self.body[: r.start()])]
        if not ends:
            return []
        last = self.body[ends[-1] :]
        if collected := COLLECTED.fullmatch(last.strip()):
            return [item.partition(":")[0].strip() for item in split_outside_brackets(collected[1])]
        items = split_outside_brackets(ORDER.sub("", last))
        return [column[1] for item in items if (column := COLUMN.search(item))]


@dataclass(frozen=True)
class Call:
    """One call that sends a statement."""

    module: Module
    function: str
    name: str
    arguments: frozenset[str]


def is_outermost(before: str) -> bool:
    """Whether what follows a text is in none of its braces."""
    return before.count("{") == before.count("}")


def split_outside_brackets(text: str) -> list[str]:
    """Parts between commas that no bracket encloses."""
    parts: list[str] = []
    depth = start = 0
    for i, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]


def statement_files() -> list[StatementFile]:
    """Every statement but the migrations, which hold several and are run as they are."""
    files = sorted(folder().glob("*/*.cypher"))
    return [StatementFile(path) for path in files if path.parent.name != "migrations"]


def calls() -> list[Call]:
    """Every call in the store that sends a statement by a literal name."""
    return [call for path in sorted((PACKAGE / "store").glob("*.py")) for call in _calls_of(Module(path))]


def public_functions() -> set[str]:
    """Every public coroutine of the store's modules of statements, as "memories/create"."""
    return {
        f"{path.stem}/{node.name}"
        for path in sorted((PACKAGE / "store").glob("*.py"))
        for node in Module(path).tree.body
        if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_")
    }


def _calls_of(module: Module) -> list[Call]:
    functions = [n for n in module.tree.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    returned = {f.name: _returned_keys(f) for f in functions}
    return [
        Call(module, function.name, str(node.args[0].value), _arguments(node, returned))
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in VERBS
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]


def _arguments(call: ast.Call, returned: dict[str, frozenset[str]]) -> frozenset[str]:
    """Names of the keywords sent, with those of a dictionary that a function of the module makes."""
    names: set[str] = set()
    for keyword in call.keywords:
        if keyword.arg is not None:
            names.add(keyword.arg)
        elif isinstance(keyword.value, ast.Call) and isinstance(keyword.value.func, ast.Name):
            names |= returned[keyword.value.func.id]
    is_for_the_message = isinstance(call.func, ast.Attribute) and call.func.attr == "one"
    return frozenset(names - ({"what"} if is_for_the_message else set()))


def _returned_keys(function: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    returns = [n.value for n in ast.walk(function) if isinstance(n, ast.Return)]
    keys = [key for value in returns if isinstance(value, ast.Dict) for key in value.keys]
    return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
