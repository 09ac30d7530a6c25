"""Finds bank cards, IBANs, identity numbers, passports and number plates; checksums decide where there are some."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.us import ssn

from graphmem.screening.words_around import is_account_number, is_business_number, is_identity_number

_CARD: Final = re.compile(r"(?<![A-Za-z\d.])[3-6]\d{2,3}(?:[ -]{0,2}\d{2,6}){2,5}(?![\d.]\d|[A-Za-z\d])")
_CARD_DIGITS: Final = range(13, 20)
_YEARS_OF_BIRTH: Final = range(1890, 2100)
_IBAN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){10,32}(?![A-Za-z0-9])")
_CHINESE_ID: Final = re.compile(r"(?<![A-Za-z\d])[1-9](?:[ -]{0,2}\d){16}[ -]{0,2}[\dXx](?![A-Za-z\d])")
_OLD_CHINESE_ID: Final = re.compile(r"(?<!\d)[1-9]\d{14}(?!\d)")
_SSN: Final = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_HONG_KONG_ID: Final = re.compile(r"(?<![A-Za-z\d])[A-Z]{1,2}\d{6}[(（][\dA][)）]")
_BRITISH_INSURANCE: Final = re.compile(r"(?<![A-Za-z\d])[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z\d])")
_NAMED_ID: Final = re.compile(
    r"(?:\b(?:id card|id number|identity card|identity number|national id|driver.?s licen[cs]e|driving licen[cs]e"
    r"|social security|ssn|national insurance|tax id|taxpayer id|aadhaar|nric)\b"
    r"|身份证|身份号|证件号|驾照|驾驶证|社保号|居住证|税号)"
    r"[^\n\d]{0,18}?(?<![A-Za-z0-9])(?P<number>[A-Z]{0,4}\d(?:[ -]?[\dA-Z]){5,18})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_PASSPORT: Final = re.compile(
    r"(?i:护照|通行证|旅券|パスポート|passports?|reisepass|passeport|pasaporte|passaporto|paspoort)(?:(?!\band\b)[^\n]){0,20}?"
    r"(?<![A-Za-z0-9])(?!(?:19|20)\d{6}(?!\d))"
    r"(?P<number>(?i:[A-Z]{1,3}\d{6,8})|\d{2} ?\d{2} ?\d{6}|\d{9}|(?=(?:[A-Z]*\d){4})(?=[A-Z0-9]*[A-Z])[A-Z0-9]{8,9})"
    r"(?![A-Za-z0-9])"
)
_CHINESE_PASSPORT: Final = re.compile(r"(?<![A-Za-z0-9])[EGD]\d{8}(?![A-Za-z0-9])")
_BARE_PASSPORT: Final = re.compile(r"\s*(?P<number>[A-Z]\d{8}|[A-Z]{2}\d{6,7})\s*")
_CHINESE_PLATE: Final = re.compile(
    r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z] ?[·•.-]? ?"
    r"(?=[A-Z]{0,5}\d)[A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳](?![A-Za-z0-9])"
)
_NAMED_PLATE: Final = re.compile(
    r"(?:\b(?:licen[cs]e plates?|number plates?|plate numbers?|plates?|vehicle registration)\b|车牌号?)[^\n]{0,16}?"
    r"(?<![A-Za-z0-9])(?P<number>(?=[A-Z\d -]{0,7}\d)(?=[\d -]{0,7}[A-Z])[A-Z\d]{1,4}[ -]?[A-Z\d]{2,5})(?![A-Za-z0-9])"
)


def bank_cards(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of card numbers: 13 to 19 digits whose last is their Luhn digit, or that are called a card."""
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if len(digits) not in _CARD_DIGITS or is_business_number(text, match.start()):
            continue
        if luhn.is_valid(digits) or is_account_number(text, match.start()):
            yield match.span()


def ibans(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of international account numbers, blanks and check digits included."""
    for match in _IBAN.finditer(text):
        for end in _ends(match):
            if iban.is_valid(text[match.start() : end].replace("-", ""), check_country=False):
                yield match.start(), end
                break


def identity_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of identity numbers: Chinese, US, British and Hong Kong ones by form, others by their name.

    A Chinese one that is called so counts even where the check digit is wrong: a slip of the pen is personal data all
    the same. Without such a word its check digit must be right.
    """
    for match in _CHINESE_ID.finditer(text):
        digits = re.sub(r"[ -]", "", match[0]).upper()
        if ric.is_valid(digits) or (_has_birth_date(digits) and is_identity_number(text, match.start())):
            yield match.span()
    for match in _OLD_CHINESE_ID.finditer(text):
        if is_identity_number(text, match.start()) and _has_birth_date(match[0][:6] + "19" + match[0][6:]):
            yield match.span()
    for match in _SSN.finditer(text):
        if ssn.is_valid(match[0]):
            yield match.span()
    for pattern in (_HONG_KONG_ID, _BRITISH_INSURANCE):
        for match in pattern.finditer(text):
            if not is_business_number(text, match.start()):
                yield match.span()
    for match in _NAMED_ID.finditer(text):
        yield match.span("number")


def passports(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of passport numbers: by the word before them, Chinese ones by form, others where they are all."""
    for match in _PASSPORT.finditer(text):
        yield match.span("number")
    for match in _CHINESE_PASSPORT.finditer(text):
        if not is_business_number(text, match.start()):
            yield match.span()
    bare = _BARE_PASSPORT.fullmatch(text)
    if bare:
        yield bare.span("number")


def number_plates(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of number plates: Chinese ones by form, others by the word before them."""
    for match in _CHINESE_PLATE.finditer(text):
        yield match.span()
    for match in _NAMED_PLATE.finditer(text):
        yield match.span("number")


def _ends(match: re.Match[str]) -> Iterator[int]:
    """Try the whole match first, then without its last groups: a word in capitals may follow an account number."""
    yield match.end()
    for blank in reversed([index for index, character in enumerate(match[0]) if character in " -"]):
        yield match.start() + blank


def _has_birth_date(number: str) -> bool:
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    return born.year in _YEARS_OF_BIRTH
