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
    """A share, 0 to 1, of the cases of a set; what recalls, beside what words and vectors alone do with the same."""

    set: str
    name: str
    value: float
    cases: int
    bm25: float | None = None
    vectors: float | None = None


def share(hits: Iterable[bool]) -> float:
    """The share of true ones; 0 of none."""
    found = list(hits)
    return sum(found) / len(found) if found else 0.0


def read_cases(path: Path) -> list[Case]:
    """The lines of a gzipped JSON-lines file; InvalidSettings, naming the line, for what is none."""
    cases: list[Case] = []
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                cases.append(_case(line, f"{path.name}, line {number}"))
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
        raise InvalidSettings(f"{path.name} is no whole gzipped text. Pack it anew with gzip.") from error
    if not cases:
        raise InvalidSettings(f"{path.name} is empty.")
    return cases


def _case(line: str, place: str) -> Case:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise InvalidSettings(f"{place}: this is no JSON.") from error
    if not isinstance(value, dict):
        raise InvalidSettings(f"{place}: this is no JSON object.")
    return cast("Case", value)


def units(case: Case) -> int:
    """How much work a case is: its items and its questions, where it has these."""
    return len(case["items"]) + len(case["queries"]) if "queries" in case else 1


def thinned(cases: list[Case], most: int | None) -> list[Case]:
    """At most so many of the questions, or of the cases where these hold no questions, evenly spread; none is all."""
    if most is None:
        return cases
    places = [
        (i, k) for i, case in enumerate(cases) for k in (range(len(case["queries"])) if "queries" in case else [-1])
    ]
    chosen = {places[i * len(places) // most] for i in range(most)} if most < len(places) else set(places)
    kept: list[Case] = []
    for i, case in enumerate(cases):
        if "queries" in case:
            queries = [query for k, query in enumerate(case["queries"]) if (i, k) in chosen]
            kept += [case | {"queries": queries}] if queries else []
        elif (i, -1) in chosen:
            kept.append(case)
    return kept
