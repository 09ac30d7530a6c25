"""Sets personal data aside that a clause gives beside what it says: "I live in Berlin, phone [PHONE]" (rule W1)."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel

from graphmem.deciding.rules.clauses import Clause, without_lead
from graphmem.deciding.rules.reading import PLACEHOLDER
from graphmem.language.cues import Cues
from graphmem.language.script import Language

_MARK: Final = f"(?-i:{PLACEHOLDER.pattern})"
_JOINTS: Final = " ,，;；、"
_NOUN_GOES_ON: Final = re.compile(r"(?:\b(?:my|our|his|her|their|your|the)|'s)\s(?:[\w-]+\s)?$", re.IGNORECASE)
"""Then what follows is the rest of a noun ("my shipping | address is …"), not something beside the statement."""
_SIGNS: Final = r"[\s:：.#,，/-]{0,3}"
_LEAST_LETTERS: Final = {Language.ENGLISH: 4, Language.CHINESE: 2}
"""Of what is left; less says nothing."""


class _Words(BaseModel):
    begin: tuple[str, ...]
    words: tuple[str, ...]
    telling: tuple[str, ...]
    owned: tuple[str, ...]


def with_asides(clauses: Iterable[Clause], cues: Cues) -> Iterator[Clause]:
    """Give each clause without its asides, and these as clauses of their own; one that is nothing else stays."""
    for clause in clauses:
        yield from _parted(clause, cues) if PLACEHOLDER.search(clause.text) else (clause,)


def _parted(clause: Clause, cues: Cues) -> Iterator[Clause]:
    language = cues.language
    joint = " " if language is Language.ENGLISH else ""
    rest = clause.text
    spans = [m.span() for m in _pattern(language).finditer(rest) if not _NOUN_GOES_ON.search(rest, 0, m.start())]
    for start, end in reversed(spans):
        rest = rest[:start].rstrip(_JOINTS) + joint + rest[end:].lstrip(_JOINTS)
    led = len(clause.text) - len(without_lead(clause.text, cues))
    rest = rest.strip()
    if not spans or sum(character.isalpha() for character in rest[led:]) < _LEAST_LETTERS[language]:
        yield clause
        return
    first, last = spans[0], spans[-1]
    start = first[1] if not clause.text[: first[0]].strip() else 0
    end = last[0] if not clause.text[last[1] :].strip(" .。!！") else len(clause.text)
    yield replace(clause, text=rest, start=clause.start + start, end=clause.start + end)
    for left, right in spans:
        yield replace(
            clause,
            text=(words := clause.text[left:right].lstrip(_JOINTS)),
            start=clause.start + right - len(words),
            end=clause.start + right,
            is_question=False,
            is_reason=False,
            is_elliptic=False,
        )


@lru_cache(maxsize=2)
def _pattern(language: Language) -> re.Pattern[str]:
    raw = tomllib.loads(files("graphmem.language").joinpath("asides.toml").read_text("utf-8"))
    words = _Words.model_validate(raw[language.value])
    more = rf"(?:{_SIGNS}(?:(?:{'|'.join(words.begin)}){_SIGNS})?{_MARK}){{0,3}}"
    if language is Language.ENGLISH:
        owned = "".join(rf"(?<!\b{word} )" for word in words.owned)
        begin = rf"(?:[,;(–—-]\s?|(?<=\s)|(?<=[,;:])){owned}(?<!'s )(?:(?:{_any(words.begin)})\s)?"
        led = rf"(?=[^\[]{{0,60}}\b(?:{_any(words.telling)})\b)(?:(?:{_any(words.words)})\b{_SIGNS}){{1,10}}"
    else:
        owned = "".join(rf"(?<!{word})" for word in words.owned)
        begin = rf"(?:[，,；;（(、]\s?|\s|{owned})(?:{_any(words.begin)})?"
        led = rf"(?=[^\[]{{0,24}}?(?:{_any(words.telling)}))(?:(?:{_any(words.words)}){_SIGNS}){{1,8}}"
    bare = rf"[,，;；(（]\s?{_MARK}(?=\s?(?:[,，;；.。)）]|$))"
    return re.compile(rf"(?:{begin}{led}{_MARK}{more}|{bare})\s?[)）]?", re.IGNORECASE)


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
