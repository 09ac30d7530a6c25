"""Reading sets of texts and questions about them, and refusing what is none."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphmem.errors import InvalidSettings
from graphmem.evaluation.measure import Case, read_cases


class _Item(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    id: str
    text: str = Field(pattern=r"\S")
    time: str | None


class _Query(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    text: str = Field(pattern=r"\S")
    gold: list[str]
    category: str
    time: str | None


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)

    items: list[_Item] = Field(min_length=1)
    queries: list[_Query]


def read(paths: Sequence[Path]) -> list[Case]:
    """The lines of the one file; InvalidSettings, naming line and field, for one that holds no items and queries."""
    cases = read_cases(paths[0])
    for number, case in enumerate(cases, start=1):
        try:
            _Line.model_validate(case)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise InvalidSettings(f"{paths[0].name}, line {number}, {place}: {first['msg']}.") from error
    return cases
