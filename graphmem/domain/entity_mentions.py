"""Which names a statement holds: known ones by their keys, others by simple rules with few false alarms (rule E2)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.domain.claim import USER, Claim
from graphmem.domain.entity import KnownName, Mention, alias_key, kind_of
from graphmem.domain.named_kinds import introduced, introduced_as, is_in_a_longer_word, is_of_a_thing, kind_by_cue
from graphmem.domain.names import SHORTEST, EntityKind, han_name, normalised
from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.name_words import NameWords, name_words
from graphmem.language.script import HAN_RANGES

LONGEST_SCANNED = 1_000
"""Characters of a statement that are looked through."""
MOST_MENTIONS = 20
"""Names of one statement."""
MOST_WORDS = 5
MOST_CHARACTERS = 8
_WIDEST_GAP = 2
_SHOUTED = 0.5
_ACRONYM = 5

_WORD = re.compile(f"[{HAN_RANGES}]|[^\\W_{HAN_RANGES}]+(?:['’][^\\W_{HAN_RANGES}]+)*")
_HAN = re.compile(f"[{HAN_RANGES}]")
_POSSESSIVE = re.compile(r"['’]s\Z", re.IGNORECASE)
_OWN = re.compile(r"(?:用户的?|我的?|我家|\buser['’]s|\bmy|\bour)\s*\Z", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?。！？:：\n]\s*\Z")
_AT_WORK = re.compile(r"\b(?:work|works|working|worked|job|employed)\s+(?:at|for)\s*\Z", re.IGNORECASE)
_LOOK_BACK = 24

_PLACES = frozenset({"city", "hometown", "birthplace", "country", "destination"})
_EMPLOYERS = frozenset({"employer", "company", "school"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """Characters `start` to `end` of a text that may be a known name."""

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    mention: Mention
    is_introduced: bool = False
    """Whether the words around it say what it is the name of."""


def phrases(text: str) -> list[Phrase]:
    """Every run of words of a text that can be a known name, the longest first at each place.

    Up to five words, or eight Chinese characters; linear in the length of the text.
    """
    scanned = text[:LONGEST_SCANNED]
    tokens = [(m.start(), m.end(), normalised(_POSSESSIVE.sub("", m[0]))) for m in _WORD.finditer(scanned)]
    found: list[Phrase] = []
    for first, (start, _, _) in enumerate(tokens):
        is_han = _HAN.match(scanned, start) is not None
        here: list[Phrase] = []
        key, end = "", start
        for begins, ends, folded in tokens[first : first + (MOST_CHARACTERS if is_han else MOST_WORDS)]:
            if key and begins - end > _WIDEST_GAP:
                break
            key, end = key + folded, ends
            if len(key) >= SHORTEST:
                here.append(Phrase(start, end, key))
        found.extend(reversed(here))
    return found


def mentions(
    content: str, claim: Claim, known: Sequence[KnownName] = (), *, found: Sequence[Phrase] | None = None
) -> tuple[Mention, ...]:
    """The names in a statement, in their order and each once; where two overlap, the known and then the longer one.

    A family member without a name ("my mother") is a name, one that a user may have several of (a friend) is none.
    `found` are the text's `phrases`, where they are at hand.
    """
    text = content[:LONGEST_SCANNED]
    own_name = _own_name(text, claim)
    written, told, titled = list(_capitalised(text)), list(_introduced(text)), list(_titled(text))
    of_slot, after_cue = list(_by_slot(text, claim)), list(_named_after_cue(text))
    evident = _evident_kinds([*told, *of_slot, *titled, *after_cue, *written])
    rules = (
        _known(text, known, phrases(text) if found is None else found, evident),
        told,
        (candidate for candidate in written if candidate.is_introduced),
        of_slot,
        titled,
        _from_lexicon(text, claim),
        after_cue,
        written,
        _subject(text, claim),
    )
    taken: list[_Found] = []
    for candidates in rules:
        for candidate in candidates:
            is_free = not any(_overlap(candidate, other) for other in [*taken, *own_name])
            if len(taken) < MOST_MENTIONS and is_free:
                taken.append(candidate)
    in_order = sorted(taken, key=lambda c: c.start)
    return tuple({c.mention.key: c.mention for c in in_order if c.mention.key}.values())


def _own_name(text: str, claim: Claim) -> list[_Found]:
    """The user's own name: it names nobody else."""
    if claim.subject != USER or claim.attribute != "name" or claim.value is None:
        return []
    return list(_located(text, claim.value, EntityKind.PERSON))


def _evident_kinds(found: Sequence[_Found]) -> dict[tuple[int, int], EntityKind]:
    """What the words around tell of the name at a place."""
    kinds: dict[tuple[int, int], EntityKind] = {}
    for candidate in found:
        if candidate.mention.kind is not EntityKind.OTHER:
            kinds.setdefault((candidate.start, candidate.end), candidate.mention.kind)
    return kinds


