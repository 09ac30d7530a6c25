"""Things, places, people and lists that a turn names, as far as the words show them, for references to them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from graphmem.language.concepts import PLACES, lexicon
from graphmem.language.cues import Cues
from graphmem.language.reference_words import ReferenceWords
from graphmem.language.script import HAN_RANGES, Language
from graphmem.language.tokens import tokens

_THINGS: Final = frozenset({"thing", "food", "drink", "eatery", "transport", "company", "genre"})
_NO_THINGS: Final = PLACES | {"kin", "pet", "weekday", "occupation", "speech", "aspect"}
_TITLE: Final = re.compile(r"[《「“](?P<name>[^》」”]{1,20})[》」”]")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'-]*|\d+|[^\sA-Za-z\d]")
_NAME: Final = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
_NAMED_PLACE: Final = re.compile(rf"\b(?:in|to|at|from|visit|near) (?P<name>{_NAME})")
_NO_PLACE: Final = frozenset(
    """January February March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday I""".split()  # noqa: SIM905 -- words, not code
)
_NUMBERED: Final = re.compile(
    r"(?:^|\s|[:：;；])(?P<n>[1-9])[.)、．]\s*(?P<item>.+?)(?=(?:\s|[;；])\s*[1-9][.)、．]|\n|$)"
)
_SERIES: Final = re.compile(r"(?P<items>[^,.;:!?\n]{2,40}(?:, [^,.;:!?\n]{2,40})*,? (?:and|or) [^,.;:!?\n]{2,40})")
_HAN_SERIES: Final = re.compile(r"(?P<items>[^，。；：！？、\s]{1,16}(?:、[^，。；：！？、\s]{1,16})+)")
_HAN_JOINER: Final = re.compile(r"、|和|或者?|以及|还有")
_BEFORE_SERIES: Final = re.compile(
    r"^.*(?:[:：]|\b(?:are|try|like|have|recommend|suggest|offer|between|is|either)\b|有|推荐|是|试试)\s*"
)
_ITEM_END: Final = re.compile(r"\s+[-–—(（]|[:：，,;；(（。]|\.\s*$")
_CALLED: Final = re.compile(rf"^\s+(?:called |named )?(?P<name>{_NAME})")
_MOST_MODIFIERS: Final = 3
_MOST_HAN: Final = 6
_YOURS: Final = re.compile(r"\byour\b|[你您](?=的?\w)", re.IGNORECASE)
_HAN: Final = re.compile(f"[{HAN_RANGES}]")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something named, in the words it was named by; `kind` is its class, or the gender of a person."""

    words: str
    kind: str = ""


def last_list(texts: list[str]) -> tuple[str, ...]:
    """The items of the list that was given last, two or more; empty where none was."""
    for text in reversed(texts):
        numbered = [m["item"] for m in _NUMBERED.finditer(text)]
        items = numbered if len(numbered) > 1 else _series(text)
        if len(items) > 1:
            return tuple(_ITEM_END.split(item.strip(), maxsplit=1)[0].strip() for item in items)
    return ()


def _series(text: str) -> list[str]:
    found = [*_SERIES.finditer(text), *_HAN_SERIES.finditer(text)]
    if len(found) != 1:
        return []
    series = _BEFORE_SERIES.sub("", found[0]["items"])
    if _HAN.search(series):
        return [part for part in _HAN_JOINER.split(series) if part]
    parts = re.split(r", (?:and |or )?| and | or ", series)
    return [re.sub(r"^(?:the|a|an) ", "", part.strip()) for part in parts if part.strip()]


def phrase_around(noun: str, text: str, stops: frozenset[str], *, is_english: bool) -> tuple[str, ...]:
    """The phrases of a text that say more of a noun than the noun alone ("titanium cup" of "cup"), none twice."""
    found = _english_phrases(noun, text, stops) if is_english else _chinese_phrases(noun, text, stops)
    return tuple(dict.fromkeys(found))


def _english_phrases(noun: str, text: str, stops: frozenset[str]) -> Iterator[str]:
    stem = tokens(noun)
    if not stem:
        return
    words = list(_WORD.finditer(text))
    for place, word in enumerate(words):
        if tokens(word[0]) != stem:
            continue
        first = place
        while first > 0 and place - first < _MOST_MODIFIERS and _modifies(words[first - 1][0], stops):
            first -= 1
        called = _CALLED.match(text[word.end() :])
        end = word.end() + (called.end() if called else 0)
        if first < place or called:
            yield text[words[first].start() : end]


def _modifies(word: str, stops: frozenset[str]) -> bool:
    return word[0].isalpha() and word.lower().replace("'s", "") not in stops


def _chinese_phrases(noun: str, text: str, stops: frozenset[str]) -> Iterator[str]:
    bare = noun.removesuffix("子").removesuffix("儿") or noun
    for match in re.finditer(re.escape(bare), text):
        first = match.start()
        while first > 0 and match.start() - first < _MOST_HAN and _is_part(text, first - 1, stops):
            first -= 1
        phrase = text[first : match.end()].lstrip("的")
        if len(phrase) > len(bare):
            yield phrase


def _is_part(text: str, place: int, stops: frozenset[str]) -> bool:
    return text[place] not in stops and bool(re.match(r"\w", text[place]))


def places_in(text: str) -> tuple[Thing, ...]:
    """The places that a text names."""
    mentions = [m for m in lexicon().mentions(text) if m.concept.kind in PLACES]
    known = [Thing(text[m.start : m.end], m.concept.kind) for m in mentions]
    named = [Thing(m["name"]) for m in _NAMED_PLACE.finditer(text) if m["name"].split()[0] not in _NO_PLACE]
    return tuple({t.words.lower(): t for t in [*named, *known]}.values())


def things_in(text: str, words: ReferenceWords) -> tuple[Thing, ...]:
    """The things that a text names, neither people nor places: the longest words for each."""
    is_english = words.language is Language.ENGLISH
    found: list[Thing] = []
    for mention in lexicon().mentions(text):
        if mention.concept.kind in _THINGS:
            bare = text[mention.start : mention.end]
            phrases = [p for p in phrase_around(bare, text, words.stops, is_english=is_english) if bare in p]
            found += [Thing(p, mention.concept.kind) for p in phrases or [bare]]
    if is_english:
        found += _introduced(text, words)
    else:
        found += [Thing(m["name"]) for m in _TITLE.finditer(text)]
    return tuple(t for t in found if not any(t.words != o.words and t.words in o.words for o in found))


def _introduced(text: str, words: ReferenceWords) -> Iterator[Thing]:
    """What a text speaks of first: "a …", "my …", as far as the phrase goes for certain."""
    for match in words.patterns["article"].finditer(text):
        phrase: list[str] = []
        for word in match["words"].split():
            if word.lower() in words.stops or word.lower().endswith(("ed", "ly")):
                break
            phrase.append(word)
        kinds = {m.concept.kind for m in lexicon().mentions(" ".join(phrase))}
        if phrase and not kinds & _NO_THINGS:
            yield Thing(" ".join(phrase))


def people_in(text: str, cues: Cues) -> tuple[Thing, ...]:
    """Those who belong to the user, as the user would name them, each with the gender that the words tell."""
    found: list[Thing] = []
    for match in cues.kin_mention.finditer(_YOURS.sub(_mine, text)):
        mentions = lexicon().mentions(match[0])
        words = match[0][0].lower() + match[0][1:]
        found.append(Thing(words, (lexicon().gender(mentions[-1].concept.id) if mentions else None) or ""))
    return tuple(found)


def _mine(match: re.Match[str]) -> str:
    return "my" if match[0].isascii() else "我"
