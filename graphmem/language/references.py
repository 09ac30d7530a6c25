"""What a query refers back to ("that cup", "the second one", 那家, "there"), written out from the turns before (Q1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.language.concepts import lexicon
from graphmem.language.cues import cues
from graphmem.language.mentions import Thing, last_list, people_in, phrase_around, places_in, things_in
from graphmem.language.reference_words import ReferenceWords, reference_words
from graphmem.language.script import Language, detect_language

MOST_TURNS: Final = 8
"""Turns that a reference may reach back."""
LONGEST_QUERY: Final = 300
"""Characters of a query that leans on what was said; a longer one says by itself what it means."""
LONGEST_TURN: Final = 2_000
_FEMALE: Final = frozenset({"she", "her", "hers", "她"})
_POSSESSIVE: Final = frozenset({"his", "her", "hers"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidBefore:
    """A turn that a query may refer to."""

    text: str
    is_user: bool = True


def resolve_query(query: str, turns: Sequence[SaidBefore]) -> str:
    """Write out what a query refers to; the query itself where nothing is referred to, or more than one thing may be.

    `turns` are those of the session, oldest first. What is written out was said there, word for word.
    """
    before = [SaidBefore(text=t.text[:LONGEST_TURN], is_user=t.is_user) for t in turns[-MOST_TURNS:] if t.text.strip()]
    if not before or len(query) > LONGEST_QUERY:
        return query
    words = reference_words(detect_language(query))
    asked = _what_about(query, before, words)
    if asked is not None:
        return asked
    for step in (_ordinal, _pointing, _place, _person, _thing):
        query = step(query, before, words) or query
    return query


def _ordinal(query: str, before: Sequence[SaidBefore], words: ReferenceWords) -> str | None:
    match = words.patterns["ordinal"].search(query)
    items = last_list([t.text for t in before]) if match else ()
    if match is None or not items:
        return None
    said = match["ordinal"]
    if said is None or said.lower() == "last":
        return _put(query, match.span(), items[-1])
    place = int(said) - 1 if said.isdigit() else words.ordinals.index(said.lower())
    return _put(query, match.span(), items[place]) if place < len(items) else None


def _pointing(query: str, before: Sequence[SaidBefore], words: ReferenceWords) -> str | None:
    """ "That cup" is the titanium cup that was spoken of; one that nothing more is said of stays as it is."""
    match = words.patterns["pointing"].search(query)
    if match is None:
        return None
    is_english = words.language is Language.ENGLISH
    for noun in _nouns(match["noun"], words.stops, is_english=is_english):
        for turn in reversed(before):
            phrases = phrase_around(noun, turn.text, words.stops, is_english=is_english)
            if len(phrases) > 1:
                return None
            if phrases:
                end = match.start("noun") + len(noun)
                if not is_english and query[end : end + 1] in {"子", "儿"}:
                    end += 1
                return _put(query, (match.start(), end), f"the {phrases[0]}" if is_english else phrases[0])
    return None


def _nouns(said: str, stops: frozenset[str], *, is_english: bool) -> tuple[str, ...]:
    """What may be the noun of what follows "that", the longest first; a single character only where it stands alone."""
    if is_english:
        return () if said.lower() in stops else (said.lower(),)
    least = 1 if said[1:2] in stops or len(said) == 1 else 2
    return tuple(said[:n] for n in range(len(said), least - 1, -1))


def _place(query: str, before: Sequence[SaidBefore], words: ReferenceWords) -> str | None:
    match = words.patterns["place"].search(query)
    found = _latest(before, places_in) if match else None
    if match is None or found is None:
        return None
    towards = words.patterns["place_to"].search(query[: match.start()])
    preposition = words.texts["place_towards" if towards else "place_in"]
    return _put(query, match.span(), f"{preposition} {found.words}".strip())


def _person(query: str, before: Sequence[SaidBefore], words: ReferenceWords) -> str | None:
    match = words.patterns["person"].search(query)
    if match is None:
        return None
    pronoun = match["pronoun"].lower()
    gender = "female" if pronoun in _FEMALE else "male"
    known = cues(words.language)
    found = _latest(before, lambda text: tuple(p for p in people_in(text, known) if p.kind in {gender, ""}))
    if found is None:
        return None
    is_possessive = pronoun in _POSSESSIVE and query[match.end() :].lstrip()[:1].isalpha()
    return _put(query, match.span(), found.words + ("'s" if is_possessive else ""))


def _thing(query: str, before: Sequence[SaidBefore], words: ReferenceWords) -> str | None:
    match = words.patterns["thing"].search(query)
    if match is None or words.patterns["idle_thing"].search(query):
        return None
    if any(thing.kind not in _ASPECTS for thing in things_in(query, words)):
        return None  # it may be what the query itself names
    found = _latest(before, lambda text: things_in(text, words))
    return None if found is None else _put(query, match.span(), _the(found.words, words))


def _what_about(query: str, before: Sequence[SaidBefore], words: ReferenceWords) -> str | None:
    """ "What about Rome?" asks the last question again, of Rome; "what about the price?" asks it of the last thing."""
    match = words.patterns["what_about"].search(query)
    if match is None:
        return None
    what = match["what"].strip()
    kinds = {m.concept.kind for m in lexicon().mentions(what)}
    asked = next((t.text for t in reversed(before) if t.is_user and t.text.rstrip().endswith(("?", "？"))), None)
    if asked is not None and len(kinds) == 1 and not kinds & _ASPECTS:
        alike = [m for m in lexicon().mentions(asked) if m.concept.kind in kinds]
        return _put(asked, (alike[0].start, alike[0].end), what) if len(alike) == 1 else None
    if kinds & _ASPECTS:
        found = _latest(before, lambda text: things_in(text, words))
        if found is not None:
            said = words.texts["of"].format(what=what, thing=_the(found.words, words))
            return _put(query, match.span("what"), said)
    return None


_ASPECTS: Final = frozenset({"aspect", "price", "payment"})


def _the(words: str, known: ReferenceWords) -> str:
    is_common = known.language is Language.ENGLISH and words[:1].islower()
    return f"the {words}" if is_common else words


def _latest(before: Sequence[SaidBefore], find: Callable[[str], Sequence[Thing]]) -> Thing | None:
    """What the last turn that names any names; none where it names several."""
    for turn in reversed(before):
        found = {thing.words.lower(): thing for thing in find(turn.text)}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


def _put(text: str, span: tuple[int, int], words: str) -> str:
    return text[: span[0]] + words + text[span[1] :]
