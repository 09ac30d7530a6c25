"""Words that mean the opposite of each other, in English and Chinese."""

from functools import lru_cache

from graphmem.language.concepts import lexicon
from graphmem.language.cues import cues
from graphmem.language.script import Language


def are_antonyms(a: str, b: str) -> bool:
    """Tell whether two folded words are opposites: as concepts, as a pair, or but for a pair in them (室内, 室外)."""
    if lexicon().are_opposite(a, b) or frozenset((a, b)) in _pairs():
        return True
    if a.isascii() or b.isascii():
        return False
    return any(_swapped(a, b, *pair) or _swapped(b, a, *pair) for pair in map(tuple, _pairs()) if len(pair[0]) < len(a))


def are_opposed(a: str, b: str) -> bool:
    """Tell whether two topics are the same words but for one, which has its opposite in its place."""
    words_a, words_b = a.split(), b.split()
    if len(words_a) != len(words_b):
        return False
    swapped = [pair for pair in zip(words_a, words_b, strict=True) if pair[0] != pair[1]]
    return len(swapped) == 1 and are_antonyms(*swapped[0])


def _swapped(a: str, b: str, one: str, other: str) -> bool:
    return one in a and other in b and a.replace(one, "", 1) == b.replace(other, "", 1)


@lru_cache(maxsize=1)
def _pairs() -> frozenset[frozenset[str]]:
    return frozenset(pair for language in Language for pair in cues(language).antonyms)
