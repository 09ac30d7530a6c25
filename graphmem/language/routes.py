"""What a question shows of where its answer lies, in either language; the patterns are in `routes.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from graphmem.language.script import Language


@dataclass(frozen=True, slots=True)
class Signs:
    """The words that show each kind, in both languages; none where nothing does."""

    past: str | None
    factual: str | None
    personal: str | None
    continuation: str | None


def signs(query: str) -> Signs:
    """Look for the words of each kind; of both languages, since people mix them."""
    return Signs(**{name: _shown(patterns, query) for name, patterns in _patterns().items()})


def _shown(patterns: tuple[re.Pattern[str], ...], query: str) -> str | None:
    found = next((match for pattern in patterns if (match := pattern.search(query)) is not None), None)
    return found[0].strip().lower() if found is not None else None


@lru_cache(maxsize=1)
def _patterns() -> dict[str, tuple[re.Pattern[str], ...]]:
    table = tomllib.loads(files("graphmem.language").joinpath("routes.toml").read_text("utf-8"))
    return {
        name: tuple(re.compile(table[language.value][name], re.IGNORECASE) for language in Language)
        for name in ("past", "factual", "personal", "continuation")
    }
