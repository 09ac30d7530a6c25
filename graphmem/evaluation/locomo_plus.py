"""A short exchange among the turns of a long dialogue, to be recalled by a remark that shares only its meaning."""

import re
from collections.abc import Sequence
from pathlib import Path

from graphmem.evaluation import recall_cases
from graphmem.evaluation.measure import Case, read_cases

SET = "locomo-plus"
_LABEL = re.compile(r"^[AB]: ", re.MULTILINE)
"""Who speaks, on both sides: it would be found by itself, since the dialogue's own turns have names instead."""


def read(paths: Sequence[Path]) -> list[Case]:
    """One case: the first dialogue, and questions each of which brings its exchange along, in a session of its own."""
    dialogue, *_ = recall_cases.read(paths[1:])
    exchanges = read_cases(paths[0])
    return [{"user": SET, "items": dialogue["items"], "queries": [_query(e, n) for n, e in enumerate(exchanges)]}]


def _query(exchange: Case, number: int) -> Case:
    turns = [line for line in _LABEL.sub("", exchange["cue_dialogue"]).splitlines() if line.strip()]
    items = [{"id": f"exchange-{number}:{place}", "text": turn, "time": None} for place, turn in enumerate(turns)]
    return {
        "text": _LABEL.sub("", exchange["trigger_query"]),
        "items": items,
        "gold": [item["id"] for item in items],
        "category": exchange["relation_type"],
        "time": None,
    }
