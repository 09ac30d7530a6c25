"""What a value is and whose, by the words around it: an order's number is kept, a phone is not."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import TypeAdapter

_WINDOW: Final = 28
_SENTENCE: Final = 100
_SENTENCE_END: Final = re.compile(r"[!?。！？；\n]|[.;](?=\s|$)")
_OTHERS_POSSESSIVE: Final = r"(?!(?:it|that|here|there|what|where|let|who|how|user)'s)\b[^\W\d]+'s\b"
_BOTH_OF_US: Final = r"\bmy \w+ and i\b|\bi and my \w+|我(?:和|跟|与)[^，。,]{1,5}?(?=住|家|搬|在|的地址)"
"""Several people, the speaker among them."""


def is_business_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` make it one of an order, a ticket or the like."""
    before = text[max(0, start - _WINDOW) : start]
    return _last("business", before) > _last("personal", before)


def is_phone_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` call it a phone."""
    before = text[max(0, start - _WINDOW) : start]
    return _last("phone", before) > _last("business", before)


def is_account_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` call it a card or an account."""
    return _last("account", text[max(0, start - _WINDOW) : start]) >= 0


def is_identity_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` call it an identity number."""
    before = text[max(0, start - _WINDOW) : start]
    return _last("identity", before) > _last("business", before)


def owner_named(text: str, start: int, end: int) -> bool | None:
    """Tell whether the sentence makes the value at `start` to `end` the speaker's own; None where it doesn't say.

    The nearest word before the value counts; only where there is none, those behind it do.
    """
    before = _SENTENCE_END.split(text[max(0, start - _SENTENCE) : start])[-1]
    behind = _SENTENCE_END.split(text[end : end + _WINDOW], maxsplit=1)[0]
    for words in (before, behind):
        own, other = _last("self", words), _last("other", words)
        if max(own, other) >= 0:
            return own >= other  # 我和老婆 ends where 老婆 does
    return None


def _last(name: str, text: str) -> int:
    return max((match.end() for match in _patterns()[name].finditer(text)), default=-1)


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    raw = tomllib.loads(files("graphmem.screening").joinpath("personal_words.toml").read_text("utf-8"))
    words = TypeAdapter(dict[str, tuple[str, ...]]).validate_python(raw)
    more = {"self": _BOTH_OF_US + "|", "other": _OTHERS_POSSESSIVE + "|"}
    return {name: _pattern(group, more.get(name, "")) for name, group in words.items()}


def _pattern(words: tuple[str, ...], first: str) -> re.Pattern[str]:
    latin = "|".join(re.escape(word) for word in words if word.isascii())
    others = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"{first}(?<![A-Za-z'])(?:{latin})(?![A-Za-z])|{others}", re.IGNORECASE)
