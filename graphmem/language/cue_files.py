"""The form of the files that hold the words and sentence patterns of a language."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from graphmem.language.cue_names import Cue, Shape


class Slot(BaseModel):
    """A slot of the profile: its name in sentences and the questions it answers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    label: str
    say: str = ""
    asks: tuple[str, ...]


class Row(BaseModel):
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


class FoldingForm(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    measure: str
    filler: str
    generic: str
    joiner: str
    kept_whole: str
    versus: str
    compares: str
    lacking: str
    unresolved: str
    unresolved_within: str
    object_end: str
    wish_end: str
    wish_filler: str
    wish_kind: str


class Document(BaseModel):
    """The form of the files of one language together."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    macros: dict[str, str]
    cues: dict[Cue, tuple[str, ...]]
    strip: dict[Literal["lead", "tail"], tuple[str, ...]]
    rewrite: dict[Literal["pairs"], tuple[tuple[str, str], ...]]
    conditions: dict[str, tuple[str, ...]]
    condition_clause: dict[Literal["pattern", "leading"], str]
    folding: FoldingForm
    antonyms: dict[Literal["pairs"], tuple[str, ...]]
    words: dict[str, str]
    subject: dict[Literal["user", "kin", "kin_strip", "oneself", "unnamed", "both", "bare_value"], str]
    slots: dict[str, Slot]
    phrases: dict[str, tuple[str, ...]]
    say: dict[str, str]
    relations: dict[str, tuple[str, ...]]
    references: dict[Literal["person", "thing", "pointing"], str]
    limits: dict[Literal["limit", "exception", "only", "only_first", "barring", "all_others"], str]
    turned: dict[Literal["pairs"], tuple[tuple[str, str], ...]]
    nouns: dict[str, str]
    statements: dict[Shape, tuple[Row, ...]]
