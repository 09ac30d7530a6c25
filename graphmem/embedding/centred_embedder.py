"""The embedder that graphmem uses, whatever the model: prepares texts, centres, checks and caches."""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from graphmem.embedding.calibration import Calibration
from graphmem.embedding.embedder import EmbeddingSpace, Vector
from graphmem.embedding.fit import SpaceFit
from graphmem.embedding.model import Matrix, Model, Side
from graphmem.embedding.preparation import prepare
from graphmem.embedding.sentence_sets import centring_revision

CACHED_QUERIES: Final = 1_024
"""Of 512 dimensions they take 2 MB."""


class CentredEmbedder:
    """One model and what was fitted for it; implements `graphmem.embedding.embedder.Embedder`."""

    def __init__(self, model: Model, fit: SpaceFit, *, cached_queries: int = CACHED_QUERIES) -> None:
        self.fit: Final = fit
        """To be stored with the space, and given back to `open_embedder` at the next start."""
        self._model = model
        self._queries = _QueryCache(cached_queries)
        self._space = EmbeddingSpace(
            provider=model.identity.provider,
            model=model.identity.name,
            revision=model.identity.revision,
            dimension=fit.centre.dimension,
            centring=centring_revision(),
            prefixes=model.identity.prefixes,
        )

    @property
    def space(self) -> EmbeddingSpace:
        return self._space

    @property
    def calibration(self) -> Calibration:
        return self.fit.calibration

    @property
    def query_calibration(self) -> Calibration:
        return self.fit.query_calibration

    async def embed_query(self, text: str) -> Vector:
        prepared = self._prepare(text)
        row = self._queries.get(prepared)
        if row is None:
            row = (await self._rows([prepared], Side.QUERY))[0]
            self._queries.put(prepared, row)
        return row.tolist()

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        prepared = [self._prepare(text) for text in texts]
        vectors: list[Vector] = []
        for start in range(0, len(prepared), self._model.batch_size):
            batch = prepared[start : start + self._model.batch_size]
            vectors.extend((await self._rows(batch, Side.PASSAGE)).tolist())
        return vectors

    async def close(self) -> None:
        await self._model.close()

    def _prepare(self, text: str) -> str:
        return prepare(text, longest=self._model.identity.longest_text)

    async def _rows(self, prepared: Sequence[str], side: Side) -> Matrix:
        return self.fit.centre.centred(prepared, await self._model.encode(prepared, side), side)


class _QueryCache:
    """The vectors of the latest queries under a keyed hash, so that no text of a person stays in memory by it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows: OrderedDict[bytes, Matrix] = OrderedDict()
        self._secret = os.urandom(16)

    def get(self, text: str) -> Matrix | None:
        key = self._key(text)
        row = self._rows.get(key)
        if row is not None:
            self._rows.move_to_end(key)
        return row

    def put(self, text: str, row: Matrix) -> None:
        self._rows[self._key(text)] = row
        while len(self._rows) > self._size:
            self._rows.popitem(last=False)

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(text.encode(), digest_size=16, key=self._secret).digest()
