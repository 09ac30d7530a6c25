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
_NAMED_BEHIND: Final = re.compile(
    r"[\dA-Za-z][\dA-Za-z -]{0,30}?[,，]?\s?(?:\b(?:is|was)\b|这?就?是|为|[(（])(?P<words>[^\n.!?。！？,，;；\d]{1,24})"
)
_OWN_NUMBER: Final = (
    r"(?:\b(?:my|his|her|our|their|your)|'s)(?: (?:new|old|private|home|current|other|second))? number\b(?: is\b)?"
)
"""What is called somebody's number is a phone, unless it is the number of something ("my order number")."""
_CALLED: Final = r"(?:[ -](?:number|numbers|no|id|code)(?![A-Za-z]))?\.?(?: (?:is|was)(?![A-Za-z]))?"
_CALLED_HAN: Final = r"(?:号码|号|码)?(?:是|为)?"
"""Words that only go with the one before them: an order number is no phone number."""
_BOTH_OF_US: Final = r"\bmy \w+ and i\b|\bi and my \w+|我(?:和|跟|与)[^，。,]{1,5}?(?=住|家|搬|在|的地址)"
"""Several people, the speaker among them."""


def is_business_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` make it one of an order, a ticket or the like.

    Where none of them says what it is, those behind it may: "… is my order number".
    """
    before = text[max(0, start - _WINDOW) : start]
    business, personal = _last("business", before), _last("personal", before)
    if max(business, personal) >= 0:
        return business >= personal
    named = _NAMED_BEHIND.match(text, start)
    return named is not None and _last("business", named["words"]) > _last("personal", named["words"])


def is_phone_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` call it a phone."""
    before = text[max(0, start - _WINDOW) : start]
    return _last("phone", before) > _last("business", before)


def is_e_mail(text: str, start: int) -> bool:
    """Tell whether the words before the address at `start` speak of mail."""
    return _last("mail", text[max(0, start - _WINDOW) : start]) >= 0


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
    more = {"self": _BOTH_OF_US, "other": _OTHERS_POSSESSIVE, "phone": _OWN_NUMBER, "personal": _OWN_NUMBER}
    return {name: _pattern(group, more.get(name), is_business=name == "business") for name, group in words.items()}


def _pattern(words: tuple[str, ...], more: str | None, *, is_business: bool) -> re.Pattern[str]:
    latin = "|".join(re.escape(word) for word in words if word.isascii())
    others = "|".join(re.escape(word) for word in words if not word.isascii())
    behind, behind_han = (_CALLED, _CALLED_HAN) if is_business else ("", "")
    known = rf"(?<![A-Za-z'])(?:{latin})(?![A-Za-z]){behind}|(?:{others}){behind_han}"
    return re.compile(rf"{more}|{known}" if more else known, re.IGNORECASE)
