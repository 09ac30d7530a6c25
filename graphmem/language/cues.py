"""Cue words and sentence patterns of a language, read from TOML: data that rules look up."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from graphmem.language.concepts import lexicon
from graphmem.language.cue_files import Document, Row, Slot
from graphmem.language.cue_names import Cue, Shape
from graphmem.language.script import Language

__all__ = ["Cue", "Cues", "Folding", "Pattern", "Shape", "Slot", "cues"]

_FLAGS: Final = re.IGNORECASE
_MACRO: Final = re.compile(r"@([a-z]+)")
_WORD_START: Final = re.compile(r"[A-Za-z(]")
_PARTS: Final = ("", ".cues", ".statements", ".choices", ".relations", ".turns")
"""What the names of the files of a language go on with; a table may be spread over several."""


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
    """What a thing is preferred to: `other`."""
    compares: re.Pattern[str]
    """Says that one thing is preferred to another."""
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
    only: re.Pattern[str]
    """Stands before the one circumstance under which a statement holds ("only on", 只在)."""
    only_first: re.Pattern[str]
    """Says that the circumstance is the one it holds under, from elsewhere in the statement: the group is `only`."""
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
    return _Compiler(Document.model_validate(document), language).cues()


class _Compiler:
    """Turns the text of patterns into compiled ones, macros written out."""

    def __init__(self, document: Document, language: Language) -> None:
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
            folding=Folding(**{name: self._compile(text) for name, text in document.folding}),
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
            only=self._compile(document.limits["only"]),
            only_first=self._compile(document.limits["only_first"]),
            barring=self._compile(document.limits["barring"]),
            all_others=self._compile(document.limits["all_others"]),
            turned=tuple((self._compile(old), new) for old, new in document.turned["pairs"]),
            nouns=document.nouns,
            statements={shape: self._patterns(shape, document.statements.get(shape, ())) for shape in Shape},
        )

    def _patterns(self, shape: Shape, rows: tuple[Row, ...]) -> tuple[Pattern, ...]:
        return tuple(
            Pattern(
                regex=re.compile(f"(?:{self._write_out(expression)})$", _FLAGS),
                is_negative=row.polarity == "negative" if row.polarity else shape in _REFUSALS,
                **row.model_dump(exclude={"match", "polarity"}),
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
