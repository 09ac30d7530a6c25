"""What a phrase is about, in a form that both languages share: "the titanium cup" and 钛杯 are `titanium cup`."""

import re
from typing import Final

from graphmem.language.concepts import Concept, Mention, fold_in_place, lexicon
from graphmem.language.cues import Cues
from graphmem.language.name_words import name_words

_WORD: Final = re.compile(r"[a-z0-9][a-z0-9.'-]*[a-z0-9]|[a-z0-9]|[^\W_a-z0-9]+")
_ENDS_IN_S: Final = re.compile(r"[^\W\d_][^\W_]*[sS]\b")
_MOST_WORDS: Final = 8
_ASPECT: Final = "aspect"
"""What is asked of a thing ("colour"), said beside the answer or not."""
_SHORTEST_PLURAL: Final = 3


def topic(phrase: str, cues: Cues) -> str | None:
    """Fold a phrase: concepts by their ids, other words as they are, filler left out; None where nothing is left.

    Words that say nothing beside a concept ("food" in "spicy food") go too, and stay where they are all there is. Of
    what is many, one is meant ("cups": `cup`); a name is none of many ("Leeds").
    """
    names = _names_in(phrase)
    folded = cues.folding.measure.sub("", fold_in_place(phrase))
    mentions = lexicon().mentions(folded)
    words = _between(folded, mentions, cues, names, keep_generic=not mentions) or _between(
        folded, mentions, cues, names
    )
    telling = [word for word in words if not _is_aspect(word)]
    return " ".join((telling or words)[:_MOST_WORDS]) or None


def split_list(phrase: str, cues: Cues) -> tuple[str, ...]:
    """Cut "tea and jazz", 葱、姜和蒜 or 葱姜蒜 into the things they list; a phrase that is one thing stays whole."""
    if cues.folding.kept_whole.search(phrase):
        return (phrase,)
    parts = tuple(part.strip() for part in cues.folding.joiner.split(phrase) if part.strip())
    if len(parts) > 1 and all(_is_short(part) for part in parts):
        return parts
    return _glued(phrase)


def concepts_in(topic_words: str | None) -> tuple[Concept, ...]:
    """Look up the concepts among the words of a folded topic."""
    known = lexicon()
    found = (known.get(word) for word in (topic_words or "").split())
    return tuple(concept for concept in found if concept is not None)


def _names_in(phrase: str) -> frozenset[str]:
    """Words of a phrase that are written as names, or are known ones, folded."""
    known = name_words()
    found: set[str] = set()
    for word in _ENDS_IN_S.findall(phrase):
        folded = fold_in_place(word)
        is_written_so = word[0].isupper() and not known.common & {folded, _singular(folded)}
        if is_written_so or folded in known.ending_in_s or folded in known.given:
            found.add(folded)
    return frozenset(found)


def _between(
    folded: str, mentions: tuple[Mention, ...], cues: Cues, names: frozenset[str], *, keep_generic: bool = True
) -> list[str]:
    words: list[str] = []
    position = 0
    for mention in mentions:
        words.extend(_plain_words(folded[position : mention.start], cues, names, keep_generic=keep_generic))
        words.append(mention.concept.id)
        position = mention.end
    words.extend(_plain_words(folded[position:], cues, names, keep_generic=keep_generic))
    return list(dict.fromkeys(words))


def _plain_words(text: str, cues: Cues, names: frozenset[str], *, keep_generic: bool) -> list[str]:
    bare = cues.folding.filler.sub(" ", text)
    if not keep_generic:
        bare = cues.folding.generic.sub(" ", bare)
    return [word if word in names else _singular(word) for word in _WORD.findall(bare)]


def _singular(word: str) -> str:
    if (
        len(word) <= _SHORTEST_PLURAL
        or not word.endswith("s")
        or word.endswith(("ss", "us", "is", "series", "species", "news"))
    ):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses", "zes")) else word[:-1]


def _is_aspect(word: str) -> bool:
    concept = lexicon().get(word)
    return concept is not None and concept.kind == _ASPECT


_LONGEST_ITEM: Final = 24
_MOST_ITEM_WORDS: Final = 3


def _is_short(part: str) -> bool:
    return len(part) <= _LONGEST_ITEM and len(part.split()) <= _MOST_ITEM_WORDS


def _glued(phrase: str) -> tuple[str, ...]:
    """Cut a run of concepts of one class that nothing joins (葱姜蒜)."""
    mentions = lexicon().mentions(phrase)
    covers_all = sum(mention.end - mention.start for mention in mentions) == len(phrase)
    if len(mentions) > 1 and covers_all and len({mention.concept.kind for mention in mentions}) == 1:
        return tuple(phrase[mention.start : mention.end] for mention in mentions)
    return (phrase,)
