"""What an agent offers to choose from, and which of it a short answer takes; patterns in `alternatives.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict

from graphmem.language.concepts import lexicon
from graphmem.language.script import Language, detect_language
from graphmem.language.sentences import split_sentences
from graphmem.language.tokens import tokens

_MOST: Final = 4
"""Alternatives that one question offers; more are a list of something else."""
_LONGEST: Final = 40
"""Characters of an alternative; what is longer is a clause."""
_LONGEST_OFFER: Final = 160
_LONGEST_ANSWER: Final = 80
_ENDS: Final = " \t.。!！?？,，"
_ORDINALS: Final = ("first", "second", "third")


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    opening: str
    offers: tuple[str, ...]
    told: str
    which: str
    joiner: str
    verb: str
    lead: str
    tail: str
    first: str
    second: str
    third: str
    last: str
    all: str
    newer: str
    older: str
    is_new: str
    is_old: str
    bare: str
    takes: str
    likes: str
    likes_to: str
    likes_all: str
    joins: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Things to choose from, in the words of who offers them, in their order."""

    things: tuple[str, ...]
    is_of_likes: bool
    """Whether it was asked what is liked, not what shall be taken."""
    language: Language

    def chosen(self, answer: str) -> tuple[int, ...]:
        """Places of what an answer takes; none where it is no choice, or may be of several."""
        text = answer.strip(_ENDS).replace("’", "'")
        if not text or len(text) > _LONGEST_ANSWER:
            return ()
        words = _words(self.language)
        for place, name in enumerate(_ORDINALS[: len(self.things)]):
            if _is_whole(getattr(words, name), text, words):
                return (place,)
        if _is_whole(words.last, text, words):
            return (len(self.things) - 1,)
        if _is_whole(words.all, text, words):
            return tuple(range(len(self.things)))
        return self._by_age(text, words) or self._by_name(text, words)

    def _by_age(self, text: str, words: _Words) -> tuple[int, ...]:
        """Which of the two is called new, or old, where the answer says that."""
        for answer, named in ((words.newer, words.is_new), (words.older, words.is_old)):
            if _is_whole(answer, text, words):
                found = [i for i, thing in enumerate(self.things) if re.search(named, thing, re.IGNORECASE)]
                return tuple(found) if len(found) == 1 else ()
        return ()

    def _by_name(self, text: str, words: _Words) -> tuple[int, ...]:
        """The one that has all the words of the answer, where the others lack one of them."""
        match = re.fullmatch(f"{words.lead}(?P<said>.+?){words.tail}", text, re.IGNORECASE)
        said = _telling(re.sub(words.bare, "", match["said"], flags=re.IGNORECASE)) if match else frozenset[str]()
        found = [i for i, thing in enumerate(self.things) if said and said <= _telling(thing)]
        return tuple(found) if len(found) == 1 else ()

    def statement(self, places: tuple[int, ...]) -> str:
        """What the user says by taking these."""
        words = _words(self.language)
        thing = words.joins.join(self.things[i] for i in places)
        if not self.is_of_likes:
            return words.takes.format(thing=thing)
        if len(places) > 1:
            return words.likes_all.format(thing=thing)
        others = [thing for i, thing in enumerate(self.things) if i not in places]
        form = words.likes_to if len(others) == 1 else words.likes
        return form.format(thing=thing, other=others[0])


def offer_in(text: str) -> Offer | None:
    """Read what the end of a text offers to choose from; None where it offers nothing."""
    sentences = [s.text.strip() for s in split_sentences(text)][-2:]
    if not sentences or not sentences[-1].endswith(("?", "？")) or len(sentences[-1]) > _LONGEST_OFFER:
        return None
    language = detect_language(sentences[-1])
    words = _words(language)
    asked = re.sub(words.opening, "", sentences[-1].rstrip(_ENDS).replace("’", "'"), flags=re.IGNORECASE)
    for pattern in words.offers:
        match = re.fullmatch(f"(?:.*?[,，:：]\\s*)??{pattern}", asked, re.IGNORECASE)
        if match is not None and (things := _things(match["list"], words)):
            return Offer(things=things, is_of_likes=bool(match.groupdict().get("likes")), language=language)
    if len(sentences) > 1 and re.search(words.which, sentences[-1], re.IGNORECASE):
        told = re.search(f"{words.told}[.。!！]?$", sentences[-2].rstrip(), re.IGNORECASE)
        if told is not None and (things := _things(told["list"], words)):
            return Offer(things=things, is_of_likes=False, language=language)
    return None


def _things(words_of_list: str, words: _Words) -> tuple[str, ...]:
    parts = [part.strip(_ENDS) for part in re.split(words.joiner, words_of_list, flags=re.IGNORECASE)]
    things = [re.sub(words.verb, "", part, flags=re.IGNORECASE) for part in parts if part]
    is_list = 1 < len(things) <= _MOST and all(thing and len(thing) <= _LONGEST for thing in things)
    return tuple(things) if is_list and len(set(things)) == len(things) else ()


def _is_whole(pattern: str, text: str, words: _Words) -> bool:
    return re.fullmatch(f"{words.lead}{pattern}{words.tail}", text, re.IGNORECASE) is not None


def _telling(text: str) -> frozenset[str]:
    """The words of a thing: tokens, and concepts where it names some."""
    concepts = {f"#{mention.concept.id}" for mention in lexicon().mentions(text)}
    return frozenset([*tokens(text), *concepts])


@lru_cache(maxsize=len(Language))
def _words(language: Language) -> _Words:
    text = files("graphmem.language").joinpath("alternatives.toml").read_text("utf-8")
    return _Words.model_validate(tomllib.loads(text)[language.value])
