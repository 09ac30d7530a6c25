"""What a reranker is to the rest of graphmem: it reads a question and a text together, and says how well they fit."""

import math
from collections.abc import Sequence
from typing import Protocol

from graphmem.errors import RerankingFailed


class Reranker(Protocol):
    """Scores texts for a query; whatever fails in it, and a call that takes too long, raises RerankingFailed."""

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """One finite score a text, in their order; a higher one fits better. An empty sequence gives an empty list."""
        ...

    async def close(self) -> None:
        """Let go of threads and connections; calls after this fail."""
        ...


def checked_scores(scores: Sequence[float], count: int) -> list[float]:
    """The scores, where there is a finite one for each text; else RerankingFailed."""
    if len(scores) != count:
        raise RerankingFailed(f"The reranker gave {len(scores)} scores for {count} texts. Check its model.")
    if not all(math.isfinite(score) for score in scores):
        raise RerankingFailed("The reranker gave a score that is no finite number. Check its model.")
    return list(scores)
