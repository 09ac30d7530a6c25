"""The small contract between graphmem and one embedding model: texts in, rows of raw numbers out."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphmem.embedding.preparation import LONGEST_TEXT

Matrix = NDArray[np.float32]
"""One row a text."""


def single_precision(rows: ArrayLike) -> Matrix:
    """Take what a model gave as rows; a number too large becomes infinite, ValueError for rows of unlike length."""
    with np.errstate(over="ignore"):
        return np.asarray(rows, dtype=np.float32)


class Side(StrEnum):
    """What a text is to a search; some models embed the two differently."""

    QUERY = "query"
    PASSAGE = "passage"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """Which model it is."""

    provider: str
    name: str
    revision: str
    dimension: int | None
    """None until the model has answered once."""
    prefixes: str = ""
    longest_text: int = LONGEST_TEXT
    """Characters; the rest is cut off before the model sees it."""


class Model(Protocol):
    """One embedding model, in this process or behind an address."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def batch_size(self) -> int:
        """How many texts go into one call: so few that a query never waits long behind a batch."""
        ...

    async def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        """Embed prepared texts; raises EmbeddingFailed, in bounded time. Rows need not be of unit length."""
        ...

    async def close(self) -> None: ...
