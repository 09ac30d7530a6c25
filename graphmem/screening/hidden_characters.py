"""Finds characters that a reader doesn't see but a model reads; emoji, flags and Persian joiners are spared."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_ZERO_WIDTH_JOINER: Final = "\u200d"
_BLACK_FLAG: Final = "\U0001f3f4"
_TAGS: Final = frozenset(map(chr, (*range(0xE0030, 0xE003A), *range(0xE0061, 0xE007B), 0xE007F)))
"""What spells a region after the black flag: digits, small letters, the end."""
_VARIATION_SELECTORS: Final = frozenset(map(chr, range(0xFE00, 0xFE10)))
_ISOLATES: Final = frozenset("\u2066\u2067\u2068\u2069")
_HARMLESS: Final = frozenset({"\u00ad", "\ufeff", "\u200c", "\u200b", "\u2060", "\u200e", "\u200f", "\u061c"})
"""Invisible, but found in ordinary text (soft hyphen, byte order mark, direction marks): left out, not suspected."""
_SYMBOL_FONT: Final = frozenset(map(chr, (*range(0xF020, 0xF100), 0xF8FF)))
"""Bullets and signs that word processors put into copied text."""
_CODE: Final = re.compile(
    "[\u200b\u200c\u2060\ufeff\u180e]{6,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}|[\u200b-\u200d\u2060\ufeff]{12,}"
)
"""A row of invisible characters spells something: nobody types one."""


def hidden_characters(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of hidden characters, bidirectional overrides among them."""
    if text.isascii():
        return
    hidden = frozenset(character for character in set(text) if _is_hidden(character))
    reads_leftwards = bool(hidden) and any(unicodedata.bidirectional(c) in {"R", "AL"} for c in set(text))
    for place, character in enumerate(text) if hidden else ():
        if character not in hidden or _joins(text, place):
            continue
        if character in _ISOLATES and reads_leftwards:
            continue
        yield place, place + 1
    for match in _CODE.finditer(text):
        yield match.span()


def _is_hidden(character: str) -> bool:
    if character.isascii() or character in _HARMLESS or character in _SYMBOL_FONT:
        return False
    return unicodedata.category(character) in {"Cf", "Co"}


def _joins(text: str, place: int) -> bool:
    """Tell a joiner within an emoji or a word, or a flag's tag sequence, from a hidden character."""
    before = text[place - 1] if place else ""
    if text[place] in _TAGS:
        return bool(before) and (before == _BLACK_FLAG or before in _TAGS)
    if text[place] == _ZERO_WIDTH_JOINER:
        return bool(before) and (
            before in _VARIATION_SELECTORS or unicodedata.category(before) in {"So", "Sk", "Lo", "Mn", "Mc"}
        )
    return False
