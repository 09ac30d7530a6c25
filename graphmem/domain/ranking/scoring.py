"""The score of a candidate: relevance, importance and recency by their shares, times decay and weight (rule Q2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.domain.decay import decay_weight, fruitless_weight, last_hit
from graphmem.domain.memory import Memory
from graphmem.domain.owner import Owner, SharedSpace
from graphmem.domain.policy import Policy
from graphmem.domain.ranking.relevance import Entrant, Relevance, relevances
from graphmem.language.questions import Period, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a memory scored, part by part, for `explain` (rule Q2)."""

    total: float
    relevance: Relevance
    importance: float
    recency: float
    decay: float
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A memory with its score."""

    memory: Memory
    score: Score
    space: SharedSpace | None = None
    """The shared space that it is of; none for the user's own."""

    def of(self, owner: Owner) -> Owner:
        """Whose it is, where `owner` was asked for."""
        return self.space or owner


def rank(
    question: Question, entrants: Sequence[Entrant], now: datetime, policy: Policy, *, periods: Sequence[Period] = ()
) -> list[Ranked]:
    """Order candidates by score, the best first; equal scores by what relevance is made of, the newest, then id.

    score = (.6 · relevance + .3 · importance + .1 · recency) · decay · weight (rule Q2).
    """
    found = relevances(question, entrants, periods, policy.ranking)
    ranked = [
        Ranked(memory=e.memory, score=_score(e, r, now, policy), space=e.space)
        for e, r in zip(entrants, found, strict=True)
    ]
    return sorted(
        ranked,
        key=lambda r: (-r.score.total, -r.score.relevance.order, -r.memory.recorded_at.timestamp(), r.memory.id),
    )


def best_relevance(ranked: Sequence[Ranked]) -> float:
    """The highest relevance of a list, 0 to 1; 0 of an empty one."""
    return max((r.score.relevance.value for r in ranked), default=0.0)


def _score(entrant: Entrant, relevance: Relevance, now: datetime, policy: Policy) -> Score:
    numbers = policy.ranking
    memory = entrant.memory
    hit = last_hit(memory)
    recency = 1.0 if now - hit <= timedelta(days=numbers.recent_days) else 0.0
    decay = decay_weight(memory.type, hit, now, policy.decay)
    weight = memory.state.weight * fruitless_weight(memory, policy.decay)
    base = (
        numbers.relevance * relevance.value + numbers.importance * memory.state.importance + numbers.recency * recency
    )
    return Score(
        total=base * decay * weight,
        relevance=relevance,
        importance=memory.state.importance,
        recency=recency,
        decay=decay,
        weight=weight,
    )
