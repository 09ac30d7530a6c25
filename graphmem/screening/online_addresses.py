"""Finds where somebody is reached or located by machine: IP and MAC addresses, coordinates."""

import ipaddress
import re
from collections.abc import Iterator
from typing import Final

from graphmem.screening.words_around import is_business_number

_IP_4: Final = re.compile(r"(?<![A-Za-z\d.])(?:\d{1,3}\.){3}\d{1,3}(?![A-Za-z\d]|\.\d)")
_IP_6: Final = re.compile(
    r"(?<![A-Za-z\d:.])(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:]{3,39}(?:%[A-Za-z0-9]{1,16})?(?![A-Za-z\d:])"
)
_MAC: Final = re.compile(
    r"(?<![A-Za-z\d:-])[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}(?![A-Za-z\d:-])"
)
_DEGREES: Final = r"\d{1,3}° ?\d{1,2}['′](?: ?\d{1,2}(?:\.\d{1,6})?[\"″])?"
_COORDINATES: Final = re.compile(
    r"(?<![\d.])-?\d{1,3}\.\d{4,12} ?°? ?[NSEW]? ?[,，;/ ] ?-?\d{1,3}\.\d{4,12}(?:°? ?[NSEW]\b)?(?![\d.]\d|\d)"
    rf"|(?<!\d){_DEGREES} ?[NS][, ]{{1,3}}{_DEGREES} ?[EW]\b"
)


def ip_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of IP and MAC addresses; those that every machine has, and version numbers, are none."""
    for pattern in (_IP_4, _IP_6):
        for match in pattern.finditer(text):
            if _is_somebodys(match[0]) and not is_business_number(text, match.start()):
                yield match.span()
    for match in _MAC.finditer(text):
        yield match.span()


def coordinates(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of coordinates that are exact to some ten metres."""
    for match in _COORDINATES.finditer(text):
        yield match.span()


def _is_somebodys(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if not any(character.isdigit() for character in address):
        return False  # a name of a program's part: Face::Bead
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_multicast or address.startswith("255."))
