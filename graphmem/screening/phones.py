"""Finds phone numbers of any country: Chinese and US ones by form, others by their code or by the word before them."""

import re
from collections.abc import Iterator
from typing import Final

from phonenumbers import NumberParseException, is_valid_number, parse

from graphmem.screening.words_around import is_business_number, is_phone_number

_CHINESE_MOBILE: Final = re.compile(
    r"(?<![\dA-Za-z+])(?:(?:\+|00)?86[\s-]?)?1[3-9]\d(?:[\s.·-]{0,2}\d{4}){2}(?![\d]|[.]\d)"
    r"|(?<![\dA-Za-z+.])1(?P<apart>[ .·-])[3-9](?:(?P=apart)\d){9}(?!\d|[ .·-]\d)"
)
_DIGITS: Final = re.compile(r"(?<![\d.A-Za-z-])[+(]{0,2}\d(?:[\s()./-]{0,2}\d){6,16}(?!\d|[A-Za-z]|\.\d)")
_LIKE_A_PHONE: Final = re.compile(
    r"^(?:\+|00\d|0\d{2,3}[\s-]?\d{7,8}(?:-\d{1,6})?$|(?:400|800)[\s-]?\d{3}[\s-]?\d{4}$|\(\d|\d{3}[\s.-]\d{3}[\s.-]\d{4}$|1[\s.-]\d{3}[\s.-]\d{3}[\s.-]\d{4}$)"
)
_LIKE_A_DATE: Final = re.compile(
    r"^\(?(?:(?:19|20)\d{2}[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)\d{2}(?!\d))"
)
_EXTENSION: Final = re.compile(r"\s?(?:ext\.?|x|转|分机)\s?\d{1,6}(?!\d)", re.IGNORECASE)
_FIRST: Final = ("CN", "US")
_OTHERS: Final = ("GB", "DE", "FR", "IN", "JP", "HK", "TW", "SG", "AU", "KR", "BR", "ES", "IT", "RU")
"""Countries whose own way of writing is tried where the text calls a number a phone."""


def phones(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of phone numbers; a number of an order, a date and a plain run of digits is none."""
    for match in _CHINESE_MOBILE.finditer(text):
        if not is_business_number(text, match.start()):
            yield match.start(), _with_extension(text, match.end())
    for match in _DIGITS.finditer(text):
        end = _valid_end(text, match)
        if end is not None:
            yield match.start(), _with_extension(text, end)


def _valid_end(text: str, match: re.Match[str]) -> int | None:
    """Where the number ends, which may be before the last group of digits; None where there is no phone number."""
    if _LIKE_A_DATE.match(match[0]) or is_business_number(text, match.start()):
        return None
    is_called_so = is_phone_number(text, match.start())
    if not is_called_so and not _LIKE_A_PHONE.match(match[0]):
        return None
    regions = (*_FIRST, *_OTHERS) if is_called_so else _FIRST
    for stretch in _beginnings(match[0]):
        if any(_is_valid(stretch, region) for region in (("ZZ",) if stretch.startswith("+") else regions)):
            return match.start() + len(stretch)
    return None


def _beginnings(stretch: str) -> Iterator[str]:
    """The whole stretch, then without its last group: a year or an amount may follow a number."""
    yield stretch
    head, blank, _ = stretch.rpartition(" ")
    if blank and sum(character.isdigit() for character in head) > 6:  # noqa: PLR2004 -- no phone number is shorter
        yield head


def _is_valid(stretch: str, region: str) -> bool:
    number = stretch.strip("(") if stretch.count("(") != stretch.count(")") else stretch
    if number.startswith("00"):
        number, region = "+" + number[2:], "ZZ"
    try:
        return is_valid_number(parse(number, None if region == "ZZ" else region))
    except NumberParseException:
        return False


def _with_extension(text: str, end: int) -> int:
    match = _EXTENSION.match(text, end)
    return match.end() if match else end
