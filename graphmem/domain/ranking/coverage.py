"""How much of a query's words a text covers: BM25, normalised by what the words could reach (Robertson and others)."""

import math
from collections import Counter
from collections.abc import Sequence

from graphmem.domain.policy import RankingPolicy
from graphmem.language.tokens import tokens, weight


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
