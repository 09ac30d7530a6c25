"""Which names may be compared by what they mean: one in Chinese characters and one without (rule E2).

Within one script a vector tells how alike two spellings are, which `names` tells better: Alice and Alicia, 张伟 and
张玮, Room 301 and Room 302 lie nearer to each other than most names of one thing do. Across scripts a spelling tells
nothing, and the vector knows that 绿叶咖啡馆 is a Green Leaf Café. What vectors don't know in any script is numbers and
initials, so these must agree.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from anyascii import anyascii

from graphmem.domain.names import LONGEST_NAME, EntityKind, han_name, normalised
from graphmem.language.folding import fold
from graphmem.language.name_words import name_words
from graphmem.language.script import HAN_RANGES

_HAN = re.compile(f"[{HAN_RANGES}]")
_APOSTROPHE = re.compile(r"['’‘`]")
_PART = re.compile(r"[a-z]+|\d+")
_DIGITS = "〇一二三四五六七八九"
_HAN_NUMBER = re.compile(r"(?P<order>第)?(?P<number>[〇零一二两三四五六七八九十]+)(?P<counted>[号楼层期级班季章室线]?)")
_TEN = 10


@dataclass(frozen=True, slots=True)
class _Marks:
    """What tells one thing of a series from another, in any language."""

    numbers: frozenset[str]
    certain: frozenset[str]
    """Numbers that are surely meant as such: 三 in 三星 may be none."""
    letters: frozenset[str]
    """Single letters: an initial, Gate B, X1."""


def is_han(name: str) -> bool:
    """Whether a name has Chinese characters; another alphabet's letters may be among them."""
    return _HAN.search(name) is not None


def may_mean_one(one: str, other: str, kind: EntityKind) -> bool:
    """Whether it can be left to their vectors if two names of a kind are of one thing; symmetric."""
    if is_han(one) == is_han(other):
        return False
    han, latin = (one, other) if is_han(one) else (other, one)
    if kind is EntityKind.PERSON and _is_spelled_out(han, latin):
        return False
    a, b = _marks(han), _marks(latin)
    if a.letters != b.letters or not (a.certain <= b.numbers and b.certain <= a.numbers):
        return False
    return not (a.numbers and b.numbers) or a.numbers == b.numbers


def _is_spelled_out(han: str, latin: str) -> bool:
    """Whether the Latin name begins to spell the Chinese one, by its surname: then the rest of the spelling decides.

    Wang Fang is not 王小红. One with a title is no full name: Uncle Wang may be 王叔叔.
    """
    name = normalised(han)
    if han_name(name) is not None:
        return False
    length = 2 if name[:2] in name_words().double_surnames else 1
    surname = anyascii(name[:length]).lower()
    return surname in _PART.findall(anyascii(fold(latin)).lower())


@lru_cache(maxsize=8_192)
def _marks(name: str) -> _Marks:
    words = name_words().numbers
    numbers, certain, letters = set[str](), set[str](), set[str]()
    folded = _APOSTROPHE.sub("", fold(name[:LONGEST_NAME]))
    for part in _PART.findall(anyascii(_HAN.sub(" ", folded)).lower()):
        number = words.get(part, part)
        if number[0].isdigit():
            digits = number.rstrip("stndrh")
            numbers.add(digits)
            certain.update({digits} if part[0].isdigit() or digits != number else ())
        elif len(part) == 1:
            letters.add(part)
    for match in _HAN_NUMBER.finditer(folded):
        number = _value(match["number"])
        numbers.add(number)
        certain.update({number} if match["order"] or match["counted"] else ())
    return _Marks(frozenset(numbers), frozenset(certain), frozenset(letters))


def _value(number: str) -> str:
    """A Chinese number below a hundred, or one written digit by digit, in our digits."""
    folded = number.replace("零", "〇").replace("两", "二")
    tens, ten, ones = folded.partition("十")
    if not ten:
        return "".join(str(_DIGITS.index(c)) for c in folded)
    digits = [_DIGITS.find(part) if part else default for part, default in ((tens, 1), (ones, 0))]
    return str(_TEN * digits[0] + digits[1]) if min(digits) >= 0 else number
