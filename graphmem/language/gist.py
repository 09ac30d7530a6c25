"""What of a sentence tells something: its words without those that change nothing, to compare two of them."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict

from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.script import Language, detect_language
from graphmem.language.tokens import tokens

_WORD: Final = re.compile(r"\d+(?:[.:]\d+)*|[a-z]+(?:'[a-z]+)*|[^\W\d_a-z]")
_NEGATIONS: Final = frozenset({"not", "no", "never", "cannot", "without"})
_ASKS: Final = "asks:"


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    idle: tuple[str, ...]
    asks: dict[str, tuple[str, ...]]
    same: dict[str, tuple[str, ...]]


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    en: _Words
    zh: _Words


@dataclass(frozen=True, slots=True)
class Gist:
    """The telling words of a sentence in their order, folded: concepts by id, English by stem, Han by character."""

    words: tuple[str, ...]
    asks: tuple[str, ...]
    """What it asks for, sorted: `how`, `why`, `where` …; empty for a statement."""

    def is_same_as(self, other: "Gist") -> bool:
        """Whether both have the same words in the same order, or with one part moved ("怎么截图网页", "网页怎么截图").

        Two parts that changed places ("from A to B", "from B to A") are not the same.
        """
        if self.asks != other.asks or not self.words or len(self.words) != len(other.words):
            return False
        return self.words == other.words or _is_rotation(self.words, other.words)


@lru_cache(maxsize=4_096)
def gist(text: str) -> Gist:
    """Analyse one sentence; linear in its length."""
    language = detect_language(text)
    folded = fold_in_place(text).replace("’", "'").replace("n't", " not")
    words: list[str] = []
    asks: list[str] = []
    for piece in _pieces(folded, language):
        if piece.startswith(_ASKS):
            asks.append(piece.removeprefix(_ASKS))
        else:
            words.append(piece)
    return Gist(tuple(words), tuple(sorted(set(asks))))


def _pieces(folded: str, language: Language) -> list[str]:
    found: list[str] = []
    position = 0
    for mention in lexicon().mentions(folded):
        found.extend(_plain(folded[position : mention.start], language))
        found.append(mention.concept.id)
        position = mention.end
    found.extend(_plain(folded[position:], language))
    return found


def _plain(text: str, language: Language) -> list[str]:
    """The telling words of a stretch without concepts."""
    pattern, meaning = _lookup(language)
    found: list[str] = []
    position = 0
    for match in pattern.finditer(text):
        found.extend(_stems(text[position : match.start()]))
        if name := meaning[match[0]]:
            found.append(name)
        position = match.end()
    found.extend(_stems(text[position:]))
    return found


def _stems(text: str) -> list[str]:
    stems: list[str] = []
    for word in _WORD.findall(text):
        if word in _NEGATIONS or not word.isascii() or word[0].isdigit():
            stems.append("not" if word in _NEGATIONS else word)
        else:
            stems.extend(tokens(word))
    return stems


@lru_cache(maxsize=len(Language))
def _lookup(language: Language) -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern of the words of the file, the longest first, and what each stands for; nothing for an idle one."""
    document = _Document.model_validate(
        tomllib.loads(files("graphmem.language").joinpath("gist.toml").read_text("utf-8"))
    )
    words = document.zh if language is Language.CHINESE else document.en
    meaning = dict.fromkeys(words.idle, "")
    meaning |= {word: f"{_ASKS}{name}" for name, group in words.asks.items() for word in group}
    meaning |= {word: name for name, group in words.same.items() for word in group}
    alternatives = "|".join(re.escape(word) for word in sorted(meaning, key=len, reverse=True))
    pattern = alternatives if language is Language.CHINESE else rf"\b(?:{alternatives})\b"
    return re.compile(pattern), meaning


def _is_rotation(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether `b` is `a` cut once, its halves exchanged; by a search in linear time."""
    fence = "\x1f"
    once = fence + fence.join(a) + fence
    twice = fence + fence.join(b + b) + fence
    return once in twice
