"""Our own sentences in `sentences/`: what centring takes the mean of, and the pairs that calibration is fitted on."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from graphmem.language.script import Language, han_share


class Likeness(StrEnum):
    """How alike the two sentences of a pair are; the value is the name of their file."""

    PARAPHRASE = "paraphrase"
    RELATED = "related"
    UNRELATED = "unrelated"
    ANSWER = "answer"
    """A question and the statement that answers it; within one language no two pairs are about the same matter."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sentences of known likeness."""

    left: str
    right: str

    @property
    def languages(self) -> frozenset[Language]:
        """The languages of its sentences: one, or both where the pair crosses."""
        return frozenset(
            Language.CHINESE if han_share(text) > 0.5 else Language.ENGLISH  # noqa: PLR2004 -- half
            for text in (self.left, self.right)
        )


@cache
def generic_sentences(language: Language) -> tuple[str, ...]:
    """Sentences of every-day content, so many and so different that their mean is the language itself."""
    return tuple(_read(f"generic.{language}.txt").splitlines())


@cache
def pairs(likeness: Likeness) -> tuple[Pair, ...]:
    """Pairs of one likeness: English, Chinese, and one language against the other."""
    lines = _read(f"{likeness}.tsv").splitlines()
    return tuple(Pair(*line.split("\t")) for line in lines)


@cache
def centring_revision() -> str:
    """Name the generic sentences by a hash: another mean is another embedding space."""
    return _short_hash("\n".join(sentence for language in Language for sentence in generic_sentences(language)))


@cache
def pairs_revision() -> str:
    """Name the pairs by a hash: other pairs are another calibration of the same space."""
    return _short_hash("\n".join(f"{pair.left}\t{pair.right}" for likeness in Likeness for pair in pairs(likeness)))


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _read(name: str) -> str:
    return (files("graphmem.embedding") / "sentences" / name).read_text(encoding="utf-8")
