"""Finds e-mail addresses, bank cards, IBANs, identity numbers and passports; checksums decide where there are some."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.us import ssn

from graphmem.screening.number_context import is_account_number, is_business_number, is_personal_number

_E_MAIL: Final = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9](?:[A-Za-z0-9._%+-]{0,62}[A-Za-z0-9_+-])?@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
_CARD: Final = re.compile(r"(?<![\d.])[3-6]\d{2,3}(?:[ -]{0,2}\d{2,6}){2,5}(?![\d.]\d|\d)")
_CARD_DIGITS: Final = range(13, 20)
_YEARS_OF_BIRTH: Final = range(1890, 2100)
_IBAN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}(?![A-Za-z0-9])")
_CHINESE_ID: Final = re.compile(r"(?<!\d)[1-9](?:[ -]{0,2}\d){16}[ -]{0,2}[\dXx](?!\d)")
_OLD_CHINESE_ID: Final = re.compile(r"(?<!\d)[1-9]\d{14}(?!\d)")
_SSN: Final = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_PASSPORT: Final = re.compile(
    r"(?:护照|通行证|passport)[^\n]{0,20}?(?<![A-Za-z0-9])(?P<number>[A-Z]{1,2}\d{6,8}|\d{9})(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_CHINESE_PASSPORT: Final = re.compile(r"(?<![A-Za-z0-9])[EGD]\d{8}(?![A-Za-z0-9])")


def e_mails(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of e-mail addresses."""
    if "@" in text:
        for match in _E_MAIL.finditer(text):
            yield match.span()


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
            if iban.is_valid(text[match.start() : end]):
                yield match.start(), end
                break


def identity_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of Chinese identity numbers and US social security numbers.

    Eighteen digits with a possible date of birth count even where the check digit is wrong: a slip of the pen is
    personal data all the same.
    """
    for match in _CHINESE_ID.finditer(text):
        digits = re.sub(r"[ -]", "", match[0]).upper()
        if ric.is_valid(digits) or (_has_birth_date(digits) and not is_business_number(text, match.start())):
            yield match.span()
    for match in _OLD_CHINESE_ID.finditer(text):
        if is_personal_number(text, match.start()) and _has_birth_date(match[0][:6] + "19" + match[0][6:]):
            yield match.span()
    for match in _SSN.finditer(text):
        if ssn.is_valid(match[0]):
            yield match.span()


def passports(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of passport numbers: by the word before them, and Chinese ones by their form."""
    for match in _PASSPORT.finditer(text):
        yield match.span("number")
    for match in _CHINESE_PASSPORT.finditer(text):
        if not is_business_number(text, match.start()):
            yield match.span()


def _ends(match: re.Match[str]) -> Iterator[int]:
    """Try the whole match first, then without its last groups: a word in capitals may follow an account number."""
    yield match.end()
    for blank in reversed([index for index, character in enumerate(match[0]) if character == " "]):
        yield match.start() + blank


def _has_birth_date(number: str) -> bool:
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    return born.year in _YEARS_OF_BIRTH
