"""A measured figure, and where the cases of a set come from."""

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from graphmem.errors import InvalidSettings

Case = dict[str, Any]
"""One line of a set, as its file has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A share, 0 to 1, of the cases of a set, beside what it should reach."""

    set: str
    name: str
    value: float
    cases: int
    at_least: float | None = None
    at_most: float | None = None

    @property
    def is_reached(self) -> bool | None:
        """Whether the value is within its bounds; none where it has none."""
        if self.at_least is None and self.at_most is None:
            return None
        return (self.at_least is None or self.value >= self.at_least) and (
            self.at_most is None or self.value <= self.at_most
        )


def share(hits: Iterable[bool]) -> float:
    """The share of true ones; 0 of none."""
    found = list(hits)
    return sum(found) / len(found) if found else 0.0


def read_cases(path: Path) -> list[Case]:
    """The lines of a gzipped JSON-lines file; InvalidSettings, naming the line, where one is no JSON object."""
    cases: list[Case] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                value = json.loads(line)
            except ValueError as error:
                raise InvalidSettings(f"{path.name}, line {number}: this is no JSON.") from error
            if not isinstance(value, dict):
                raise InvalidSettings(f"{path.name}, line {number}: this is no JSON object.")
            cases.append(cast("Case", value))
    return cases
