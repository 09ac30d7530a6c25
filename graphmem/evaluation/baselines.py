"""What recall is measured against: BM25 alone and vectors alone, over the same texts, for the same questions."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from graphmem.embedding.embedder import Embedder, Vector
from graphmem.language.tokens import tokens, weight

K1, B = 1.2, 0.75
"""Lucene's numbers, which most search engines are run with."""
AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts by id, with the words and the vectors that graphmem has of them."""

    ids: tuple[str, ...]
    bags: tuple[Counter[str], ...]
    vectors: npt.NDArray[np.float32]

    def and_also(self, other: "Corpus") -> "Corpus":
        """Both together, for as long as these are needed."""
        return replace(
            self,
            ids=self.ids + other.ids,
            bags=self.bags + other.bags,
            vectors=np.concatenate([self.vectors, other.vectors]),
        )

    def by_words(self, query: str, depth: int) -> list[str]:
        """The ids of the best by BM25 (Robertson and others), the best first; what shares no word is not among them."""
        scores = [0.0] * len(self.bags)
        lengths = [bag.total() for bag in self.bags]
        mean = sum(lengths) / len(lengths) or 1.0
        for term in dict.fromkeys(tokens(query)):
            holding = [i for i, bag in enumerate(self.bags) if term in bag]
            idf = math.log(1 + (len(self.bags) - len(holding) + 0.5) / (len(holding) + 0.5))
            for i in holding:
                frequency = self.bags[i][term]
                length = 1 - B + B * lengths[i] / mean
                scores[i] += weight(term) * idf * frequency * (K1 + 1) / (frequency + K1 * length)
        best = sorted((i for i, score in enumerate(scores) if score > 0), key=lambda i: -scores[i])
        return [self.ids[i] for i in best[:depth]]

    def by_meaning(self, query: Vector, depth: int) -> list[str]:
        """The ids of the nearest by cosine, every one compared, the nearest first."""
        nearest = np.argsort(-(self.vectors @ np.asarray(query, np.float32)), kind="stable")
        return [self.ids[i] for i in nearest[:depth]]


async def corpus_of(embedder: Embedder, ids: Sequence[str], texts: Sequence[str]) -> Corpus:
    """Analyse and embed texts, at least one."""
    vectors: list[Vector] = []
    for first in range(0, len(texts), AT_ONCE):
        vectors += await embedder.embed_passages(texts[first : first + AT_ONCE])
    return Corpus(tuple(ids), tuple(Counter(tokens(text)) for text in texts), np.asarray(vectors, np.float32))
