"""One clause as rules see it: its words reduced to a plain statement, and what was said around that statement."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graphmem.deciding.rules.clauses import LONGEST_CLAUSE, Clause, without_lead
from graphmem.domain.candidate import Candidate, Intent, Span
from graphmem.domain.claim import USER, Claim
from graphmem.domain.memory import Flag, MemoryType
from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.cues import Cue, Cues
from graphmem.language.script import Language
from graphmem.language.topics import topic

EXCEPT: Final = "not "
"""Begins the condition of a statement that holds but under a circumstance."""

HEDGED: Final = 0.5
"""What a hedge leaves of the certainty: below the gate of .6 (rule W7)."""

PLACEHOLDER: Final = re.compile(r"\[[A-Z]{2,12}(?:_\d+)?\]")
"""What stands for personal data that was taken out (rule W1)."""

_NUMBERED: Final = re.compile(r"\[([A-Z]{2,12})_\d+\]")
_SLOTS_OF_KIND: Final = {
    "PHONE": frozenset({"phone"}),
    "EMAIL": frozenset({"email"}),
    "ADDRESS": frozenset({"home_address", "shipping_address"}),
}

_BLANKS: Final = re.compile(r"\s{2,}")
_MOST_PHRASES: Final = 4


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a statement is about: its id in claims and its name in sentences."""

    id: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a rule read in a clause, before the words around it are looked at."""

    kind: MemoryType
    content: str
    claim: Claim
    phrases: tuple[str, ...]
    certainty: float = 1.0
    revises: bool = False
    flags: frozenset[Flag] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """The circumstance a statement holds under, folded, and as it was said."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a clause with what they refer to written out, and how sure that is."""

    text: str
    certainty: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A clause, reduced: `body` is the statement without lead-ins, tails and condition, `whole` with its condition."""

    clause: Clause
    turn: int
    at: datetime
    cues: Cues
    plain: str
    """The clause in simplified characters and plain quotes, nothing stripped."""
    led: str
    """The same without what leads in, its end as it was: what a question shows by."""
    body: str
    whole: str
    condition: Condition | None
    inherited: Subject
    """Whom the clause is about where it names nobody (不吃辣)."""
    certainty: float = 1.0
    """How sure it is what the clause refers to."""

    @property
    def language(self) -> Language:
        return self.cues.language

    @property
    def span(self) -> Span:
        return Span(turn=self.turn, start=self.clause.start, end=self.clause.end)

    def has(self, cue: Cue) -> bool:
        return self.cues.has(cue, self.plain)

    def subject(self, match: re.Match[str]) -> Subject:
        """Name whom the matched statement is about."""
        kin = match.groupdict().get("kin")
        if kin is not None:
            return personal(kin, self.cues)
        names_nobody = self.language is Language.CHINESE and not self.cues.oneself.match(match[0])
        return self.inherited if names_nobody else Subject(USER, self.cues.user)

    @property
    def opening(self) -> Subject:
        """Name whom the clause opens with, for a clause after it that names nobody."""
        if (match := self.cues.kin_opening.match(self.whole)) is not None:
            return personal(match["kin"], self.cues)
        return Subject(USER, self.cues.user) if self.cues.oneself.match(self.whole) else self.inherited

    def candidate(self, statement: Statement) -> Candidate:
        """Make a candidate of a statement found in this clause, with what the words around it add."""
        revises = statement.revises or self.has(Cue.REVISE) or self.has(Cue.NOW)
        return Candidate(
            type=statement.kind,
            content=tidy(statement.content),
            language=self.language.value,
            claim=statement.claim,
            span=self.span,
            intent=Intent.REVISE if revises else Intent.STATE,
            certainty=statement.certainty * self.certainty * (HEDGED if self.has(Cue.HEDGE) else 1.0),
            is_emphasised=self.has(Cue.EMPHASIS),
            is_situational=self.has(Cue.SITUATIONAL),
            is_explicit=self.has(Cue.EXPLICIT),
            search_phrases=tuple(dict.fromkeys(statement.phrases))[:_MOST_PHRASES],
            flags=statement.flags,
        )


def read(
    clause: Clause, *, turn: int, at: datetime, cues: Cues, inherited: Subject, said: Said | None = None
) -> Reading:
    """Reduce a clause to its statement; `said` are its words with what they refer to written out."""
    plain = _plain((said.text if said else clause.text)[:LONGEST_CLAUSE], cues)
    if clause.is_elliptic and not plain.lower().startswith("allergic"):
        plain = f"I {plain}"
    led = without_lead(cues.rewrite(without_lead(plain, cues)), cues)
    whole = _bare(led, cues)
    condition, body = _take_condition(whole, cues)
    return Reading(
        clause=clause,
        turn=turn,
        at=at,
        cues=cues,
        plain=plain,
        led=led,
        body=_bare(without_lead(body, cues), cues),
        whole=whole,
        condition=condition,
        inherited=inherited,
        certainty=said.certainty if said else 1.0,
    )


def fills_slot(slot: str | None, text: str) -> bool:
    """Tell whether all that was taken out of the text is of a kind the slot takes, and may be put back (rule W1)."""
    found = PLACEHOLDER.findall(text)
    kinds = _NUMBERED.findall(text)
    return len(found) == len(kinds) and all(slot in _SLOTS_OF_KIND.get(kind, ()) for kind in kinds)


def phrases(cues: Cues, key: str, **parts: str) -> tuple[str, ...]:
    """Write the questions by which a statement may be asked for."""
    return tuple(tidy(template.format(**parts)) for template in cues.phrases[key])


def slot_phrases(slot: str, subject: Subject, cues: Cues) -> tuple[str, ...]:
    """Write the questions that a slot answers: the user's own, or by whose it is ("city of mother")."""
    if subject.id == USER:
        return cues.slots[slot].asks
    whose = subject.words.removeprefix(cues.user).removeprefix("'s").removeprefix("的").strip()
    return phrases(cues, "relation", thing=whose or subject.words, relation=cues.slots[slot].label)


