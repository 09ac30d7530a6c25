"""The words around memories in a context, of one language; the data is `context.toml`."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from graphmem.language.script import Language


class ContextWords(BaseModel):
    """Titles, labels and the forms of a line."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    long_term: str
    shared: str
    tentative: str
    item: str
    over: str
    of_space: str
    """Stands for the source of what is shared."""
    working: Mapping[str, str]
    """Titles and speakers of working memory."""
    band: Mapping[str, str]
    type: Mapping[str, str]
    source: Mapping[str, str]


@lru_cache(maxsize=len(Language))
def context_words(language: Language) -> ContextWords:
    """Load the words of a language; the first call reads the file."""
    table = tomllib.loads(files("graphmem.language").joinpath("context.toml").read_text("utf-8"))
    return ContextWords.model_validate(table[language.value])
