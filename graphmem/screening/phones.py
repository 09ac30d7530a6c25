"""Finds phone numbers, Chinese ones first, then those of the North American plan and with a country code."""

import re
from collections.abc import Iterator
from typing import Final

from phonenumbers import Leniency, PhoneNumberMatcher

from graphmem.screening.number_context import is_business_number, is_personal_number

_CHINESE_MOBILE: Final = re.compile(r"(?<!\d)(?:\+?86[\s-]?)?1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)")
_DIGITS: Final = re.compile(r"(?<![\d.])[+(]{0,2}\d(?:[\s().-]{0,2}\d){6,16}(?!\d)")
_LIKE_A_PHONE: Final = re.compile(r"^(?:\+|00|0\d{2,3}[\s-]?\d|400|800|\(|\d{3}[\s.-]\d{3}[\s.-]\d{4}$)")
_LIKE_A_DATE: Final = re.compile(r"^(?:19|20)\d{2}[-/. ]\d{1,2}[-/. ]\d{1,2}")


def phones(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of phone numbers; a number of an order, a date and a plain run of digits is none."""
    for match in _CHINESE_MOBILE.finditer(text):
        if not is_business_number(text, match.start()):
            yield match.span()
    for match in _DIGITS.finditer(text):
        if _may_be_phone(text, match):
            yield from _valid_within(match)


def _may_be_phone(text: str, match: re.Match[str]) -> bool:
    if _LIKE_A_DATE.match(match[0]) or is_business_number(text, match.start()):
        return False
    return _LIKE_A_PHONE.match(match[0]) is not None or is_personal_number(text, match.start())


def _valid_within(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Look for valid numbers in a stretch of digits; the library is slow, so it sees nothing else of the text."""
    for region in ("CN", "US"):
        found = [(hit.start, hit.end) for hit in PhoneNumberMatcher(match[0], region, leniency=Leniency.VALID)]
        if found:
            yield from ((match.start() + start, match.start() + end) for start, end in found)
            return
