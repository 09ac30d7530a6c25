"""Different spellings of the same characters made one: width, case, accents, traditional and simplified Chinese."""

import threading
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import cast

from opencc import OpenCC

from graphmem.language.text import clean_text

_HAN_BLOCKS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x2FA20), (0x30000, 0x323B0))
_ACCENTS = dict.fromkeys(range(0x300, 0x370))
_MOST_ROUNDS = 4
_table_lock = threading.Lock()


def fold(text: str) -> str:
    """Write the text in one spelling: NFKC, lower case, no accents on letters, simplified Chinese.

    Characters are simplified one by one, never by phrase: a query may hold half of a phrase that the stored text has
    whole, and both must come out alike. Folding a folded text changes nothing. The first call with other than ASCII
    takes 0.1 s.
    """
    if text.isascii() and text.isprintable():
        return text.strip().lower()
    folded = clean_text(text)
    # folding may decompose and composing may make new capitals, so one round is not always enough;
    # full case folding makes Cherokee capitals, so lower case has the last word
    for _ in range(_MOST_ROUNDS):
        before = folded
        bare = unicodedata.normalize("NFKD", folded.casefold().lower()).translate(_ACCENTS)
        folded = clean_text(unicodedata.normalize("NFKC", bare)).translate(_simplified())
        if folded == before:
            break
    return folded


def _simplified() -> dict[int, int]:
    with _table_lock:
        return _build_table()


@lru_cache(maxsize=1)
def _build_table() -> dict[int, int]:
    characters = [chr(point) for point in chain.from_iterable(range(*block) for block in _HAN_BLOCKS)]
    convert = cast("Callable[[str], str]", OpenCC("t2s").convert)  # pyright: ignore[reportUnknownMemberType]
    simplified = convert("\n".join(characters)).split("\n")
    step = {ord(old): ord(new) for old, new in zip(characters, simplified, strict=True) if old != new}
    return {old: step.get(new, new) for old, new in step.items()}
