"""How the tests measure what an embedder makes of texts."""

import math
from collections.abc import Sequence

from graphmem.embedding import Embedder, Vector


def cosine(left: Vector, right: Vector) -> float:
    """The cosine of two vectors of unit length."""
    return math.fsum(x * y for x, y in zip(left, right, strict=True))


async def similarity(embedder: Embedder, left: str, right: str) -> float:
    """The calibrated likeness of two stored texts."""
    one, other = await embedder.embed_passages([left, right])
    return embedder.calibration.similarity(cosine(one, other))


async def relevance(embedder: Embedder, query: str, passage: str) -> float:
    """The calibrated likeness of a query and a stored text."""
    [stored] = await embedder.embed_passages([passage])
    return embedder.query_calibration.similarity(cosine(await embedder.embed_query(query), stored))


async def ranked(embedder: Embedder, query: str, passages: Sequence[str]) -> list[str]:
    """The passages, the likest first."""
    asked = await embedder.embed_query(query)
    vectors = await embedder.embed_passages(passages)
    order = sorted(range(len(passages)), key=lambda place: -cosine(asked, vectors[place]))
    return [passages[place] for place in order]


def is_unit(vector: Vector, dimension: int) -> bool:
    """Whether it can be stored: of the dimension, finite, of length one."""
    return len(vector) == dimension and math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-4)
