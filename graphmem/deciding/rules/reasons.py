"""Keeps the reason that a clause gives for its neighbour ("because coffee keeps me awake") with that neighbour."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from graphmem.deciding.rules.clauses import Clause
from graphmem.domain.candidate import Candidate, Ignored, Span

_CONNECTING: Final = re.compile(r"^(?:because|since|as)\s+|^(?:因为|由于|毕竟)|[\s，,。.!！;；]+$", re.IGNORECASE)

Item = Candidate | Ignored


def with_reasons(items: Sequence[Item], parts: Sequence[Clause]) -> list[Item]:
    """Give reasons to the candidates of a sentence; a clause that says nothing else is then no longer listed."""
    result = list(items)
    for index, clause in enumerate(parts):
        if not clause.is_reason or len(parts) == 1:
            continue
        neighbour = parts[index - 1] if index else parts[1]
        given = [item for item in result if isinstance(item, Candidate) and _is_at(item, neighbour)]
        if given:
            reason = _CONNECTING.sub("", clause.text)
            kept = [item for item in result if isinstance(item, Candidate) or not _is_at(item, clause)]
            result = [
                _with_reason(item, reason, clause) if isinstance(item, Candidate) and item in given else item
                for item in kept
            ]
    return result


def _with_reason(candidate: Candidate, reason: str, clause: Clause) -> Candidate:
    turn = candidate.span.turn if candidate.span else 0
    return replace(candidate, reason=reason, reason_span=Span(turn=turn, start=clause.start, end=clause.end))


def _is_at(item: Item, clause: Clause) -> bool:
    return item.span is not None and item.span.start == clause.start
