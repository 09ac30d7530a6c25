"""Statements by name: `memories/create` is the text of `cypher/memories/create.cypher`."""

from functools import lru_cache
from pathlib import Path

Slot = str
"""Letter of the vector index in use, "a" or "b" (spec O4); the only text ever put into a statement."""

SLOTS = ("a", "b")


def folder() -> Path:
    """Where the statements lie: inside the installed package, else beside it in the checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_cypher"
    return installed if installed.is_dir() else package.parent / "cypher"


@lru_cache(maxsize=512)
def statement(name: str, slot: Slot = "a") -> str:
    """The text of a statement, in Cypher 25, for the vector index of a slot."""
    if slot not in SLOTS:
        raise ValueError(f"slot must be one of {SLOTS}, not {slot!r}")
    text = (folder() / f"{name}.cypher").read_text(encoding="utf-8")
    return "CYPHER 25\n" + text.replace("_SLOT", f"_{slot}")
