"""Shadow copies of a text, used for matching only: without hidden characters, in plain width, case and letters."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from confusable_homoglyphs.confusables import confusables_data  # pyright: ignore[reportMissingTypeStubs]

_SKIPPED: Final = frozenset({"Cf", "Co", "Cn", "Mn", "Me"})
_APOSTROPHES: Final = frozenset("\u2018\u2019\u02bc\u00b4`")
_WORD: Final = re.compile(r"[^\W_]+")
_LEET_SIGN: Final = re.compile(r"[a-z][013457@$]|[013457@$][a-z]")
_LEET_WORD: Final = re.compile(r"[a-z0-9@$]+")
_LEET: Final = str.maketrans("013457@$", "oieastas")
_LEET_L: Final = str.maketrans("013457@$", "oleastas")
_SPACED_LATIN: Final = re.compile(r"(?<![a-z0-9])[a-z](?:[ ._*|/-]{1,3}[a-z]){3,}(?![a-z0-9])")
_HAN: Final = "[\u4e00-\u9fff]"
_SPACED_HAN: Final = re.compile(f"{_HAN}(?:[ \u00b7._*|/,，-]{{1,2}}{_HAN}){{3,}}")
_CAPITAL_LOOKS: Final = {"т": "t", "к": "k", "м": "m", "в": "b", "н": "h", "τ": "t", "κ": "k", "μ": "m", "ν": "v"}
"""Letters whose capitals look like Latin ones; the shadow has them small."""
_LONGEST: Final = 14
"""Letters of the longest word looked for where no sign shows its end."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """A changed copy of a text, and for each of its characters the place in the original."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters `start` to `end` of the shadow, as characters of the original."""
        return self.places[start], self.places[end - 1] + 1


def plain(text: str) -> Shadow:
    """The text without hidden characters and accents, in plain width and case."""
    if text.isascii():
        return Shadow(text.lower(), tuple(range(len(text))))
    kept = [(_plain_character(character), place) for place, character in enumerate(text)]
    return Shadow("".join(part for part, _ in kept), tuple(place for part, place in kept for _ in part))


def unmasked(shadow: Shadow, words: frozenset[str]) -> Iterator[Shadow]:
    """Copies without disguises, where there are any: look-alike letters, letters set apart, digits for letters.

    `words` are the ones to look for where letters set apart leave no sign of where a word ends.
    """
    has_look_alikes = not shadow.text.isascii() and not _homoglyphs().keys().isdisjoint(shadow.text)
    folded = _replaced(shadow, _WORD, _without_homoglyphs) if has_look_alikes else shadow
    joined = _joined(folded, words)
    if joined is not shadow:
        yield joined
    if not _LEET_SIGN.search(joined.text):
        return
    for table in (_LEET, _LEET_L):
        read = _replaced(joined, _LEET_WORD, lambda word, table=table: _without_digits(word, table))
        if read is not joined:
            yield read


@lru_cache(maxsize=8192)
def _plain_character(character: str) -> str:
    if character.isascii():
        return character.lower()
    if character in _APOSTROPHES:
        return "'"
    if unicodedata.category(character) in _SKIPPED:
        return ""
    decomposed = unicodedata.normalize("NFKD", character).lower()
    return "".join(part for part in decomposed if unicodedata.category(part) not in _SKIPPED)


def _replaced(shadow: Shadow, pattern: re.Pattern[str], change: Callable[[str], str]) -> Shadow:
    """Change words in place, each to one of the same length."""
    text = pattern.sub(lambda match: change(match[0]), shadow.text)
    return shadow if text == shadow.text else Shadow(text, shadow.places)


def _without_homoglyphs(word: str) -> str:
    if word.isascii():
        return word
    table = _homoglyphs()
    letters = [character if character.isascii() else table.get(character) for character in word]
    return word if None in letters else "".join(letter for letter in letters if letter is not None)


def _without_digits(word: str, table: dict[int, int]) -> str:
    has_letter = any(character.isalpha() for character in word)
    return word.translate(table) if has_letter else word


def _joined(shadow: Shadow, words: frozenset[str]) -> Shadow:
    """Put letters together that were set apart ("i-g-n-o-r-e", 忽 略 之 前)."""
    spans = sorted(
        [(m.start(), m.end(), True) for m in _SPACED_LATIN.finditer(shadow.text)]
        + [(m.start(), m.end(), False) for m in _SPACED_HAN.finditer(shadow.text)]
    )
    if not spans:
        return shadow
    text: list[str] = []
    places: list[int] = []
    position = 0
    for start, end, is_latin in spans:
        text.append(shadow.text[position:start])
        places.extend(shadow.places[position:start])
        letters = [i for i in range(start, end) if shadow.text[i].isalpha()]
        gaps = _word_ends(shadow.text, letters, words) if is_latin else frozenset[int]()
        for i in letters:
            text.append(shadow.text[i])
            places.append(shadow.places[i])
            if i in gaps:
                text.append(" ")
                places.append(shadow.places[i])
        position = end
    text.append(shadow.text[position:])
    places.extend(shadow.places[position:])
    return Shadow("".join(text), tuple(places))


def _word_ends(text: str, letters: list[int], words: frozenset[str]) -> frozenset[int]:
    """After which letters a word ends: where the gap is wider than the others, else where a known word ends."""
    distances = [b - a for a, b in pairwise(letters)]
    if len(set(distances)) > 1:
        usual = min(distances)
        return frozenset(i for i, d in zip(letters, distances, strict=False) if d > usual)
    joined = "".join(text[i] for i in letters)
    ends: set[int] = set()
    position = 0
    while position < len(joined):
        longest = min(_LONGEST, len(joined) - position)
        length = next((n for n in range(longest, 2, -1) if joined[position : position + n] in words), 0)
        if length:
            ends |= {letters[position + length - 1]} | ({letters[position - 1]} if position else set())
        position += length or 1
    return frozenset(ends)


@lru_cache(maxsize=1)
def _homoglyphs() -> dict[str, str]:
    """Letters of other alphabets and the Latin small letter that each looks like."""
    table: dict[str, str] = dict(_CAPITAL_LOOKS)
    for character, others in confusables_data.items():
        letters = [other["c"].lower() for other in others]
        like = next((c for c in letters if len(c) == 1 and c.isascii() and c.isalpha()), None)
        if like is not None and len(character) == 1 and not character.isascii():
            table.setdefault(character.lower(), like)
    return table
