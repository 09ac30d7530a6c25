"""What an embedder is to the rest of graphmem: vectors of one named space, and a scale to read their likeness on."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Protocol

from graphmem.embedding.calibration import Calibration

Vector = list[float]
"""Unit length, finite, centred; as the database driver takes it. A fresh list a call: its owner may change it."""


def cosine(left: Vector, right: Vector) -> float:
    """The likeness of two vectors of one space, from -1 to 1; ValueError where their dimensions differ."""
    return math.fsum(x * y for x, y in zip(left, right, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSpace:
    """What two vectors must agree in to be comparable."""

    provider: str
    model: str
    revision: str
    """Version or hash of the weights."""
    dimension: int
    centring: str
    """Revision of the sentences whose mean is taken off; see `graphmem.embedding.sentence_sets`."""
    prefixes: str = ""
    """How queries and passages are told apart, empty where they aren't."""

    @property
    def key(self) -> str:
        """Short stable name: 16 hexadecimal digits, the same for the same fields on every machine."""
        text = "\x1f".join(str(part) for part in astuple(self))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Embedder(Protocol):
    """Turns texts into vectors of its space.

    Texts are cleaned and cut to their first 2,000 characters, 1,000 for slow models; one without any visible character
    raises InvalidInput. Whatever fails in the model, and a call that takes too long, raises EmbeddingFailed.
    """

    @property
    def space(self) -> EmbeddingSpace: ...

    @property
    def calibration(self) -> Calibration:
        """The map from the cosine of two passages to the scale of rule R5."""
        ...

    @property
    def query_calibration(self) -> Calibration:
        """The same for a query and a passage; a question is far less like its answer than two statements alike."""
        ...

    async def embed_query(self, text: str) -> Vector:
        """Embed what is looked for."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """Embed what is stored, in the order given; an empty sequence gives an empty list."""
        ...

    async def close(self) -> None:
        """Let go of threads and connections; calls after this fail."""
        ...
