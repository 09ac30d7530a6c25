"""Reads digits that are written as words: 一三八零零… and "four one five …" (rule W1)."""

import re
from collections.abc import Iterator
from typing import Final

from phonenumbers import NumberParseException, is_possible_number, parse

from graphmem.screening.words_around import is_phone_number

_HAN: Final = "零〇一二三四五六七八九幺壹贰叁肆伍陆柒捌玖"
_DIGITS: Final = str.maketrans(_HAN, "001234567891123456789")
_HAN_ROW: Final = re.compile(rf"[{_HAN}\d](?:[ -]?[{_HAN}\d]){{6,}}")
"""So many in a row are a number, digit by digit; a year has four, and an amount says its tens and hundreds."""
_WORDS: Final = "zero oh nought one two three four five six seven eight nine".split()  # noqa: SIM905 -- words, not code
_WORD: Final = rf"(?:(?:double|triple) )?(?:{'|'.join(_WORDS)})"
_WORD_ROW: Final = re.compile(rf"\b{_WORD}(?:[ ,-]{{1,2}}{_WORD}){{5,16}}\b", re.IGNORECASE)
_OF_WORD: Final = {word: str(max(0, place - 2)) for place, word in enumerate(_WORDS)}
_TIMES: Final = {"double": 2, "triple": 3}


def with_plain_digits(text: str) -> str:
    """The text with rows of Chinese digits as Arabic ones, one for one, so that positions stay."""
    return _HAN_ROW.sub(lambda match: match[0].translate(_DIGITS), text)


def spelled_phones(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of numbers spelled in English words that the text calls a phone."""
    for match in _WORD_ROW.finditer(text):
        if is_phone_number(text, match.start()) and _may_be_phone(_digits(match[0])):
            yield match.span()


def _digits(words: str) -> str:
    digits: list[str] = []
    times = 1
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in _TIMES:
            times = _TIMES[word]
        else:
            digits.append(_OF_WORD[word] * times)
            times = 1
    return "".join(digits)


def _may_be_phone(digits: str) -> bool:
    """By length only: who dictates a number may leave out the area."""
    try:
        return is_possible_number(parse(digits, "US")) or is_possible_number(parse(digits, "CN"))
    except NumberParseException:
        return False
