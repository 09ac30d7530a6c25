"""The product's modules as syntax trees, for tests that read the code."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import graphmem

PACKAGE = Path(graphmem.__file__).resolve().parent
REPOSITORY = PACKAGE.parent


@dataclass(frozen=True)
class Module:
    """One file of the package."""

    path: Path

    @property
    def name(self) -> str:
        """The dotted name, "graphmem.store.memories"."""
        parts = self.path.relative_to(REPOSITORY).with_suffix("").parts
        return ".".join(part for part in parts if part != "__init__")

    @property
    def room(self) -> str:
        """The folder or file directly under the package, "store" or "settings"."""
        parts = self.path.relative_to(PACKAGE).with_suffix("").parts
        return parts[0]

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed file."""
        return ast.parse(self.path.read_text(encoding="utf-8"), self.path)

    def imports(self) -> Iterator[tuple[str, int, int]]:
        """Each imported module's name, its level of dots and its line; within functions too."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, 0, node.lineno
            elif isinstance(node, ast.ImportFrom):
                yield node.module or "", node.level, node.lineno


def modules() -> list[Module]:
    """Every module of the package."""
    return [Module(path) for path in sorted(PACKAGE.rglob("*.py"))]
