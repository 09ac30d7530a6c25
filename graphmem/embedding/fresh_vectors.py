"""Vectors that are compared before any index knows them."""

from collections.abc import Sequence

import numpy as np

from graphmem.embedding.model import Matrix


class FreshVectors:
    """Unit vectors of one space, by the order in which they came."""

    def __init__(self) -> None:
        self._vectors: list[Matrix] = []

    def add(self, vector: Sequence[float]) -> None:
        """Let one more be found from here on."""
        self._vectors.append(np.asarray(vector, dtype=np.float32))

    def near(self, vector: Sequence[float], *, least: float) -> list[tuple[int, float]]:
        """Places and cosines of those at least so near, in the order in which they came."""
        wanted = np.asarray(vector, dtype=np.float32)
        cosines = [float(v @ wanted) for v in self._vectors]
        return [(place, cosine) for place, cosine in enumerate(cosines) if cosine >= least]
