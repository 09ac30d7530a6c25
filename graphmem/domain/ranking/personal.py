"""Personal before shared (rule L2): what a user's own memories say wins over what a shared space says."""

from collections.abc import Sequence

from graphmem.domain.contradiction import are_contradictory, same_claim
from graphmem.domain.near_duplicate import is_near_duplicate
from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.ranking.choosing import fill_one_slot
from graphmem.domain.ranking.scoring import Ranked

_MOST_COMPARED = 20
"""Of each kind; what ranks lower is hardly an answer."""
_SURE = 1.0


def personal_ahead(ranked: Sequence[Ranked], lead: float) -> list[Ranked]:
    """The list with each shared memory as far back as if it had scored `lead` less; scores stay what they are."""
    if not any(r.space for r in ranked):
        return list(ranked)
    return sorted(ranked, key=lambda r: -(r.score.total - (lead if r.space else 0.0)))


def shared_gives_way(
    ranked: Sequence[Ranked], policy: ConflictPolicy
) -> tuple[list[Ranked], list[tuple[Ranked, Ranked]]]:
    """Leave out what is shared where a personal memory fills the same slot, contradicts it or says the same.

    The personal one takes the better of the two places. Returns what is kept, and each that gave way with the one that
    it gave way to.
    """
    shared = [r for r in ranked if r.space][:_MOST_COMPARED]
    own = [r for r in ranked if not r.space][:_MOST_COMPARED]
    gave: list[tuple[Ranked, Ranked]] = []
    kept = list(ranked)
    for theirs in shared:
        winner = next((mine for mine in own if _wins(mine, theirs, policy)), None)
        if winner is None:
            continue
        gave.append((theirs, winner))
        place = kept.index(theirs)
        del kept[place]
        if kept.index(winner) > place:
            kept.remove(winner)
            kept.insert(place, winner)
    return kept, gave


def _wins(mine: Ranked, theirs: Ranked, policy: ConflictPolicy) -> bool:
    a, b = mine.memory, theirs.memory
    return (
        fill_one_slot(mine, theirs)
        or same_claim(a.claim, b.claim)
        or are_contradictory(a, b, policy)
        or is_near_duplicate(a.content, b.content, _SURE, policy)
    )