def _introduced(text: str) -> Iterator[_Found]:
    return (_made(text, start, end, kind) for start, end, kind in introduced(text))


def _overlap(one: _Found, other: _Found) -> bool:
    return one.start < other.end and other.start < one.end


def _made(text: str, start: int, end: int, kind: EntityKind) -> _Found:
    name = text[start:end]
    return _Found(start, end, Mention(name=name, kind=kind, key=alias_key(name)))


def _known(
    text: str,
    known: Sequence[KnownName],
    found: Sequence[Phrase],
    evident: Mapping[tuple[int, int], EntityKind],
) -> Iterator[_Found]:
    """Names that are known; of what kind they are here the words around say first, then what is known by the name."""
    by_key: dict[str, list[KnownName]] = {}
    for name in known:
        by_key.setdefault(name.key, []).append(name)
    end = 0
    for phrase in found:
        names = by_key.get(phrase.key)
        if phrase.start < end or not names or is_in_a_longer_word(text, phrase.start, phrase.end):
            continue
        words = text[phrase.start : phrase.end]
        written = _POSSESSIVE.sub("", words)
        if any(_is_written_as_name(written, name.name) for name in names):
            end = phrase.end
            kind = evident.get((phrase.start, phrase.start + len(written))) or _kind_of_known(text, end, names)
            yield _Found(phrase.start, phrase.end, Mention(name=written, kind=kind, key=phrase.key))


def _kind_of_known(text: str, end: int, names: Sequence[KnownName]) -> EntityKind:
    """The kind of what is known by a name; none where several kinds are."""
    if is_of_a_thing(text, end):
        return EntityKind.PRODUCT
    kinds = {name.kind for name in names}
    return kinds.pop() if len(kinds) == 1 else EntityKind.OTHER


def _is_written_as_name(words: str, name: str) -> bool:
    """Whether one Latin word that is a name is written as one: "will" is not Will."""
    is_one_word = words.isascii() and " " not in words
    return not (is_one_word and words[:1].islower() and name[:1].isupper())


def _subject(text: str, claim: Claim) -> Iterator[_Found]:
    """Whom or what the claim is about, other than the user and the family."""
    if claim.subject == USER or _is_concept(claim.subject):
        return
    for found in _located(text, claim.subject, EntityKind.OTHER):
        kind = kind_by_cue(text[: found.start]) or EntityKind.OTHER
        yield _made(text, found.start, found.end, kind)


def _by_slot(text: str, claim: Claim) -> Iterator[_Found]:
    """What the claim says is a name: an employer, a place."""
    if claim.value is None:
        return
    if claim.attribute in _EMPLOYERS:
        yield from _located(text, claim.value, EntityKind.ORGANISATION)
    elif claim.attribute in _PLACES:
        yield from _located(text, claim.value, EntityKind.PLACE)


def _located(text: str, folded: str, kind: EntityKind) -> Iterator[_Found]:
    """Where a text says what a claim has in folded form; of a word, the whole of it."""
    in_text = fold_in_place(text)
    start = in_text.find(folded) if folded else -1
    if start < 0 or (start > 0 and _is_letter(text[start]) and _is_letter(text[start - 1])):
        return
    end = start + len(folded)
    while end < len(text) and _is_letter(text[end - 1]) and _is_letter(text[end]):
        end += 1
    if _HAN.search(folded) or text[start].isupper() or kind is not EntityKind.OTHER:
        yield _made(text, start, end, kind)


def _is_letter(character: str) -> bool:
    """Whether it is one of a script that parts its words."""
    return character.isalnum() and not _HAN.match(character)


def _is_concept(subject: str) -> bool:
    return lexicon().get(subject) is not None


def _from_lexicon(text: str, claim: Claim) -> Iterator[_Found]:
    """Places, companies, and the members of the user's own family."""
    for found in lexicon().mentions(text):
        concept, kind = found.concept, kind_of(found.concept)
        if kind is None:
            continue
        if kind is EntityKind.PERSON:
            is_own = found.start == 0 or _OWN.search(text[max(0, found.start - _LOOK_BACK) : found.start])
            if lexicon().may_be_several(concept.id) or not (is_own or claim.subject == concept.id):
                continue
        name = text[found.start : found.end]
        yield _Found(found.start, found.end, Mention(name=name, kind=kind, key=normalised(concept.id)))


def _titled(text: str) -> Iterator[_Found]:
    """Chinese surnames with a title or a word before them: 张总, 李老师, 小王."""
    words = name_words()
    folded = fold_in_place(text)
    for place, character in enumerate(folded):
        if character in words.han_before and folded[place + 1 : place + 2] in words.surnames_after:
            if _ends_before(folded, place, words) and _ends_at(folded, place + 2, words):
                yield _made(text, place, place + 2, EntityKind.PERSON)
            continue
        for length in (2, 1):
            surname = folded[place : place + length]
            is_surname = surname in words.double_surnames if length > 1 else surname in words.surnames
            if not is_surname or _is_in_a_word(folded, place, words):
                continue
            end = next((e for e in range(place + length + 4, place + length, -1) if _is_titled(folded[place:e])), 0)
            if end and (end - place - length > 1 or _ends_at(folded, end, words)):
                yield _made(text, place, end, EntityKind.PERSON)
                break


