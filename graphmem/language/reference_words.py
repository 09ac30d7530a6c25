"""The patterns and words by which a query refers back, read from `references.toml`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from graphmem.language.script import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceWords:
    """The patterns and words of one language."""

    language: Language
    patterns: Mapping[str, re.Pattern[str]]
    texts: Mapping[str, str]
    ordinals: tuple[str, ...]
    stops: frozenset[str]


@lru_cache(maxsize=len(Language))
def reference_words(language: Language) -> ReferenceWords:
    """Load the words of a language; the first call reads the file."""
    table = tomllib.loads(files("graphmem.language").joinpath("references.toml").read_text("utf-8"))[language.value]
    stops = table["stops"].split() if language is Language.ENGLISH else list(table["stops"])
    return ReferenceWords(
        language=language,
        patterns={
            name: re.compile(text, re.IGNORECASE)
            for name, text in table.items()
            if name in _PATTERNS and isinstance(text, str)
        },
        texts={name: text for name, text in table.items() if isinstance(text, str)},
        ordinals=tuple(table["ordinals"]),
        stops=frozenset(stops),
    )


_PATTERNS: Final = frozenset(
    {
        "ordinal",
        "pointing",
        "place",
        "place_to",
        "thing",
        "idle_thing",
        "person",
        "what_about",
        "article",
        "newer",
        "older",
    }
)
