"""How well each candidate answers a query, 0 to 1: words, meaning, time, slot and what was said around it.

For a query q and a memory d, s = cosine + coverage + .2 · fit + .8 · slot + nearness: the centred cosine of their
vectors, BM25 normalised by what the words could reach, whether d is of a period that q names, whether it fills a slot
that q asks for, and how near it is to what q names (`nearness.py`). In a session, what stands beside a good answer
answers too: x = (s + .8 · n + .4 · t) / 2.2 with n the mean of the neighbours and t that of the session's three best.
Several questions in a line are ranked each by itself; of a dialogue, its last sentences count beside the whole. It
was measured on public sets of conversations, slots and nearness apart; see "What was measured" in
docs/architecture.md.
"""

import math
import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.domain.claim import slot_asked
from graphmem.domain.memory import Memory
from graphmem.domain.owner import SharedSpace
from graphmem.domain.policy import RankingPolicy
from graphmem.domain.ranking.coverage import coverage_of
from graphmem.domain.ranking.nearness import Mentioned, nearness
from graphmem.ids import LineageId
from graphmem.language.questions import Period, Question, Shape

_BESIDE = ((-1, 1.0), (1, 1.0), (-2, 0.5), (2, 0.5))
"""Places around a memory in its session, and how much each counts."""
_BEST_OF_SESSION = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A memory that may be an answer.

    `cosines` are centred, −1 to 1, one for the query and one for each of its parts; 0 where one has no vector.
    """

    memory: Memory
    cosines: tuple[float, ...]
    search_text: str
    place: int | None = None
    """Its place in its session."""
    is_surrounded: bool = False
    """Whether its neighbours were looked for: one that is no entrant then does not exist."""
    excepts: frozenset[LineageId] = frozenset()
    """The standing statements that it is a one-off exception to."""
    mentions: tuple[Mentioned, ...] = ()
    """What it mentions, where the query names anything known."""
    space: SharedSpace | None = None
    """The shared space that it is of; none for the user's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How relevant a memory is, and what that is made of."""

    value: float
    """0 to 1: 1 − exp(−rate · x), which keeps the order of x; of several parts, in the order of all."""
    order: float
    """Orders what is equally relevant."""
    cosine: float
    coverage: float
    fit: float
    """1 where it is of a period that the query names, else 0."""
    slot: float
    """1 where it fills a slot that the query asks for, else 0."""
    nearness: float
    """What being near to the things that the query names adds."""
    context: float
    """What its session adds or takes: x − s, of the whole query."""


def relevances(
    question: Question, entrants: Sequence[Entrant], periods: Sequence[Period], policy: RankingPolicy
) -> list[Relevance]:
    """The relevance of each entrant, in their order."""
    if not entrants:
        return []
    fits = [1.0 if any(_is_of(e.memory, p) for p in periods) else 0.0 for e in entrants]
    wanted = {slot_asked(slot) for slot in question.slots}
    slots = [1.0 if (e.memory.claim.subject, e.memory.claim.attribute) in wanted else 0.0 for e in entrants]
    near = [min(policy.most_near, policy.nearness * share) for share in nearness([e.mentions for e in entrants])]
    texts = [e.search_text for e in entrants]
    coverages = [coverage_of(text, texts, policy) for text in (question.text, *question.parts)]
    alone = [
        [
            e.cosines[k] + c + policy.date_fit * f + policy.slot_fit * a + n
            for e, c, f, a, n in zip(entrants, coverage, fits, slots, near, strict=True)
        ]
        for k, coverage in enumerate(coverages)
    ]
    together = [_in_context(scores, entrants, policy) for scores in alone]
    order = _joined(question.shape, together)
    values = _values(question.shape, order, together, policy)
    return [
        Relevance(
            value=values[i],
            order=order[i],
            cosine=e.cosines[0],
            coverage=coverages[0][i],
            fit=fits[i],
            slot=slots[i],
            nearness=near[i],
            context=together[0][i] - alone[0][i],
        )
        for i, e in enumerate(entrants)
    ]


def _is_of(memory: Memory, period: Period) -> bool:
    """Whether it was said in a period, or is true in it where it says when it is."""
    if period.begins <= memory.occurred_at < period.ends:
        return True
    if memory.valid_from is None or memory.valid_to is None:
        return False
    return memory.valid_from < period.ends and period.begins < memory.valid_to


def _in_context(scores: Sequence[float], entrants: Sequence[Entrant], policy: RankingPolicy) -> list[float]:
    sessions: dict[str, dict[int, float]] = defaultdict(dict)
    for score, e in zip(scores, entrants, strict=True):
        if e.place is not None and e.memory.session_id is not None:
            sessions[e.memory.session_id][e.place] = score
    best = {
        name: statistics.fmean(sorted(said.values(), reverse=True)[:_BEST_OF_SESSION])
        for name, said in sessions.items()
    }
    lowest = min(scores)
    whole = 1.0 + policy.neighbours + policy.session
    found: list[float] = []
    for score, e in zip(scores, entrants, strict=True):
        session = e.memory.session_id
        if e.place is None or session is None:
            found.append(score)
            continue
        absent = score if e.is_surrounded else lowest
        beside = _beside(sessions[session], e.place, score, absent)
        found.append((score + policy.neighbours * beside + policy.session * best[session]) / whole)
    return found


def _beside(said: Mapping[int, float], place: int, own: float, absent: float) -> float:
    total = sum(weight * said.get(place + step, own if place + step < 0 else absent) for step, weight in _BESIDE)
    return total / sum(weight for _, weight in _BESIDE)


def _joined(shape: Shape, together: Sequence[Sequence[float]]) -> list[float]:
    """What entrants are ordered by, from the scores for the whole query and those for its parts."""
    whole, parts = together[0], together[1:]
    if not parts or shape is Shape.SINGLE:
        return list(whole)
    if shape is Shape.COMPOUND:
        by_whole, by_part = _reciprocal(whole), [_reciprocal(scores) for scores in parts]
        return [max(r[i] for r in by_part) + 0.25 * by_whole[i] for i in range(len(whole))]
    by_whole, by_part = _standardised(whole), [_standardised(scores) for scores in parts]
    return [by_whole[i] + 0.5 * max(z[i] for z in by_part) for i in range(len(whole))]


def _reciprocal(scores: Sequence[float]) -> list[float]:
    """Reciprocal ranks, 1 / (11 + rank) with the best at 0 (Cormack and others, with k = 10)."""
    ranked = sorted(range(len(scores)), key=lambda i: -scores[i])
    found = [0.0] * len(scores)
    for rank, i in enumerate(ranked):
        found[i] = 1.0 / (11 + rank)
    return found


def _standardised(scores: Sequence[float]) -> list[float]:
    spread = statistics.pstdev(scores) or 1.0
    mean = statistics.fmean(scores)
    return [(score - mean) / spread for score in scores]


def _values(
    shape: Shape, order: Sequence[float], together: Sequence[Sequence[float]], policy: RankingPolicy
) -> list[float]:
    """Relevance on its scale: of parts, the best a memory reaches for any, dealt out again in the joined order."""
    reached = [
        1.0 - math.exp(-policy.relevance_rate * max(0.0, *(scores[i] for scores in together)))
        for i in range(len(order))
    ]
    if shape is Shape.SINGLE:
        return reached
    values = [0.0] * len(order)
    for i, value in zip(sorted(range(len(order)), key=lambda i: -order[i]), sorted(reached, reverse=True), strict=True):
        values[i] = value
    return values
