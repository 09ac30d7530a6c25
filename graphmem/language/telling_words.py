"""What a goal or a statement is about: its telling words, and the concepts that both languages share."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from graphmem.language.concepts import lexicon
from graphmem.language.reference_words import reference_words
from graphmem.language.script import Language
from graphmem.language.tokens import tokens, weight

_TOLD_APART_BY_NOTHING: Final = frozenset({"weekday", "speech", "aspect"})
"""Classes of concepts that nearly anything may be said with."""


def telling_words(text: str) -> frozenset[str]:
    """Analyse a text into what it is about; concepts as `#tokyo`, with what they are a kind of."""
    known = [
        mention.concept
        for mention in lexicon().mentions(text)
        if mention.concept.kind not in _TOLD_APART_BY_NOTHING and not _is_idle(text[mention.start : mention.end])
    ]
    concepts = {f"#{name}" for concept in known for name in (concept.id, *lexicon().broader(concept.id))}
    return frozenset(token for token in tokens(text) if _tells(token)) | concepts


def _tells(token: str) -> bool:
    """Whether a token is a word that not every sentence has: of Chinese a pair of characters, neither a small word."""
    idle = _idle()
    if token.isascii():
        return token not in idle and not token.isdigit()
    return weight(token) == 1.0 and not idle & set(token)


def _is_idle(words: str) -> bool:
    """Whether nothing but small words is said ("plan", 计划)."""
    small = [token for token in tokens(words) if token.isascii() or weight(token) < 1.0]
    return bool(small) and _idle().issuperset(small)


@lru_cache(maxsize=1)
def _idle() -> frozenset[str]:
    """English tokens and single Han characters that say nothing of what a text is about."""
    table = tomllib.loads(files("graphmem.language").joinpath("goals.toml").read_text("utf-8"))
    small = " ".join(reference_words(Language.ENGLISH).stops)
    characters = reference_words(Language.CHINESE).stops | set(table["zh"])
    return frozenset([*tokens(f"{table['en']} {small}"), *characters])
