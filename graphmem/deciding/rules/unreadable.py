"""Tells texts that no rule reads: markup, data, code, pictures, and other languages than English and Chinese."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from graphmem.domain.candidate import Candidate, Span
from graphmem.domain.claim import Claim
from graphmem.domain.memory import MemoryType
from graphmem.language.script import HAN_RANGES, detect_language

UNREAD_LANGUAGE: Final = "in another language than English and Chinese; kept as it was said"

_LETTER: Final = re.compile(r"[^\W\d_]")
_DATA: Final = re.compile(r"^\s*[\[{].*[\]}]\s*$", re.DOTALL)
_PAIR: Final = re.compile(r"""["'][\w -]{1,60}["']\s*:""")
_TAG: Final = re.compile(r"</?[a-zA-Z][\w-]*(?:\s[^<>]{0,200})?/?>")
_CODE_LINE: Final = re.compile(
    r"^\s*(?:def \w+\(|class \w+[(:]|import [\w.]+$|from [\w.]+ import |#include|\$ \w+|if \(|for \(|return\b.*;"
    r"|(?:public|private|static|func|fn|const|let|var) \w+|SELECT .* FROM |INSERT INTO |[\w.]+ ?= ?[\w.]+\(|</?\w+"
    r"|.*[;{}]\s*$)"
)
_FENCE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_MOSTLY: Final = 0.6
_FOREIGN_LETTER: Final = re.compile(
    r"[\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u0590-\u05ff"
    r"\u0600-\u06ff\u0900-\u0dff\u0e00-\u0e7f\u10a0-\u10ff]"
)
_READ_LETTER: Final = re.compile(f"[A-Za-z{HAN_RANGES}]")
_HAN: Final = re.compile(f"[{HAN_RANGES}]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LEAST_WORDS: Final = 3
_LEAST_LETTERS: Final = 5
_FEW: Final = 0.15
_UNSURE: Final = 0.4
"""Below the gate of .6: what was not understood is observed (rule W9)."""


def why_not_read(text: str) -> str | None:
    """Say why a message holds no sentence of a person; None where it may."""
    if not _LETTER.search(text):
        return "no words, only signs or pictures" if not any(c.isdigit() for c in text) else None
    if (_DATA.match(text) and _PAIR.search(text)) or _is_code(text):
        return "data or code"
    tags = _TAG.findall(text)
    if len(tags) > 1 and text.lstrip().startswith("<"):
        return "markup"
    return None


def without_fences(text: str) -> str:
    """Blank out fenced code, so that the places of the rest stay the same."""
    return _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text) if "```" in text else text


def is_foreign(sentence: str) -> bool:
    """Tell whether a sentence is in a language that no rule reads, by its script or by its small words."""
    foreign = len(_FOREIGN_LETTER.findall(sentence))
    if foreign:
        others = len(_READ_LETTER.findall(sentence))
        return foreign >= _LEAST_LETTERS and foreign > _FEW * (foreign + others)
    if _HAN.search(sentence):
        return False
    words = [word.lower().replace("’", "'") for word in _WORD.findall(sentence)]
    if len(words) < _LEAST_WORDS:
        return False
    small, english = _small_words()
    hits = sum(word in small or ("'" in word and word.partition("'")[0] + "'" in small) for word in words)
    own = sum(word in english for word in words)
    return hits >= own and hits >= 2  # noqa: PLR2004 -- one small word alone may be a name


def verbatim(sentence: str, span: Span) -> Candidate | None:
    """Keep a sentence of another language as it was said, too unsure to be active; None for a question."""
    if sentence.rstrip().endswith(("?", "？", "؟")):
        return None
    return Candidate(
        type=MemoryType.FACT,
        content=sentence,
        language=detect_language(sentence).value,
        claim=Claim(),
        span=span,
        certainty=_UNSURE,
        reason=UNREAD_LANGUAGE,
        search_phrases=(sentence,),
    )


def _is_code(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    code = [_CODE_LINE.match(line[:300]) is not None for line in lines]
    indented = sum(line.startswith(("    ", "\t")) and not is_code for line, is_code in zip(lines, code, strict=True))
    return any(code) and sum(code) + indented >= _MOSTLY * len(lines)


@lru_cache(maxsize=1)
def _small_words() -> tuple[frozenset[str], frozenset[str]]:
    table = tomllib.loads(files("graphmem.language").joinpath("foreign.toml").read_text("utf-8"))
    english = frozenset(table["english"].split())
    # single letters are in every formula
    return frozenset(word for word in table["foreign"].split() if len(word) > 1) - english, english
