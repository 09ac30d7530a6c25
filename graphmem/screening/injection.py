"""Finds text that tries to instruct the system instead of telling it something (rule W2)."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import TypeAdapter

HIDDEN: Final = "hidden"
"""Name of the pattern for characters that a reader doesn't see."""

_ZERO_WIDTH_JOINER: Final = "\u200d"
_BLACK_FLAG: Final = "\U0001f3f4"
_TAGS: Final = frozenset(map(chr, (*range(0xE0030, 0xE003A), *range(0xE0061, 0xE007B), 0xE007F)))
"""What spells a region after the black flag: digits, small letters, the end."""
_VARIATION_SELECTORS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
_HARMLESS: Final = frozenset({"\u00ad", "\ufeff", "\u200c", "\u200b", "\u2060", "\u200e", "\u200f"})
"""Invisible, but found in ordinary text (soft hyphen, byte order mark, direction marks): left out, not suspected."""
_MOST_CHARACTERS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What a stretch of the text looks like: characters `start` to `end` of the text given."""

    pattern: str
    start: int
    end: int


def suspect(text: str) -> Suspicion | None:
    """Find the first attempt to instruct; None for ordinary text.

    A clause that talks about such an attempt is one too: what was said beside it lies outside the span.
    """
    return next(iter(suspicions(text)), None)


def suspicions(text: str) -> tuple[Suspicion, ...]:
    """Find all attempts to instruct, in the order in which they stand; some may overlap."""
    shadow, places = _shadow(text[:_MOST_CHARACTERS])
    found = [*_hidden(text), *_instructing(shadow, places)]
    return tuple(sorted(found, key=lambda suspicion: (suspicion.start, suspicion.end)))


def _instructing(shadow: str, places: list[int]) -> Iterator[Suspicion]:
    for name, pattern in _patterns():
        for match in pattern.finditer(shadow):
            if match.end() > match.start():
                yield Suspicion(name, places[match.start()], places[match.end() - 1] + 1)


def _hidden(text: str) -> Iterator[Suspicion]:
    for position, character in enumerate(text):
        if _is_hidden(character) and not _joins_emoji(text, position):
            yield Suspicion(HIDDEN, position, position + 1)


def _is_hidden(character: str) -> bool:
    if character.isascii() or character in _HARMLESS:
        return False
    return unicodedata.category(character) in {"Cf", "Co"}


def _joins_emoji(text: str, position: int) -> bool:
    """Tell a joiner within an emoji, or a flag's tag sequence, from a hidden character."""
    before = text[position - 1] if position else ""
    if text[position] in _TAGS:
        return bool(before) and (before == _BLACK_FLAG or before in _TAGS)
    if text[position] == _ZERO_WIDTH_JOINER:
        return bool(before) and (
            before in _VARIATION_SELECTORS or unicodedata.category(before) in {"So", "Sk", "Lo", "Mn", "Mc"}
        )
    return False


def _shadow(text: str) -> tuple[str, list[int]]:
    """Write the text without hidden characters, in plain width and case, with the place each character came from."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    kept = [
        (unicodedata.normalize("NFKC", character).lower(), position)
        for position, character in enumerate(text)
        if character.isascii() or unicodedata.category(character) not in {"Cf", "Co", "Cn", "Mn"}
    ]
    return "".join(plain for plain, _ in kept), [position for plain, position in kept for _ in plain]


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    raw = tomllib.loads(files("graphmem.screening").joinpath("attacks.toml").read_text("utf-8"))
    table = TypeAdapter(dict[str, tuple[str, ...]]).validate_python(raw)
    return tuple(
        (name, re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE)) for name, parts in table.items()
    )
