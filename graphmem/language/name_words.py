"""Words in and around names, read from `lexicon/names.toml`: nicknames, titles, legal forms, Chinese surnames."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

_Words = tuple[str, ...]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Persons(_Part):
    titles: frozenset[str]
    particles: frozenset[str]


class _Organisations(_Part):
    dropped: frozenset[str]
    forms: Mapping[str, _Words]


class _Before(_Part):
    words: frozenset[str]
    surnames: str


class _Found(_Part):
    cues: _Words
    animals: _Words
    names: _Words
    animal_names: frozenset[str]
    longer: _Words
    things: _Words
    ends: str
    words: frozenset[str]


class _Chinese(_Part):
    surnames: _Words
    double_surnames: frozenset[str]
    titles: Mapping[str, _Words]
    before: _Before
    found: _Found


class _English(_Part):
    common: frozenset[str]
    ending_in_s: frozenset[str]
    things: frozenset[str]
    naming: frozenset[str]
    weak: frozenset[str]
    cues: Mapping[str, frozenset[str]]


class _File(_Part):
    nicknames: Mapping[str, _Words]
    persons: _Persons
    organisations: _Organisations
    numbers: Mapping[str, int | str]
    chinese: _Chinese
    english: _English


@dataclass(frozen=True, slots=True)
class NameWords:
    """The file, in the forms that look-ups need."""

    given: Mapping[str, frozenset[str]]
    """Full given names that a given name may stand for, itself among them: "alex" for alexander and alexandra."""
    titles: frozenset[str]
    particles: frozenset[str]
    dropped: frozenset[str]
    forms: tuple[tuple[tuple[str, ...], str], ...]
    """Words of a legal form and the short form that stands for it, the longest first."""
    han_forms: tuple[str, ...]
    numbers: Mapping[str, str]
    surnames: frozenset[str]
    double_surnames: frozenset[str]
    han_titles: Mapping[str, str]
    """Title after a Chinese surname and the class of titles that may be said of one person."""
    han_before: frozenset[str]
    surnames_after: frozenset[str]
    """Surnames that make a name with a word before them (小王)."""
    han_cues: Mapping[str, tuple[str, ...]]
    """What a full name is looked for after, by the first character, the longest first."""
    han_ends: frozenset[str]
    han_words: frozenset[str]
    """Ordinary words that begin or end with a surname."""
    han_animals: _Words
    han_naming: _Words
    """Words between who is named and the name, the longest first."""
    han_animal_names: frozenset[str]
    han_longer: Mapping[str, tuple[str, ...]]
    """Words that begin like a name and are none, by the first character, the longest first."""
    han_things: tuple[str, ...]
    """Words that make a name before them a thing's."""
    common: frozenset[str]
    ending_in_s: frozenset[str]
    """Names that would lose their last letter if they were taken for many."""
    things: frozenset[str]
    naming: frozenset[str]
    weak: frozenset[str]
    cues: Mapping[str, frozenset[str]]
    """Kind of entity, and the English words before a name of it."""


@lru_cache(maxsize=1)
def name_words() -> NameWords:
    """The words of names; read once."""
    text = (files("graphmem.language") / "lexicon" / "names.toml").read_text(encoding="utf-8")
    read = _File.model_validate(tomllib.loads(text))
    given: dict[str, set[str]] = {}
    for full, short in read.nicknames.items():
        for name in (full, *short):
            given.setdefault(name, set()).add(full)
    forms = [(form, short) for short, variants in read.organisations.forms.items() for form in variants]
    latin = [(tuple(form.split()), short) for form, short in forms if form.isascii()]
    return NameWords(
        given={name: frozenset(full) for name, full in given.items()},
        titles=read.persons.titles,
        particles=read.persons.particles,
        dropped=read.organisations.dropped,
        forms=tuple(sorted(latin, key=lambda form: (-len(form[0]), form))),
        han_forms=tuple(sorted((form for form, _ in forms if not form.isascii()), key=len, reverse=True)),
        numbers={word: str(number) for word, number in read.numbers.items()},
        surnames=frozenset("".join(read.chinese.surnames)),
        double_surnames=read.chinese.double_surnames,
        han_titles={title: kind for kind, titles in read.chinese.titles.items() for title in titles},
        han_before=read.chinese.before.words,
        surnames_after=frozenset(read.chinese.before.surnames),
        han_cues=_by_first_character(read.chinese.found.cues),
        han_ends=frozenset(read.chinese.found.ends),
        han_words=read.chinese.found.words,
        han_animals=_longest_first(read.chinese.found.animals),
        han_naming=_longest_first(read.chinese.found.names),
        han_animal_names=read.chinese.found.animal_names,
        han_longer=_by_first_character(read.chinese.found.longer),
        han_things=_longest_first(read.chinese.found.things),
        common=read.english.common,
        ending_in_s=read.english.ending_in_s,
        things=read.english.things,
        naming=read.english.naming,
        weak=read.english.weak,
        cues=read.english.cues,
    )


def _longest_first(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(words), key=lambda w: (-len(w), w)))


def _by_first_character(words: _Words) -> dict[str, tuple[str, ...]]:
    return {first: _longest_first(w for w in words if w[0] == first) for first in {word[0] for word in words}}
