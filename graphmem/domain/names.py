"""How alike two names are: spelling, word order, scripts, titles, nicknames and legal forms (rule E2).

The score is the one measured in the set of names: mean of Jaro-Winkler and Damerau-Levenshtein of words paired one to
one, less what is left unpaired, or the likeness of the joined words where that is greater.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler, Levenshtein

from graphmem.language.folding import fold
from graphmem.language.name_words import name_words
from graphmem.language.script import HAN_RANGES

SHORTEST = 2
"""A name of one letter or none tells nobody from anybody: it never matches."""

MOST_WORDS = 12
LONGEST_NAME = 200
INITIAL = 0.85
NICKNAME = 0.95
ACROSS_SCRIPTS = 0.95
"""A transcription has lost which characters it stood for."""
SAME_TITLE = 0.9
SURNAME_ONLY = 0.75
"""张总 may be 张伟: a signal for review, no more."""
SOUNDS_ALIKE = 0.75
"""What two Chinese names that read alike are worth for review (章伟, 张伟)."""
JOINED = 0.9
_UNPAIRED = 0.25
_WORST = 0.75
_WORST_RATE = 0.5
_ONE_FOR_SEVERAL = 0.15
_FORM_DIFFERS = 0.1

_HAN = re.compile(f"[{HAN_RANGES}]")
_DROPPED = re.compile(r"['’‘`.·・]")
_PART = re.compile(r"[a-z]+|\d+(?:st|nd|rd|th)?")
_SYLLABLE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOT_LETTER = re.compile(r"[\W_]+")


class EntityKind(StrEnum):
    """What a name may be the name of."""

    PERSON = "person"
    ANIMAL = "animal"
    ORGANISATION = "organisation"
    PLACE = "place"
    PRODUCT = "product"
    OTHER = "other"


@lru_cache(maxsize=16_384)
def normalised(name: str) -> str:
    """Reduce a name to what its spellings share: letters and digits, folded (case, width, accents, simplified)."""
    return _NOT_LETTER.sub("", fold(name[:LONGEST_NAME]))


def is_name(name: str) -> bool:
    """Tell whether enough is left of a name to tell one thing from another."""
    return len(normalised(name)) >= SHORTEST


@lru_cache(maxsize=8_192)
def has_nickname(name: str) -> bool:
    """Tell whether a part of the name is a given name that has short forms, or is one."""
    return any(word in name_words().given for word in _PART.findall(fold(name[:LONGEST_NAME])))


def similarity(one: str, other: str, kind: EntityKind) -> float:
    """Score two names of things of one kind, 0 to 1; symmetric, 1 for spellings of one name, 0 where one is no name."""
    a, b = normalised(one), normalised(other)
    if min(len(a), len(b)) < SHORTEST:
        return 0.0
    if a == b:
        return 1.0
    left, right = sorted((_parsed(one, kind), _parsed(other, kind)), key=lambda p: (p.words, p.han))
    if left.han and right.han:
        return _han_similarity(left.han, right.han, kind)
    score = _latin_similarity(left, right)
    if not (left.han or right.han):
        return score
    is_part = kind is EntityKind.PERSON and _joined(left.words, right.words) <= JOINED
    return min(SURNAME_ONLY if is_part else ACROSS_SCRIPTS, score)


def sound_alike(one: str, other: str) -> bool:
    """Tell whether two Chinese names are written differently and read alike (张伟, 章伟): a signal for review."""
    a, b = normalised(one), normalised(other)
    if a == b or min(len(a), len(b)) < SHORTEST or not (_HAN.search(a) and _HAN.search(b)):
        return False
    return anyascii(a).lower() == anyascii(b).lower()


@dataclass(frozen=True, slots=True)
class HanName:
    """A Chinese name said with a title or a word before it: 张总, 李老师, 小王."""

    surname: str
    title: str
    """Class of the title; the word itself where it stands before the surname."""


@lru_cache(maxsize=8_192)
def han_name(name: str) -> HanName | None:
    """Read surname and title; none where the name is not of that form. Takes a normalised name."""
    words = name_words()
    if len(name) == SHORTEST and name[0] in words.han_before and name[1] in words.surnames:
        return HanName(name[1], name[0])
    for length in (2, 1):
        surname, title = name[:length], name[length:]
        is_surname = surname in words.double_surnames or surname in words.surnames
        if is_surname and title in words.han_titles:
            return HanName(surname, words.han_titles[title])
    return None


@dataclass(frozen=True, slots=True)
class _Parsed:
    words: tuple[str, ...]
    """Latin words, transcribed, without titles, legal forms and marks."""
    form: str | None
    han: str
    """The name in Chinese characters, empty for one without."""


@lru_cache(maxsize=8_192)
def _parsed(name: str, kind: EntityKind) -> _Parsed:
    folded = fold(name[:LONGEST_NAME])
    han = normalised(name) if _HAN.search(folded) else ""
    if han and kind is EntityKind.ORGANISATION:
        han = _without_form(han)
    bare = _DROPPED.sub("", folded)
    latin = _SYLLABLE.sub(" ", anyascii(bare)) if han else anyascii(bare)
    latin = _DROPPED.sub("", latin.lower())
    numbers = name_words().numbers
    found = [numbers.get(word, word) for word in _PART.findall(latin)][:MOST_WORDS]
    form = None
    if kind is EntityKind.ORGANISATION:
        found, form = _organisation(found)
    elif kind is EntityKind.PERSON:
        found = [w for w in found if w not in name_words().titles] or found
    return _Parsed(tuple(_summed(found)), form, han)


def _summed(words: list[str]) -> list[str]:
    """Write a number of two words as one: forty 4, 44."""
    summed: list[str] = []
    for word in words:
        tens = summed[-1] if summed else ""
        if word.isdigit() and len(word) == 1 and len(tens) == SHORTEST and tens.isdigit() and tens[1] == "0":
            summed[-1] = tens[0] + word
        else:
            summed.append(word)
    return summed


def _organisation(words: list[str]) -> tuple[list[str], str | None]:
    """Take legal forms and filling words off an organisation's name, and say which form it had."""
    form = None
    rest: list[str] = []
    place = 0
    while place < len(words):
        for variant, short in name_words().forms:
            if tuple(words[place : place + len(variant)]) == variant:
                form, place = form or short, place + len(variant)
                break
        else:
            if words[place] not in name_words().dropped:
                rest.append(words[place])
            place += 1
    return (rest, form) if rest else (words, None)


