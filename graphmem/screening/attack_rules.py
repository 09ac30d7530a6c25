"""Reads the rules by which an attempt to instruct is known: vocabularies, and rows of them (rule W2)."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, TypeAdapter

from graphmem.screening.vocabulary import Places, Vocabulary

FILES: Final = ("english", "standing_english", "chinese", "standing_chinese", "european")
_JOINT: Final = 3
"""Characters that may lie between two vocabularies that stand side by side: a blank, a comma, a colon."""


@dataclass(frozen=True, slots=True)
class Step:
    """One vocabulary of a row, and how far behind the one before it may stand."""

    words: str
    reach: int
    crosses_sentences: bool
    is_order: bool = False
    """Whether a word counts only where no person is said to do it (`~name`)."""


@dataclass(frozen=True, slots=True)
class AttackRule:
    """A row of vocabularies that together instruct; `spared_by` makes the sentence an ordinary one."""

    kind: str
    steps: tuple[Step, ...]
    spared_by: tuple[str, ...]

    def may_hold(self, places: Places) -> bool:
        """Whether each vocabulary of the row stands anywhere in a text; most stand in none."""
        return self.steps[0].words in places and all(step.words in places for step in self.steps)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one file."""

    vocabulary: Vocabulary
    rules: tuple[AttackRule, ...]


class _File(BaseModel):
    gap: int
    far: int
    words: dict[str, tuple[str, ...]]
    rules: dict[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def rule_sets() -> tuple[RuleSet, ...]:
    """The rules of every language; read once."""
    return tuple(_rule_set(_File.model_validate(_table(name))) for name in FILES)


@lru_cache(maxsize=1)
def markup_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Marks of a machine's conversation, as a kind and a pattern each; read once."""
    table = TypeAdapter(dict[str, tuple[str, ...]]).validate_python(_table("markup"))
    return tuple((kind, re.compile(part, re.IGNORECASE)) for kind, parts in table.items() for part in parts)


def _table(name: str) -> dict[str, object]:
    return tomllib.loads(files("graphmem.screening").joinpath(f"attacks/{name}.toml").read_text("utf-8"))


def _rule_set(file: _File) -> RuleSet:
    rules = tuple(_rule(kind, row, file) for kind, rows in file.rules.items() for row in rows)
    named = {step.words for rule in rules for step in rule.steps} | {n for rule in rules for n in rule.spared_by}
    if named - file.words.keys():
        raise ValueError(f"No vocabulary is called {', '.join(sorted(named - file.words.keys()))}.")
    return RuleSet(Vocabulary({name: words for name, words in file.words.items() if name in named}), rules)


def _rule(kind: str, row: str, file: _File) -> AttackRule:
    steps: list[Step] = []
    spared_by: list[str] = []
    reach, crosses = _JOINT, False
    for part in row.split():
        match part:
            case "…":
                reach = file.gap
            case "……":
                reach, crosses = file.far, True
            case _ if part.startswith("!"):
                spared_by.append(part[1:])
            case _:
                steps.append(Step(part.removeprefix("~"), reach, crosses, is_order=part.startswith("~")))
                reach, crosses = _JOINT, False
    return AttackRule(kind, tuple(steps), tuple(spared_by))
