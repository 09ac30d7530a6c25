"""Reads encoded stretches of a text: base64, base85, hexadecimal, binary, escapes, shifted and reversed letters."""

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from graphmem.screening.shadow import Shadow

_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}={0,2}")
_BASE85: Final = re.compile(r"(?<!\S)[!-&(-~]{40,}(?!\S)")
_HEXADECIMAL: Final = re.compile(
    r"(?<![0-9A-Za-z])(?:0x|\\x)?[0-9A-Fa-f]{2}(?:[ :,]{0,2}(?:0x|\\x)?[0-9A-Fa-f]{2}){7,}(?![0-9A-Za-z])"
)
_BINARY: Final = re.compile(r"(?<![01])[01]{8}(?:[ ,]?[01]{8}){5,}(?![01])")
_ESCAPES: Final = re.compile(r"(?:\\u\{?[0-9A-Fa-f]{4,6}\}?|&#x?[0-9A-Fa-f]{1,6};|[ ]){6,}")
_ESCAPE: Final = re.compile(r"\\u\{?([0-9A-Fa-f]{4,6})\}?")
_MORSE: Final = re.compile(r"(?<!\S)[.-]{1,5}(?:[ /|]{1,3}[.-]{1,5}){8,}(?!\S)")
_MORSE_CODES: Final[str] = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
)
"""Of the letters a to z, in their order."""
_TELLING: Final = ("ignore", "instructions", "previous", "prompt", "password")
"""Words that give a shifted or reversed text away; only then the whole of it is read."""
_ALPHABET: Final[str] = "abcdefghijklmnopqrstuvwxyz"
_READABLE: Final = 0.9


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a stretch of the text says: characters `start` to `end`."""

    text: str
    start: int
    end: int


def decoded(text: str) -> Iterator[Decoded]:
    """Give every stretch of the text that can be read as one of the encodings; ordinary text gives none."""
    readers: tuple[tuple[re.Pattern[str], Callable[[str], str | None]], ...] = (
        (_BASE64, _from_base64),
        (_HEXADECIMAL, _from_hexadecimal),
        (_BINARY, _from_binary),
        (_ESCAPES, _from_escapes),
        (_BASE85, _from_base85),
        (_MORSE, _from_morse),
    )
    for pattern, read in readers:
        for match in pattern.finditer(text):
            said = read(match[0])
            if said:
                yield Decoded(said, *match.span())
    if "%" in text:
        yield from _percent(text)


def shifted(shadow: Shadow) -> Iterator[Shadow]:
    """Give the text with its letters shifted back or in the right order, where that makes telling words appear."""
    if any(word[::-1] in shadow.text for word in _TELLING):
        yield Shadow(shadow.text[::-1], shadow.places[::-1])
    for words, back in _SHIFTS:
        if any(word in shadow.text for word in words):
            yield Shadow(shadow.text.translate(back), shadow.places)


def _shift(by: int) -> tuple[tuple[str, ...], dict[int, int]]:
    """How the telling words look when letters are shifted, and the way back."""
    turned = _ALPHABET[by:] + _ALPHABET[:by]
    on = str.maketrans(_ALPHABET, turned)
    return tuple(word.translate(on) for word in _TELLING), str.maketrans(turned, _ALPHABET)


_SHIFTS: Final = tuple(_shift(by) for by in range(1, len(_ALPHABET)))


def _percent(text: str) -> Iterator[Decoded]:
    for word in re.finditer(r"\S+", text):
        if word[0].count("%") >= 3:  # noqa: PLR2004 -- fewer is a rate or a link
            said = unquote(word[0])
            if said != word[0]:
                yield Decoded(said, *word.span())


def _readable(raw: bytes) -> str | None:
    try:
        said = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    good = sum(character.isprintable() or character.isspace() for character in said)
    return said if said and good >= _READABLE * len(said) else None


def _from_base64(stretch: str) -> str | None:
    bare = stretch.rstrip("=").replace("-", "+").replace("_", "/")
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    try:
        return _readable(base64.b64decode(bare + "=" * (-len(bare) % 4)))
    except (binascii.Error, ValueError):
        return None


def _from_base85(stretch: str) -> str | None:
    for read in (base64.b85decode, base64.a85decode):
        try:
            said = _readable(read(stretch.encode()))
        except ValueError:
            continue
        if said:
            return said
    return None


def _from_hexadecimal(stretch: str) -> str | None:
    digits = re.sub(r"0x|\\x|[ :,]", "", stretch)
    return _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _from_binary(stretch: str) -> str | None:
    digits = re.sub(r"[ ,]", "", stretch)
    return _readable(bytes(int(digits[i : i + 8], 2) for i in range(0, len(digits), 8)))


def _from_escapes(stretch: str) -> str | None:
    if "\\u" not in stretch and "&#" not in stretch:
        return None
    return html.unescape(_ESCAPE.sub(_escaped, stretch))


def _escaped(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""  # noqa: PLR2004 -- Unicode's own limits


def _from_morse(stretch: str) -> str | None:
    letters: dict[str, str] = dict(zip(_MORSE_CODES.split(), _ALPHABET, strict=True))
    words = re.split(r" ?[/|] ?| {3}", stretch)
    return " ".join("".join(letters.get(code, "") for code in word.split()) for word in words)