def _without_form(han: str) -> str:
    for form in name_words().han_forms:
        if han.endswith(form) and len(han) - len(form) >= SHORTEST:
            return han.removesuffix(form)
    return han


def _han_similarity(a: str, b: str, kind: EntityKind) -> float:
    """Compare characters: what sounds alike is another name."""
    if a == b:
        return 1.0
    if kind is EntityKind.PERSON:
        one, other = han_name(a), han_name(b)
        if one and other:
            return SAME_TITLE if one == other else 0.0
        if one or other:
            titled, full = (one, b) if one else (other, a)
            return SURNAME_ONLY if titled and full.startswith(titled.surname) and not han_name(full) else 0.0
        if len(a) != len(b) and min(len(a), len(b)) == SHORTEST and max(a, b, key=len).endswith(min(a, b, key=len)):
            return SURNAME_ONLY  # 小明 may be 王小明
    return min(Levenshtein.normalized_similarity(a, b), SURNAME_ONLY)


def _latin_similarity(left: _Parsed, right: _Parsed) -> float:
    if not left.words or not right.words:
        return 0.0
    joined = _joined(left.words, right.words)
    score = max(_paired(left.words, right.words), joined if joined > JOINED else 0.0)
    differs = left.form is not None and right.form is not None and left.form != right.form
    return max(0.0, min(1.0, score - (_FORM_DIFFERS if differs else 0.0)))


def _joined(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """The likeness of the words written as one, in their own order or in that of the alphabet."""
    orders = (a, b), (tuple(sorted(a)), tuple(sorted(b)))
    return max(Levenshtein.normalized_similarity("".join(x), "".join(y)) for x, y in orders)


def _paired(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """The mean likeness of words paired one to one, the best pairs first, less what is left over."""
    pairs = [(_word(x, y), i, j) for i, x in enumerate(a) for j, y in enumerate(b)]
    pairs.sort(key=lambda p: (-p[0], p[1], p[2]))
    taken_a, taken_b = set[int](), set[int]()
    total = weight = 0.0
    worst = 1.0
    for score, i, j in pairs:
        if i in taken_a or j in taken_b:
            continue
        taken_a.add(i)
        taken_b.add(j)
        letters = len(a[i]) + len(b[j])
        total, weight, worst = total + score * letters, weight + letters, min(worst, score)
    particles = name_words().particles
    rest = [w for i, w in enumerate(a) if i not in taken_a] + [w for j, w in enumerate(b) if j not in taken_b]
    left = sum(len(w) for w in rest if w not in particles)
    score = total / weight - _UNPAIRED * left / (left + weight) - _WORST_RATE * max(0.0, _WORST - worst)
    if min(len(a), len(b)) == 1 and len(a) != len(b):
        score -= _ONE_FOR_SEVERAL
    return max(0.0, score)


@lru_cache(maxsize=65_536)
def _word(x: str, y: str) -> float:
    if x == y:
        return 1.0
    if x.isdigit() or y.isdigit():
        return 0.0
    if min(len(x), len(y)) == 1:
        return INITIAL if x[0] == y[0] else 0.0
    given = name_words().given
    if given.get(x, frozenset({x})) & given.get(y, frozenset({y})):
        return NICKNAME
    return (JaroWinkler.normalized_similarity(x, y) + DamerauLevenshtein.normalized_similarity(x, y)) / 2
