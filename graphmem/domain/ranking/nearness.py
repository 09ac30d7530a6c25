"""How near memories are to what a query names, through the things they mention together (rule E4).

Personalised PageRank (Page and others; Haveliwala) over the graph of candidates and the entities they mention, walked
from what the query names: "where does Tom's wife work" reaches what is told of Anna through "Tom's wife is Anna". A
thing that many mention leads nowhere in particular, and its share says so. It is written out here, since the one of
networkx needs scipy, which is more to install than all the rest of a recall.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_STAYS: Final = 0.85
"""Probability of walking on rather than beginning anew, as in PageRank."""
_STEPS: Final = 12
"""Of the walk: what is further than some hops away has no share worth a difference."""

Node = tuple[str, str | int]


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A thing that a memory mentions, all names of it merged, and whether the query names it."""

    key: str
    is_named: bool


def nearness(mentions: Sequence[Sequence[Mentioned]]) -> list[float]:
    """The share of each memory in walks from what the query names, 0 to 1; all 0 where it names nothing known."""
    links: dict[Node, list[Node]] = defaultdict(list)
    named: dict[Node, None] = {}
    for i, things in enumerate(mentions):
        for thing in things:
            memory, entity = ("memory", i), ("entity", thing.key)
            links[memory].append(entity)
            links[entity].append(memory)
            if thing.is_named:
                named[entity] = None
    if not named:
        return [0.0] * len(mentions)
    start = dict.fromkeys(named, 1.0 / len(named))
    shares: Mapping[Node, float] = start
    for _ in range(_STEPS):
        shares = _walked(shares, links, start)
    return [shares.get(("memory", i), 0.0) for i in range(len(mentions))]


def _walked(
    shares: Mapping[Node, float], links: Mapping[Node, Sequence[Node]], start: Mapping[Node, float]
) -> dict[Node, float]:
    found: dict[Node, float] = defaultdict(float)
    for node, share in start.items():
        found[node] = (1.0 - _STAYS) * share
    for node, share in shares.items():
        onward = _STAYS * share / len(links[node])
        for other in links[node]:
            found[other] += onward
    return found
