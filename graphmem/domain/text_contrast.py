"""Whether two sentences differ in just what makes them exclude each other; for statements that were not understood."""

import re
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from graphmem.language.antonyms import are_antonyms
from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.script import detect_language

_MOST_WORDS: Final = 60
_WORD: Final = re.compile(r"\d+(?:[.:]\d+)*|[a-z]+(?:'[a-z]+)*|[^\W\d_a-z]")
_NUMBER: Final = re.compile(r"\d")
_NEGATIONS: Final = frozenset({"not", "no", "never", "cannot", "without", "不", "没", "无", "别", "未", "非"})
_IDLE: Final = frozenset({"do", "does", "did", "a", "an", "the", "any", "有", "了", "的", "能", "longer", "再"})
_ENDING: Final = re.compile(r"(?<=[a-z]{2})(?:es|s)$")
_PLACES: Final = frozenset({"city", "country"})
_DAYS: Final = frozenset({"weekday"})


class Contrast(StrEnum):
    """In what two sentences of one frame differ."""

    NEGATION = "negation"
    ANTONYM = "antonym"
    NUMBER = "number"
    PLACE = "place"
    DATE = "date"


def contrast(a: str, b: str, *, frame_share: float) -> Contrast | None:
    """Compare two sentences of one language; None where they are alike, unrelated, or both can hold."""
    if detect_language(a) is not detect_language(b):
        return None
    words_a, words_b = _words(a), _words(b)
    if not words_a or not words_b or max(len(words_a), len(words_b)) > _MOST_WORDS:
        return None
    bare_a, bare_b = _bare(words_a), _bare(words_b)
    if bare_a == bare_b:
        return Contrast.NEGATION if _negations(words_a) != _negations(words_b) else None
    if _negations(words_a) != _negations(words_b):
        return None
    return _swapped_part(bare_a, bare_b, frame_share)


def is_negated(text: str) -> bool:
    """Whether it holds an odd number of negations."""
    return _negations(_words(text)) == 1


def _swapped_part(a: list[str], b: list[str], frame_share: float) -> Contrast | None:
    matcher = SequenceMatcher(a=a, b=b, autojunk=False)
    if matcher.ratio() < frame_share:
        return None
    swaps = [(a[i1:i2], b[j1:j2]) for tag, i1, i2, j1, j2 in matcher.get_opcodes() if tag != "equal"]
    if len(swaps) != 1:
        return None
    left, right = swaps[0]
    if len(left) == len(right) == 1 and (found := _swapped_word(left[0], right[0])) is not None:
        return found
    whole_a, whole_b = "".join(a), "".join(b)
    is_opposite = are_antonyms("".join(left), "".join(right)) or (
        not whole_a.isascii() and are_antonyms(whole_a, whole_b)
    )
    return Contrast.ANTONYM if is_opposite else None


def _swapped_word(left: str, right: str) -> Contrast | None:
    if _NUMBER.match(left) and _NUMBER.match(right):
        return Contrast.NUMBER
    old, new = lexicon().get(left), lexicon().get(right)
    if old is not None and new is not None and old.kind == new.kind:
        if old.kind in _PLACES:
            return Contrast.PLACE
        if old.kind in _DAYS:
            return Contrast.DATE
    return Contrast.ANTONYM if are_antonyms(left, right) else None


def _words(text: str) -> list[str]:
    folded = fold_in_place(text).replace("n't", " not").replace("’", "'")
    found: list[str] = []
    position = 0
    for mention in lexicon().mentions(folded):
        found.extend(_WORD.findall(folded[position : mention.start]))
        found.append(mention.concept.id)
        position = mention.end
    found.extend(_WORD.findall(folded[position:]))
    return found


def _bare(words: list[str]) -> list[str]:
    """Leave out negations and the small words that come and go with them."""
    kept = [word for word in words if word not in _NEGATIONS and word not in _IDLE]
    return [word if lexicon().get(word) else _ENDING.sub("", word) for word in kept]


def _negations(words: list[str]) -> int:
    return sum(word in _NEGATIONS for word in words) % 2
