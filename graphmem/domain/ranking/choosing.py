"""What of a ranked list is given: the newest of each slot, exceptions beside what they except (rules Q3, D3)."""

from collections.abc import Mapping, Sequence

from graphmem.domain.memory import Flag
from graphmem.domain.owner import SharedSpace
from graphmem.domain.ranking.scoring import Ranked
from graphmem.ids import LineageId, MemoryId

_Slot = tuple[SharedSpace | None, str, str]
"""Whose slot, of which subject, and its name."""


def newest_of_each_slot(ranked: Sequence[Ranked]) -> tuple[list[Ranked], list[Ranked]]:
    """Keep only the newest version of each single-valued slot of an owner; return that and the rest (Q3)."""
    newest: dict[_Slot, Ranked] = {}
    for r in ranked:
        slot = slot_of(r)
        if slot is not None and (slot not in newest or r.memory.recorded_at > newest[slot].memory.recorded_at):
            newest[slot] = r
    kept: list[Ranked] = []
    outdated: list[Ranked] = []
    for r in ranked:
        slot = slot_of(r)
        (kept if slot is None or newest[slot] is r else outdated).append(r)
    return kept, outdated


def beside_what_they_except(ranked: Sequence[Ranked], excepts: Mapping[MemoryId, frozenset[LineageId]]) -> list[Ranked]:
    """Put each one-off exception right after the standing statement it departs from, where that is there (rule D3)."""
    standing = {r.memory.lineage_id for r in ranked if r.memory.id not in excepts}
    moved: dict[LineageId, list[Ranked]] = {}
    left: list[Ranked] = []
    for r in ranked:
        of = min(excepts.get(r.memory.id, frozenset()) & standing, default=None)
        if of is None:
            left.append(r)
        else:
            moved.setdefault(of, []).append(r)
    return [each for r in left for each in (r, *moved.get(r.memory.lineage_id, ()))]


def fill_one_slot(one: Ranked, other: Ranked) -> bool:
    """Whether both say what fills one single-valued slot, whosever memories they are."""
    a, b = slot_of(one), slot_of(other)
    return a is not None and b is not None and a[1:] == b[1:]


def slot_of(ranked: Ranked) -> _Slot | None:
    """The slot of which a memory is one value among several over time; none where many may hold, or once only."""
    claim = ranked.memory.claim
    if claim.attribute is None or not claim.is_single_valued or Flag.EXCEPTION in ranked.memory.flags:
        return None
    return (ranked.space, claim.subject, claim.attribute)
