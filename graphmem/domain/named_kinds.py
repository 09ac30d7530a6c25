"""What the words around a name tell of it: who is introduced by it, or whether it is a thing's (rules E1, E2)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from graphmem.domain.names import EntityKind
from graphmem.language.concepts import fold_in_place
from graphmem.language.name_words import NameWords, name_words
from graphmem.language.script import HAN_RANGES

Named = tuple[int, int, EntityKind]
"""Where a name begins and ends, and what it is the name of."""

_LOOK_BACK = 40
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s\Z", re.IGNORECASE)
_NAME_IS = re.compile(r"\bname\s+(?:is|was)\s*\Z", re.IGNORECASE)
_AFTER = re.compile(r"\s+([^\W\d_]+)")
_COPULAS = frozenset({"is", "was", "are", "were"})
_CALLED = "叫"
"""Names and barks: by itself it introduces only what looks like a name."""
_FEWEST, _MOST = 2, 4


def introduced_as(before: str, after: str = "") -> EntityKind | None:
    """What an English name is the name of, by the words before it and the one after it; none where these do not tell.

    "my dog Rex", "a cat called Tom", "my son's name is Leo", "Jordan shoes".
    """
    words = name_words()
    follows = _AFTER.match(after)
    if follows and follows[1].lower() in words.things:
        return EntityKind.PRODUCT
    looked_at = before[-_LOOK_BACK:]
    named = _NAME_IS.search(looked_at)
    said = [w.lower() for w in _WORDS.findall(looked_at[: named.start()] if named else looked_at)]
    is_named = named is not None
    while said and (said[-1] in words.naming or (is_named and said[-1] in _COPULAS)):
        is_named = True
        said.pop()
    if not said or (not is_named and _POSSESSIVE.search(said[-1])):
        return None
    cue = _POSSESSIVE.sub("", said[-1])
    if cue in words.cues["animal"]:
        return EntityKind.ANIMAL
    is_person = cue in words.titles or cue in words.cues["person"] - words.weak - words.naming
    return EntityKind.PERSON if is_person else None


def introduced(text: str) -> Iterator[Named]:
    """Chinese names that somebody or an animal is introduced by: 狗叫旺财, 我的猫咪咪, 女儿的名字是朵朵.

    Without a word that names, an animal's name must look like one: a dog that barks has no name.
    """
    words = name_words()
    folded = fold_in_place(text)
    for found in _introducing().finditer(folded):
        kind = EntityKind.ANIMAL if found["who"] in words.han_animals else EntityKind.PERSON
        start = found.end()
        if found["naming"]:
            end = _name_end(folded, start, words)
            if end - start >= _FEWEST:
                yield start, end, kind
        else:
            end = next((e for e in (start + 3, start + 2) if _looks_named(folded[start:e], kind, words)), 0)
            if end and (folded[start:end] in words.han_animal_names or _ends_at(folded, end, words)):
                yield start, end, kind


def kind_by_cue(before: str) -> EntityKind | None:
    """What a name is the name of, in either language, where the words before it say who it is: 朋友小红."""
    words = name_words()
    folded = fold_in_place(before[-_LOOK_BACK:])
    who = max((cue for cue in _who() if folded.endswith(cue)), key=len, default=None)
    if who is None:
        return introduced_as(before)
    return EntityKind.ANIMAL if who in words.han_animals else EntityKind.PERSON


@lru_cache(maxsize=1)
def _who() -> tuple[str, ...]:
    words = name_words()
    cues = [cue for cues in words.han_cues.values() for cue in cues if _CALLED not in cue]
    return tuple(sorted({*words.han_animals, *cues}, key=lambda w: (-len(w), w)))


@lru_cache(maxsize=1)
def _introducing() -> re.Pattern[str]:
    naming = "|".join(name_words().han_naming)
    return re.compile(f"(?P<who>{'|'.join(_who())})(?:[,，]?(?P<naming>{naming})|{_CALLED}做?|)")


def _looks_named(name: str, kind: EntityKind, words: NameWords) -> bool:
    """Whether characters look like what one calls an animal or a child."""
    if kind is EntityKind.ANIMAL and name in words.han_animal_names:
        return True
    if len(name) != _FEWEST or name in words.han_words:
        return False
    is_doubled = name[0] == name[1] and name[0] not in words.han_ends
    is_short_form = name[0] in words.han_before | {"大"} and name[1] not in words.han_ends
    return is_doubled or (is_short_form and kind is EntityKind.ANIMAL)


def _name_end(folded: str, start: int, words: NameWords) -> int:
    end = start
    while end < min(len(folded), start + _MOST) and _is_han(folded[end]) and folded[end] not in words.han_ends:
        end += 1
    return end


def _ends_at(folded: str, place: int, words: NameWords) -> bool:
    return place >= len(folded) or not _is_han(folded[place]) or folded[place] in words.han_ends


def _is_han(character: str) -> bool:
    return re.match(f"[{HAN_RANGES}]", character) is not None


def is_in_a_longer_word(text: str, start: int, end: int) -> bool:
    """Whether a Chinese name only begins another word: 小红 in 小红书."""
    folded = fold_in_place(text[start : end + _LOOK_BACK])
    longer = name_words().han_longer.get(folded[:1], ())
    return any(len(word) > end - start and folded.startswith(word) for word in longer)


def is_of_a_thing(text: str, end: int) -> bool:
    """Whether the words after a Chinese name make it that of a thing: 乔丹鞋."""
    return fold_in_place(text[end : end + _LOOK_BACK]).startswith(name_words().han_things)
