"""Finds the words of many vocabularies in a text in one pass; the work grows with the text's length only."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(r"[a-z0-9_]+(?:'[a-z]+)?")
_JOINT: Final = 3
"""Most characters between two words of a phrase."""

Places = dict[str, list[tuple[int, int]]]
"""Where the words of each vocabulary stand, in the order of their beginnings."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of Latin letters and digits: characters `start` to `end`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Phrase:
    rest: tuple[str, ...]
    is_open: bool
    """Whether the last word may go on ("instruct*")."""
    name: str


def tokens_of(text: str) -> list[Token]:
    """The words of a text in plain width and case."""
    return [Token(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


class Vocabulary:
    """Words and phrases under names; Latin ones match whole words, others anywhere."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._phrases: dict[str, list[_Phrase]] = defaultdict(list)
        self._beginnings: dict[str, list[str]] = defaultdict(list)
        self._characters: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        """By their first character: most of them begin with none of a text's."""
        for name, group in words.items():
            for word in group:
                self._add(name, word)
        self._lengths = sorted({len(beginning) for beginning in self._beginnings})
        shortest = self._lengths[0] if self._lengths else 0
        self._openings = frozenset(beginning[:shortest] for beginning in self._beginnings)

    @property
    def latin_words(self) -> frozenset[str]:
        """Single words of Latin letters that a vocabulary holds, beginnings left out."""
        return frozenset([*self._phrases] + [w for ps in self._phrases.values() for p in ps for w in p.rest])

    def _add(self, name: str, word: str) -> None:
        bare = word.removesuffix("*")
        if not (bare.isascii() and bare[0].isalnum() and bare[-1].isalnum()):
            self._characters[word[0]][word].append(name)
            return
        first, *rest = [match[0] for match in _TOKEN.finditer(bare)]
        if not rest and word.endswith("*"):
            self._beginnings[first].append(name)
        else:
            self._phrases[first].append(_Phrase(tuple(rest), word.endswith("*"), name))

    def places(self, text: str, tokens: Sequence[Token]) -> Places:
        """Find all words in a text in plain width and case, whose tokens are given."""
        found: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for name, start, end in (*self._latin(tokens), *self._others(text)):
            found[name].add((start, end))
        return {name: sorted(spans) for name, spans in found.items()}

    def _latin(self, tokens: Sequence[Token]) -> Iterator[tuple[str, int, int]]:
        known: dict[str, tuple[Sequence[_Phrase], Sequence[str]]] = {}
        for place, token in enumerate(tokens):
            entries = known.get(token.text)
            if entries is None:
                entries = known[token.text] = (self._phrases.get(token.text, ()), self._begun(token.text))
            for name in entries[1]:
                yield name, token.start, token.end
            for phrase in entries[0]:
                end = _end_of(phrase, tokens, place) if phrase.rest else token.end
                if end is not None:
                    yield phrase.name, token.start, end

    def _begun(self, word: str) -> Sequence[str]:
        """Vocabularies that hold a beginning of the word."""
        if not self._lengths or word[: self._lengths[0]] not in self._openings:
            return ()
        beginnings = (word[:length] for length in self._lengths if length <= len(word))
        return [name for beginning in beginnings for name in self._beginnings.get(beginning, ())]

    def _others(self, text: str) -> Iterator[tuple[str, int, int]]:
        for first in self._characters.keys() & set(text):
            for word, names in self._characters[first].items():
                start = text.find(word)
                while start >= 0:
                    for name in names:
                        yield name, start, start + len(word)
                    start = text.find(word, start + len(word))


def _end_of(phrase: _Phrase, tokens: Sequence[Token], place: int) -> int | None:
    """Where the phrase ends that begins with the token at `place`; None where other words follow."""
    last = place + len(phrase.rest)
    if last >= len(tokens):
        return None
    for i, word in enumerate(phrase.rest, start=place + 1):
        text = tokens[i].text
        if text != word and not (phrase.is_open and i == last and text.startswith(word)):
            return None
        if tokens[i].start - tokens[i - 1].end > _JOINT:
            return None
    return tokens[last].end
