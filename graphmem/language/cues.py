"""Cue words and sentence patterns of a language, read from TOML: data that rules look up."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from graphmem.language.concepts import lexicon
from graphmem.language.script import Language

_FLAGS: Final = re.IGNORECASE
_MACRO: Final = re.compile(r"@([a-z]+)")
_WORD_START: Final = re.compile(r"[A-Za-z(]")
_PARTS: Final = ("", ".cues", ".statements", ".choices", ".relations", ".turns")
"""What the names of the files of a language go on with; a table may be spread over several."""


class Cue(StrEnum):
    """What a sentence can give away by its words alone."""

    HEDGE = "hedge"
    EMPHASIS = "emphasis"
    EXPLICIT = "explicit"
    REMIND = "remind"
    REVISE = "revise"
    EXCEPT = "except"
    LICENCE = "licence"
    TODAY = "today"
    QUESTION = "question"
    TAG_QUESTION = "tag_question"
    HYPOTHETICAL = "hypothetical"
    QUOTATION = "quotation"
    JOKE = "joke"
    MOOD = "mood"
    LUKEWARM = "lukewarm"
    THANKS = "thanks"
    SMALL_TALK = "small_talk"
    REQUEST = "request"
    SITUATIONAL = "situational"
    STANDING = "standing"
    WITHDRAW = "withdraw"
    RETRACT = "retract"
    """Takes back what was said right before, as if it had not been said ("scratch that", 当我没说)."""
    NOW = "now"
    """Holds by now: what was held before is revised ("I eat pork now", 现在吃猪肉了)."""
    FICTION = "fiction"
    """Told of a dream, a game or a story."""
    FRAME = "frame"
    """Opens, before a colon, what are not the speaker's own words: a text to work on, an example ("Translate this")."""
    FRAME_BELOW = "frame_below"
    """The same at the end of a line, without a colon ("Summarise the text below")."""
    SPEECH = "speech"
    """Opens, before a colon, what somebody else said or wrote ("she replied")."""
    REPORTED = "reported"
    """Opens a sentence that is all somebody else's word ("according to my wife")."""
    AGREE = "agree"
    """A yes, and nothing else."""
    REFUSE = "refuse"
    """A no, and nothing else."""
    NO = "no"
    """Opens with a no."""
    MISSPOKE = "misspoke"
    """Says that what was said was the wrong word ("I misspoke", 说错了)."""
    ALTERNATIVE = "alternative"
    """Asks which of several it is, so that a yes says nothing ("Tea or coffee?", 茶还是咖啡？)."""


class Shape(StrEnum):
    """The kinds of sentences that the patterns of a language describe."""

    PROFILE = "profile"
    DIET = "diet"
    TABOO = "taboo"
    FAVOURITE = "favourite"
    PREFERENCE = "preference"
    STANDING = "standing"
    PERSONALITY = "personality"
    PLAN = "plan"
    DECISION = "decision"
    LEAN = "lean"
    FACT = "fact"
    DEFINITE = "definite"
    CONTRAST = "contrast"
    RELATION = "relation"
    ENDING = "ending"
    SOLD = "sold"
    DEATH = "death"
    DENIAL = "denial"
    HABIT = "habit"
    WISH = "wish"
    NAMES = "names"
    TASTE = "taste"


_PERSONAL: Final = ("kin", "pet")
"""Classes of those who belong to a speaker and may be what a statement is about."""
_REFUSALS: Final = frozenset({Shape.TABOO, Shape.CONTRAST})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One way to say a statement; the groups of `regex` name its parts, `say` is the canonical sentence."""

    regex: re.Pattern[str]
    say: str = ""
    say_ended: str = ""
    """The canonical sentence where the words say that it has ceased to hold; empty: `say`."""
    slot: str | None = None
    is_negative: bool = False
    revises: bool = False
    needs_date: bool = False
    needs_concept: bool = False
    needs_choice: bool = False
    needs_name: bool = False
    needs_explicit: bool = False
    is_telling: bool = False
    is_vague: bool = False


class Slot(BaseModel):
    """A slot of the profile: its name in sentences and the questions it answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    label: str
    say: str = ""
    asks: tuple[str, ...]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    match: tuple[str, ...]
    say: str = ""
    say_ended: str = ""
    slot: str | None = None
    polarity: Literal["positive", "negative"] | None = None
    revises: bool = False
    needs_date: bool = False
    needs_concept: bool = False
    needs_choice: bool = False
    needs_name: bool = False
    needs_explicit: bool = False
    is_telling: bool = False
    is_vague: bool = False