def tidy(text: str) -> str:
    """Leave one blank between words and none at the ends."""
    return _BLANKS.sub(" ", text).strip(" ,，")


def _plain(text: str, cues: Cues) -> str:
    plain = text.replace("’", "'").replace("‘", "'")
    if cues.language is Language.ENGLISH:
        return plain
    return "".join(fold_in_place(letter) if letter.isalnum() and not letter.isascii() else letter for letter in plain)


def _bare(text: str, cues: Cues) -> str:
    while (match := cues.tail.search(text)) is not None and match.end() == len(text) and match.start() > 0:
        text = text[: match.start()]
    return tidy(text)


def _take_condition(text: str, cues: Cues) -> tuple[Condition | None, str]:
    for name, pattern in cues.conditions:
        if (match := pattern.search(text)) is not None and match[0] != text:
            before = text[: match.start()]
            only = cues.only.search(before)
            # "but only on weekends" limits the clause before it
            excepted = cues.exception.search(before) or (only if only is not None and only.start() > 0 else None)
            words = text[excepted.start() if excepted else match.start() : match.end()]
            rest = _joined(before[: excepted.start()] if excepted else before, text[match.end() :], cues)
            is_excepted = cues.exception.search(before) is not None
            if not is_excepted and (restricts := cues.only_first.search(rest)) is not None:
                words, rest = (
                    cues.say["only"].format(when=words),
                    _joined(rest[: restricts.start("only")], rest[restricts.end("only") :], cues),
                )
            return Condition(id=EXCEPT + name if is_excepted else name, words=words.strip()), rest
    for pattern in (cues.leading_condition, cues.condition_clause):
        match = pattern.search(text)
        if match is not None and (name := topic(match["words"], cues)) and match[0] != text:
            rest = _joined(text[: match.start()], text[match.end() :], cues)
            is_exception = match.groupdict().get("except") is not None
            return Condition(id=EXCEPT + name if is_exception else name, words=match[0].strip(" ,，")), rest
    return None, text


def _joined(before: str, after: str, cues: Cues) -> str:
    return tidy(before + (" " if cues.language is Language.ENGLISH else "") + after)


def personal(kin: str, cues: Cues) -> Subject:
    """Name a person or a pet of the speaker (我妈, "my older sister")."""
    name = cues.kin_strip.sub("", kin).removesuffix("'s").strip()
    mentions = lexicon().mentions(name)
    concept = mentions[0].concept if mentions else None
    given = name[mentions[0].end :].strip() if mentions else ""
    if concept is not None and given and lexicon().may_be_several(concept.id):
        # of several friends, only the name tells which
        return Subject(fold_in_place(given), cues.kin.format(kin=name))
    words = concept.label(cues.language) if concept is not None and len(name) == 1 else name
    return Subject(concept.id if concept is not None else fold_in_place(name), cues.kin.format(kin=words))