def _is_titled(name: str) -> bool:
    return han_name(name) is not None


def _is_in_a_word(folded: str, place: int, words: NameWords) -> bool:
    around = (folded[max(0, place - 1) : place + 1], folded[place : place + 2])
    return any(pair in words.han_words for pair in around)


def _ends_before(folded: str, place: int, words: NameWords) -> bool:
    return place == 0 or not _HAN.match(folded, place - 1) or folded[place - 1] in words.han_ends


def _ends_at(folded: str, place: int, words: NameWords) -> bool:
    return place >= len(folded) or not _HAN.match(folded, place) or folded[place] in words.han_ends


def _named_after_cue(text: str) -> Iterator[_Found]:
    """Chinese full names after a word that introduces one: 朋友张伟, 叫王小明."""
    words = name_words()
    folded = fold_in_place(text)
    place = 0
    while place < len(folded):
        cue = next((c for c in words.han_cues.get(folded[place], ()) if folded.startswith(c, place)), None)
        place += len(cue) if cue else 1
        if cue is None or place >= len(folded):
            continue
        surname = 2 if folded[place : place + 2] in words.double_surnames else 1
        if (surname == 1 and folded[place] not in words.surnames) or _is_in_a_word(folded, place, words):
            continue
        end = place + surname
        while end < place + surname + 2 and not _ends_at(folded, end, words):
            end += 1
        if end > place + surname:
            yield _made(text, place, end, EntityKind.PERSON)
            place = end


def _capitalised(text: str) -> Iterator[_Found]:
    """Runs of words that begin with a capital, but for those that every sentence has."""
    letters = [c for c in text if c.isalpha()]
    if not letters or sum(c.isupper() for c in letters) > _SHOUTED * len(letters):
        return
    run: list[re.Match[str]] = []
    for word in [*_WORD.finditer(text), None]:
        goes_on = word is not None and _is_capitalised(word[0]) and (not run or _adjoins(text, run[-1], word))
        if goes_on and word is not None:
            run.append(word)
            continue
        yield from _name_of(text, run)
        run = [word] if word is not None and _is_capitalised(word[0]) else []


def _is_capitalised(word: str) -> bool:
    bare = _POSSESSIVE.sub("", word)
    return bare[:1].isupper() or bool(bare[:1].isdigit()) or (bare[:1].islower() and bare[1:2].isupper())


def _adjoins(text: str, before: re.Match[str], word: re.Match[str]) -> bool:
    gap = text[before.end() : word.start()]
    return gap in {" ", "-", ". "} and not _POSSESSIVE.search(before[0])


def _name_of(text: str, run: list[re.Match[str]]) -> Iterator[_Found]:
    """The name that a run of capitalised words is, without the words of every sentence at its ends."""
    words = name_words()
    opens = bool(run) and _opens_sentence(text, run[0].start())
    while run and _bare(run[0]) in words.common | words.titles:
        run = run[1:]
    while run and _bare(run[-1]) in words.common:
        run = run[:-1]
    if not run or run[0][0][:1].isdigit():
        return
    start, end = run[0].start(), run[-1].end()
    end -= len(run[-1][0]) - len(_POSSESSIVE.sub("", run[-1][0]))
    before = text[max(0, start - _LOOK_BACK) : start]
    told = introduced_as(before, text[end : end + _LOOK_BACK])
    kind = told or _kind_of(run, before, words)
    if len(run) == 1 and kind is EntityKind.OTHER:
        word = text[start:end]
        if opens or (word.isupper() and len(word) <= _ACRONYM) or normalised(word) in words.common:
            return
    yield replace(_made(text, start, end, kind), is_introduced=told is not None)


def _opens_sentence(text: str, start: int) -> bool:
    return start == 0 or _SENTENCE_END.search(text[max(0, start - 3) : start]) is not None


def _kind_of(run: list[re.Match[str]], before: str, words: NameWords) -> EntityKind:
    if {_bare(word) for word in run[1:]} & {variant[0] for variant, _ in words.forms if len(variant) == 1}:
        return EntityKind.ORGANISATION
    last = _WORD.findall(before.replace(".", " "))[-1:]
    cue = last[0].lower() if last else ""
    if _bare(run[0]) in words.given or cue in words.cues["person"] | words.titles:
        return EntityKind.PERSON
    if cue in words.cues["organisation"] or _AT_WORK.search(before):
        return EntityKind.ORGANISATION
    return EntityKind.PLACE if cue in words.cues["place"] else EntityKind.OTHER


def _bare(word: re.Match[str]) -> str:
    return _POSSESSIVE.sub("", word[0]).lower()
