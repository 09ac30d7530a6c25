"""Scoring candidates of a recall and showing the working (rules Q2, Q3, R5; formula of the coverage: BM25).

Relevance joins two views: the centred cosine of the vectors, and coverage, BM25 normalised by the weighted idf of the
query's words. Importance, recency and decay come on top (rule Q2).
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.domain.decay import decay_weight
from graphmem.domain.memory import Flag, Memory
from graphmem.domain.policy import Policy, RankingPolicy
from graphmem.ids import LineageId, MemoryId
from graphmem.language.tokens import tokens, weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A memory that may be an answer; `cosine` is the centred cosine to the query, −1 to 1."""

    memory: Memory
    cosine: float
    search_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a memory scored, part by part, for `explain` (rule Q2)."""

    total: float
    relevance: float
    """0 to 1: 1 − exp(−rate · (cosine + coverage)), which keeps the order of the sum."""
    cosine: float
    coverage: float
    """0 to k1 + 1: BM25 over the candidates, divided by the weighted idf of the query's words."""
    importance: float
    recency: float
    decay: float
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A memory with its score."""

    memory: Memory
    score: Score


def rank(query: str, entrants: Sequence[Entrant], now: datetime, policy: Policy) -> list[Ranked]:
    """Order candidates by score, the best first; equal scores by cosine and coverage, then the newest, then id.

    score = (.6 · relevance + .3 · importance + .1 · recency) · decay · weight (rule Q2). The relevance is the sum that
    measured best on public sets: centred cosine plus BM25 normalised by the query's weighted idf.
    """
    coverage = coverage_of(query, [e.search_text for e in entrants], policy.ranking)
    ranked = [Ranked(memory=e.memory, score=_score(e, c, now, policy)) for e, c in zip(entrants, coverage, strict=True)]
    return sorted(
        ranked,
        key=lambda r: (
            -r.score.total,
            -r.score.cosine - r.score.coverage,
            -r.memory.recorded_at.timestamp(),
            r.memory.id,
        ),
    )


def _score(entrant: Entrant, coverage: float, now: datetime, policy: Policy) -> Score:
    numbers = policy.ranking
    memory = entrant.memory
    relevance = 1.0 - math.exp(-numbers.relevance_rate * max(0.0, entrant.cosine + coverage))
    recency = 1.0 if now - memory.updated_at <= timedelta(days=numbers.recent_days) else 0.0
    decay = decay_weight(memory.type, memory.updated_at, now, policy.decay)
    base = numbers.relevance * relevance + numbers.importance * memory.state.importance + numbers.recency * recency
    return Score(
        total=base * decay * memory.state.weight,
        relevance=relevance,
        cosine=entrant.cosine,
        coverage=coverage,
        importance=memory.state.importance,
        recency=recency,
        decay=decay,
        weight=memory.state.weight,
    )


def coverage_of(query: str, search_texts: Sequence[str], policy: RankingPolicy) -> list[float]:
    """BM25 of the query over analysed texts, each divided by the sum of weight · idf of the query's words.

    The idf comes from the texts given: on public sets the candidates alone serve as well as all of an owner's texts.
    """
    terms = dict.fromkeys(tokens(query))
    bags = [Counter(text.split()) for text in search_texts]
    if not terms or not bags:
        return [0.0] * len(bags)
    lengths = [sum(bag.values()) for bag in bags]
    mean_length = sum(lengths) / len(lengths) or 1.0
    gains = {term: weight(term) * _idf(term, bags) for term in terms}
    reachable = sum(gains.values())
    return [
        sum(gain * _saturation(bag[term], length / mean_length, policy) for term, gain in gains.items() if term in bag)
        / reachable
        for bag, length in zip(bags, lengths, strict=True)
    ]


def _idf(term: str, bags: Sequence[Counter[str]]) -> float:
    holding = sum(term in bag for bag in bags)
    return math.log(1.0 + (len(bags) - holding + 0.5) / (holding + 0.5))


def _saturation(frequency: int, relative_length: float, policy: RankingPolicy) -> float:
    k1, b = policy.bm25_k1, policy.bm25_b
    return frequency * (k1 + 1.0) / (frequency + k1 * (1.0 - b + b * relative_length))


def newest_of_each_slot(ranked: Sequence[Ranked]) -> tuple[list[Ranked], list[Ranked]]:
    """Keep only the newest version of each single-valued slot; return what is kept and what gave way (rule Q3)."""
    newest: dict[tuple[str, str], Ranked] = {}
    for r in ranked:
        slot = _slot(r)
        if slot is not None and (slot not in newest or r.memory.recorded_at > newest[slot].memory.recorded_at):
            newest[slot] = r
    kept: list[Ranked] = []
    outdated: list[Ranked] = []
    for r in ranked:
        slot = _slot(r)
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


def _slot(ranked: Ranked) -> tuple[str, str] | None:
    claim = ranked.memory.claim
    if claim.attribute is None or not claim.is_single_valued or Flag.EXCEPTION in ranked.memory.flags:
        return None
    return (claim.subject, claim.attribute)
