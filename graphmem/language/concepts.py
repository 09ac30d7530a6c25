"""The lexicon of concepts that English and Chinese share: "spicy food" and 辣 are both `spicy`."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from graphmem.language.folding import fold
from graphmem.language.script import HAN_RANGES, Language

PLACES: Final = frozenset({"city", "country", "region"})
"""Classes of concepts that are places."""
_HAN: Final = re.compile(f"[{HAN_RANGES}]")
_WORD_CHARACTER: Final = re.compile(r"[a-z0-9]")
_FILES: Final = ("food.toml", "goods.toml", "places.toml", "people.toml", "life.toml")
_RELATIONS: Final = "relations.toml"
_CLASSES: Final = TypeAdapter(dict[str, dict[str, tuple[str, ...]]])
_MOST_CACHED_CHARACTERS: Final = 8_192


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing both languages have a word for; `kind` is its class ("material"), `words` are all its names."""

    id: str
    kind: str
    words: tuple[str, ...]

    def label(self, language: Language) -> str:
        """Name it in a language: the first of its words there, or its id where the lexicon has none."""
        is_chinese = language is Language.CHINESE
        return next((word for word in self.words if bool(_HAN.search(word)) is is_chinese), self.id)

    def shortest(self, language: Language) -> str:
        """Name it in a language by its shortest word, as compounds do (钛 + 杯)."""
        is_chinese = language is Language.CHINESE
        return min((word for word in self.words if bool(_HAN.search(word)) is is_chinese), key=len, default=self.id)


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept named in a text, at characters `start` to `end`."""

    concept: Concept
    start: int
    end: int


class _Relations(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    exclusive: frozenset[str]
    several: frozenset[str]
    male: frozenset[str]
    female: frozenset[str]
    opposites: frozenset[frozenset[str]]
    broader: Mapping[str, str]


class Lexicon:
    """All concepts, and how they are found in a text; made once by `lexicon()`."""

    def __init__(self, concepts: Mapping[str, Concept], relations: _Relations) -> None:
        self._concepts = concepts
        self._relations = relations
        self._by_start: dict[str, list[tuple[str, Concept]]] = {}
        for concept in concepts.values():
            for word in concept.words:
                self._by_start.setdefault(word[0], []).append((word, concept))
        for entries in self._by_start.values():
            entries.sort(key=lambda entry: -len(entry[0]))

    def get(self, concept_id: str | None) -> Concept | None:
        """Look a concept up by its id."""
        return None if concept_id is None else self._concepts.get(concept_id)

    def words_of(self, kind: str, language: Language) -> tuple[str, ...]:
        """List the words for the concepts of a class in one language, longest first."""
        is_chinese = language is Language.CHINESE
        found = (word for concept in self._concepts.values() if concept.kind == kind for word in concept.words)
        return tuple(sorted((word for word in found if bool(_HAN.search(word)) is is_chinese), key=len, reverse=True))

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Find the concepts named in a text, from left to right, the longest word first, none overlapping."""
        return tuple(self._scan(fold_in_place(text)))

    def is_exclusive(self, kind: str) -> bool:
        """Tell whether a thing has one member of the class at a time."""
        return kind in self._relations.exclusive

    def may_be_several(self, concept_id: str) -> bool:
        """Tell whether a speaker may have several of the kind (friends, cats), so that only a name tells which."""
        return concept_id in self._relations.several

    def gender(self, concept_id: str) -> str | None:
        """Tell whether "he" or "she" stands for it: `male`, `female`, or None where either may."""
        if concept_id in self._relations.male:
            return "male"
        return "female" if concept_id in self._relations.female else None

    def are_opposite(self, one: str, other: str) -> bool:
        """Tell whether two concepts can't hold of one thing, themselves or by what they belong to."""
        return any(
            frozenset((left, right)) in self._relations.opposites
            for left in (one, *self.broader(one))
            for right in (other, *self.broader(other))
        )

    def broader(self, concept_id: str) -> tuple[str, ...]:
        """List what a concept is a kind of, the nearest first: beef is meat."""
        found: list[str] = []
        while (above := self._relations.broader.get(concept_id)) is not None:
            found.append(above)
            concept_id = above
        return tuple(found)

    def _scan(self, text: str) -> Iterator[Mention]:
        position = 0
        while position < len(text):
            mention = None if _is_inside_word(text, position) else self._at(text, position)
            if mention is None:
                position += 1
            else:
                yield mention
                position = mention.end

    def _at(self, text: str, start: int) -> Mention | None:
        for word, concept in self._by_start.get(text[start], ()):
            if text.startswith(word, start):
                end = _word_end(text, start + len(word))
                if end is not None:
                    return Mention(concept, start, end)
        return None


def _is_inside_word(text: str, position: int) -> bool:
    return (
        position > 0
        and _WORD_CHARACTER.match(text[position]) is not None
        and _WORD_CHARACTER.match(text[position - 1]) is not None
    )


def _word_end(text: str, end: int) -> int | None:
    """Give the end of a word that reaches to `end`, its plural included; None where a longer word goes on."""
    if not _WORD_CHARACTER.match(text[end - 1]):
        return end
    for ending in ("", "s", "es"):
        after = end + len(ending)
        if text.startswith(ending, end) and (after >= len(text) or not _WORD_CHARACTER.match(text[after])):
            return after
    return None


def fold_in_place(text: str) -> str:
    """Fold each character by itself (case, width, traditional to simplified), so that positions stay the same."""
    return text.lower() if text.isascii() else "".join(map(_fold_character, text))


@lru_cache(maxsize=_MOST_CACHED_CHARACTERS)
def _fold_character(character: str) -> str:
    folded = fold(character)
    return folded if len(folded) == 1 else character


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Load the lexicon; the first call reads the files of `graphmem/language/lexicon`."""
    folder = files("graphmem.language").joinpath("lexicon")
    classes = {
        kind: members
        for name in _FILES
        for kind, members in _CLASSES.validate_python(_table(folder.joinpath(name))).items()
    }
    concepts = {
        name: Concept(name, kind, words) for kind, members in classes.items() for name, words in members.items()
    }
    return Lexicon(concepts, _Relations.model_validate(_table(folder.joinpath(_RELATIONS))))


def _table(file: Traversable) -> dict[str, object]:
    return dict(tomllib.loads(file.read_text("utf-8")))
