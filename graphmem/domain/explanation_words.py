"""Sentences about where a memory stands in lists of candidates, and against the last result (rule Q11)."""

from collections.abc import Sequence

from graphmem.domain.explanation import ListKind, ListPlace
from graphmem.domain.ranking import Score

_BY = {ListKind.VECTOR: "by meaning", ListKind.TEXT: "by its words"}
_WITHOUT_PLACE = {
    ListKind.ENTITY: "by what it names",
    ListKind.RELATED: "by what is named together with what the query names",
    ListKind.SLOT: "by the slot it fills",
}
_AMONG = {
    ListKind.ENTITY: "among what names the same",
    ListKind.RELATED: "among what names something related",
    ListKind.SLOT: "among what fills the same slot",
}
_LEAST_DIFFERENCE = 0.0005
"""What three digits show."""


def ways_in(lists: Sequence[ListPlace]) -> str:
    """The lists that a candidate is in: "by meaning (place 3 of 50), by what it names"."""
    ways = [_way(each) for each in lists if each.is_in and each.place is not None]
    return ", ".join(ways) or "by a list that has changed since"


def ways_out(lists: Sequence[ListPlace]) -> str:
    """Why no list holds a memory: how far down it stands, or that it is not there at all."""
    ways = [
        f"{_name(each)} it has place {each.place}, of which {each.length} are taken"
        for each in lists
        if each.place is not None and not each.is_in
    ]
    whole = [each for each in lists if each.period is None]
    for kind, absent in (
        (ListKind.TEXT, "it shares no telling word with the query"),
        (ListKind.VECTOR, "its meaning is too far from the query"),
    ):
        of_kind = [each for each in whole if each.kind is kind]
        if of_kind and all(each.place is None for each in of_kind):
            ways.append(absent)
    return "; ".join(ways) or "there was nothing to look for"


def against_last(score: Score, last: Score) -> str:
    """The two scores, and each part in which the last result is ahead."""
    parts = (
        ("relevance", score.relevance.value, last.relevance.value),
        ("importance", score.importance, last.importance),
        ("recency", score.recency, last.recency),
        ("decay", score.decay, last.decay),
        ("weight", score.weight, last.weight),
    )
    behind = [f"{name} {own:.3f} against {other:.3f}" for name, own, other in parts if other - own >= _LEAST_DIFFERENCE]
    why = f": {', '.join(behind)}" if behind else ""
    return f"It scores {score.total:.3f}, the last result {last.total:.3f}{why}."


def _way(each: ListPlace) -> str:
    if each.kind in _WITHOUT_PLACE:
        return _WITHOUT_PLACE[each.kind]
    if each.kind is ListKind.NEIGHBOUR:
        return f"by what was said beside it (one of the best is {each.place} away in its session)"
    return f"{_name(each)} (place {each.place} of {each.length})"


def _name(each: ListPlace) -> str:
    if each.kind in _AMONG:
        return _AMONG[each.kind]
    of_period = " within the period" if each.period is not None else ""
    return f"{_BY[each.kind]}{of_period}"
