"""A short exchange among the turns of a long dialogue, to be recalled by a remark that shares only its meaning."""

import re
from collections.abc import Sequence
from pathlib import Path

from graphmem.errors import InvalidSettings
from graphmem.evaluation import recall_cases
from graphmem.evaluation.measure import Case, read_cases

SET = "locomo-plus"
_FIELDS = ("cue_dialogue", "trigger_query", "relation_type")
_LABEL = re.compile(r"^[AB]: ", re.MULTILINE)
"""Who speaks, on both sides: it would be found by itself, since the dialogue's own turns have names instead."""


def read(paths: Sequence[Path]) -> list[Case]:
    """One case: the first dialogue, and remarks, each of which brings its exchange along as one text.

    InvalidSettings where a line is none of the set.
    """
    dialogue, *_ = recall_cases.read(paths[1:])
    exchanges = read_cases(paths[0])
    for number, exchange in enumerate(exchanges, start=1):
        if lacking := [field for field in _FIELDS if not isinstance(exchange.get(field), str)]:
            raise InvalidSettings(f"{paths[0].name}, line {number}: there is no {lacking[0]}.")
    return [{"user": SET, "items": dialogue["items"], "queries": [_query(e, n) for n, e in enumerate(exchanges)]}]


def _query(exchange: Case, number: int) -> Case:
    name = f"exchange-{number}:0"
    return {
        "text": _without_labels(exchange["trigger_query"]),
        "items": [{"id": name, "text": _without_labels(exchange["cue_dialogue"]), "time": None}],
        "gold": [name],
        "category": exchange["relation_type"],
        "time": None,
    }


def _without_labels(text: str) -> str:
    """The words alone; some lines of the set have a line break written out as a backslash and an n."""
    return _LABEL.sub("", text.replace("\\n", "\n"))
