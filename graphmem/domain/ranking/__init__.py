"""Ordering the candidates of a recall and showing the working (rules Q2, Q3, R5)."""

from graphmem.domain.ranking.choosing import beside_what_they_except, newest_of_each_slot, slot_of
from graphmem.domain.ranking.coverage import coverage_of
from graphmem.domain.ranking.nearness import Mentioned
from graphmem.domain.ranking.personal import personal_ahead, shared_gives_way
from graphmem.domain.ranking.relevance import Entrant, Relevance, relevances
from graphmem.domain.ranking.scoring import Ranked, Score, best_relevance, rank

__all__ = [
    "Entrant",
    "Mentioned",
    "Ranked",
    "Relevance",
    "Score",
    "beside_what_they_except",
    "best_relevance",
    "coverage_of",
    "newest_of_each_slot",
    "personal_ahead",
    "rank",
    "relevances",
    "shared_gives_way",
    "slot_of",
]
