"""Numbers as they stand in dates and ages: digits, English words, Chinese characters."""

import re
from typing import Final

_ONES: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS: Final = {
    word: 10 * n
    for n, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
_DIGITS: Final = {character: value for value, character in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "〇": 0,
    "仨": 3,
}
_UNITS: Final = {"十": 10, "百": 100, "千": 1000, "万": 10_000}
_LONGEST: Final = 12

_WORDS: Final = sorted((word for word in _ONES if word not in {"a", "an"}), key=len, reverse=True)
_DIGIT_WORDS: Final = "one|two|three|four|five|six|seven|eight|nine"
ENGLISH: Final = rf"(?:\d{{1,4}}|(?:{'|'.join(_TENS)})(?:[- ](?:{_DIGIT_WORDS}))?|{'|'.join(_WORDS)})"
"""Body of an expression for a number; articles ("a week") aren't in it."""

CHINESE: Final = r"(?:\d{1,4}|[零〇一二三四五六七八九十百千两]{1,7})"


def number(text: str) -> int | None:
    """Read a number in digits, or one in words or characters ("twenty-one", 二十五, 二〇一九)."""
    if not text or len(text) > _LONGEST:
        return None
    if text.isascii():
        return int(text) if text.isdigit() else _english(text.lower())
    if all(character in _DIGITS for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    return _chinese(text)


def _english(text: str) -> int | None:
    first, _, second = re.sub(r"\s+", "-", text).partition("-")
    if first in _TENS:
        ones = _ONES.get(second) if second else 0
        return None if ones is None or ones > 9 else _TENS[first] + ones  # noqa: PLR2004 -- a digit
    return None if second else _ONES.get(first)


def _chinese(text: str) -> int | None:
    total, last = 0, None
    for character in text:
        if (unit := _UNITS.get(character)) is not None:
            total += (1 if last is None else last) * unit
            last = None
        elif (digit := _DIGITS.get(character)) is not None:
            last = digit
        else:
            return None
    return total + (last or 0)