class _Folding(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    measure: str
    filler: str
    generic: str
    joiner: str
    kept_whole: str
    versus: str
    lacking: str
    unresolved: str
    unresolved_within: str
    object_end: str
    wish_end: str
    wish_filler: str
    wish_kind: str


class _Document(BaseModel):
    """The form of the files of one language together."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    macros: dict[str, str]
    cues: dict[Cue, tuple[str, ...]]
    strip: dict[Literal["lead", "tail"], tuple[str, ...]]
    rewrite: dict[Literal["pairs"], tuple[tuple[str, str], ...]]
    conditions: dict[str, tuple[str, ...]]
    condition_clause: dict[Literal["pattern", "leading"], str]
    folding: _Folding
    antonyms: dict[Literal["pairs"], tuple[str, ...]]
    words: dict[str, str]
    subject: dict[Literal["user", "kin", "kin_strip", "oneself", "unnamed", "both", "bare_value"], str]
    slots: dict[str, Slot]
    phrases: dict[str, tuple[str, ...]]
    say: dict[str, str]
    relations: dict[str, tuple[str, ...]]
    references: dict[Literal["person", "thing", "pointing"], str]
    limits: dict[Literal["limit", "exception", "barring", "all_others"], str]
    turned: dict[Literal["pairs"], tuple[tuple[str, str], ...]]
    nouns: dict[str, str]
    statements: dict[Shape, tuple[_Row, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Folding:
    """What is left out and where it is cut when the words for a thing are folded."""

    measure: re.Pattern[str]
    """How much of a thing ("two cups of", 一杯)."""
    filler: re.Pattern[str]
    generic: re.Pattern[str]
    joiner: re.Pattern[str]
    kept_whole: re.Pattern[str]
    versus: re.Pattern[str]
    """What a thing is preferred to."""
    lacking: re.Pattern[str]
    """Stands between a thing and what it is to come without."""
    unresolved: re.Pattern[str]
    """Opens a phrase that names nothing by itself ("your turtles", 那张)."""
    unresolved_within: re.Pattern[str]
    """Makes a phrase depend on what was said before, wherever it stands ("having them around")."""
    wish_kind: re.Pattern[str]
    """Things of which people want one kind rather than another ("restaurant", "route", 音乐)."""
    object_end: re.Pattern[str]
    """Where the phrase for a thing ends and something else is said."""
    wish_end: re.Pattern[str]
    """Where the thing that is asked for ends: for whom, where, when."""
    wish_filler: re.Pattern[str]
    """Says of something that is asked for neither what it is like nor its name ("the nearest", "restaurant")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """Everything rules know of the words of one language; made once by `cues()`."""

    language: Language
    signals: Mapping[Cue, re.Pattern[str]]
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    rewrites: tuple[tuple[re.Pattern[str], str], ...]
    conditions: tuple[tuple[str, re.Pattern[str]], ...]
    condition_clause: re.Pattern[str]
    leading_condition: re.Pattern[str]
    folding: Folding
    antonyms: frozenset[frozenset[str]]
    words: Mapping[str, frozenset[str]]
    user: str
    kin: str
    kin_strip: re.Pattern[str]
    kin_opening: re.Pattern[str]
    """Somebody who belongs to the speaker, at the start of a statement; the group is `kin`."""
    kin_mention: re.Pattern[str]
    """Somebody who belongs to the speaker, anywhere in a text."""
    oneself: re.Pattern[str]
    """The speaker, at the start of a statement."""
    unnamed: re.Pattern[str]
    """Opens words that name no thing of the world ("this", "my", 这, 大家)."""
    slots: Mapping[str, Slot]
    phrases: Mapping[str, tuple[str, ...]]
    say: Mapping[str, str]
    relations: Mapping[str, str]
    """The words for a relation between things, and the attribute they fold to ("written by" is `author`)."""
    references: Mapping[str, re.Pattern[str]]
    """What a clause refers to somebody ("person") or something ("thing") by; the group is `pronoun`."""
    limit: re.Pattern[str]
    """What a clause is, but for its circumstance, that takes this circumstance out of the clause before it."""
    bare_value: re.Pattern[str]
    """Stands before a value that is said alone ("it is", "in", 是, 在)."""
    both: re.Pattern[str]
    """Opens a statement about the speaker and somebody of the speaker's: `own` and `other`, or in the other order."""
    exception: re.Pattern[str]
    """Stands before a circumstance under which a statement does not hold ("except on")."""
    barring: re.Pattern[str]
    """Takes one thing out of all others, which the next clause speaks of ("except for truffles", 除了松露)."""
    all_others: re.Pattern[str]
    """Speaks of all but what was taken out ("everything", 都)."""
    turned: tuple[tuple[re.Pattern[str], str], ...]
    """Writes what the agent says to a user as the user would say it."""
    nouns: Mapping[str, str]
    """The noun of an action that is named by its verb alone (考: 考试)."""
    statements: Mapping[Shape, tuple[Pattern, ...]]

    def has(self, cue: Cue, text: str) -> bool:
        """Tell whether the cue is in the text, as whole words where the script has words."""
        return self.signals[cue].search(text) is not None

    def rewrite(self, text: str) -> str:
        """Write out contractions and reduce the ways of negating to one."""
        for pattern, replacement in self.rewrites:
            text = pattern.sub(replacement, text)
        return text


@lru_cache(maxsize=len(Language))
def cues(language: Language) -> Cues:
    """Load the cues of a language; the first call reads and compiles its files of the package."""
    folder = files("graphmem.language")
    document: dict[str, Any] = {}
    for part in _PARTS:
        for table, content in tomllib.loads(folder.joinpath(f"{language.value}{part}.toml").read_text("utf-8")).items():
            document[table] = {**document.get(table, {}), **content}
    return _Compiler(_Document.model_validate(document), language).cues()


class _Compiler:
    """Turns the text of patterns into compiled ones, macros written out."""

    def __init__(self, document: _Document, language: Language) -> None:
        self._document = document
        self._language = language
        names = sorted(
            (word for kind in _PERSONAL for word in lexicon().words_of(kind, language)), key=len, reverse=True
        )
        kin_words = "|".join(map(re.escape, names))
        relation_words = sorted((w for words in document.relations.values() for w in words), key=len, reverse=True)
        self._macros = {
            **document.macros,
            "kinwords": kin_words,
            "petwords": "|".join(map(re.escape, lexicon().words_of("pet", language))),
            "surname": f"[{document.words['surnames'].replace(' ', '')}]",
            "relationwords": "(?:" + "|".join(map(re.escape, relation_words)) + ")",
        }

    def cues(self) -> Cues:
        document = self._document
        return Cues(
            language=self._language,
            signals={cue: self._any(document.cues.get(cue, ())) for cue in Cue},
            lead=self._compile("|".join(f"(?:{part})" for part in document.strip["lead"])),
            tail=self._compile("|".join(f"(?:{part})" for part in document.strip["tail"])),
            rewrites=tuple((self._compile(old), new) for old, new in document.rewrite["pairs"]),
            conditions=tuple((name, self._any(words)) for name, words in document.conditions.items()),
            condition_clause=self._compile(document.condition_clause["pattern"]),
            leading_condition=self._compile(document.condition_clause["leading"]),
            folding=Folding(
                measure=self._compile(document.folding.measure),
                filler=self._compile(document.folding.filler),
                generic=self._compile(document.folding.generic),
                joiner=self._compile(document.folding.joiner),
                kept_whole=self._compile(document.folding.kept_whole),
                versus=self._compile(document.folding.versus),
                lacking=self._compile(document.folding.lacking),
                unresolved=self._compile(document.folding.unresolved),
                unresolved_within=self._compile(document.folding.unresolved_within),
                object_end=self._compile(document.folding.object_end),
                wish_end=self._compile(document.folding.wish_end),
                wish_kind=self._compile(document.folding.wish_kind),
                wish_filler=self._compile(document.folding.wish_filler),
            ),
            antonyms=frozenset(frozenset(pair.split()) for pair in document.antonyms["pairs"]),
            words={name: frozenset(words.split()) for name, words in document.words.items()},
            user=document.subject["user"],
            kin=document.subject["kin"],
            kin_strip=self._compile(document.subject["kin_strip"]),
            kin_opening=re.compile(self._write_out("@kin"), _FLAGS),
            kin_mention=re.compile(self._write_out("@kin"), _FLAGS),
            bare_value=self._compile(document.subject["bare_value"]),
            both=self._compile(document.subject["both"]),
            oneself=self._compile(document.subject["oneself"]),
            unnamed=self._compile(document.subject["unnamed"]),
            slots=document.slots,
            phrases=document.phrases,
            say=document.say,
            relations={word: name for name, words in document.relations.items() for word in words},
            references={name: self._compile(pattern) for name, pattern in document.references.items()},
            limit=self._compile(document.limits["limit"]),
            exception=self._compile(document.limits["exception"]),
            barring=self._compile(document.limits["barring"]),
            all_others=self._compile(document.limits["all_others"]),
            turned=tuple((self._compile(old), new) for old, new in document.turned["pairs"]),
            nouns=document.nouns,
            statements={shape: self._patterns(shape, document.statements.get(shape, ())) for shape in Shape},
        )

    def _patterns(self, shape: Shape, rows: tuple[_Row, ...]) -> tuple[Pattern, ...]:
        return tuple(
            Pattern(
                regex=re.compile(f"(?:{self._write_out(expression)})$", _FLAGS),
                say=row.say,
                say_ended=row.say_ended,
                slot=row.slot,
                is_negative=row.polarity == "negative" if row.polarity else shape in _REFUSALS,
                revises=row.revises,
                needs_date=row.needs_date,
                needs_concept=row.needs_concept,
                needs_choice=row.needs_choice,
                needs_name=row.needs_name,
                needs_explicit=row.needs_explicit,
                is_telling=row.is_telling,
                is_vague=row.is_vague,
            )
            for row in rows
            for expression in row.match
        )

    def _any(self, expressions: tuple[str, ...]) -> re.Pattern[str]:
        """Match any of the expressions; words of the Latin script only as whole words."""
        parts = [rf"\b(?:{part})\b" if _is_words(part) else f"(?:{part})" for part in expressions]
        return self._compile("|".join(parts) if parts else r"(?!)")

    def _compile(self, expression: str) -> re.Pattern[str]:
        return re.compile(self._write_out(expression).replace("(?P<kin>", "(?:"), _FLAGS)

    def _write_out(self, expression: str) -> str:
        while (written := _MACRO.sub(self._macro, expression)) != expression:
            expression = written
        return expression

    def _macro(self, found: re.Match[str]) -> str:
        # longest name first, so that "@advavoids" is the macro "adv" and the word "avoids"
        name = next((name for name in self._by_length if found[1].startswith(name)), None)
        return found[0] if name is None else self._macros[name] + found[1][len(name) :]

    @property
    def _by_length(self) -> list[str]:
        return sorted(self._macros, key=len, reverse=True)


def _is_words(expression: str) -> bool:
    return expression.isascii() and _WORD_START.match(expression) is not None and expression[-1] not in "$\\"
