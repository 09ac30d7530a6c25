"""Embedding spaces: which model the stored vectors come from, and the index of each slot."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.store.connection import Database
from graphmem.store.cypher import Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSpace:
    """An embedding space as the database knows it."""

    key: str
    slot: Slot
    provider: str
    model: str
    revision: str
    dimension: int
    centring: str
    calibration: str = ""
    """The knots of the calibration, as JSON (rule R5)."""


async def active(database: Database) -> StoredSpace | None:
    """The space that recall reads; none in an empty database."""
    rows = await database.auto("spaces/active")
    return StoredSpace(**dict(rows[0])) if rows else None


async def create(database: Database, space: StoredSpace, *, at: datetime) -> None:
    """Make the first space known; nothing happens where its slot is taken."""
    await database.auto(
        "spaces/create",
        slot=space.slot, key=space.key, provider=space.provider, model=space.model, revision=space.revision,
        dimension=space.dimension, centring=space.centring, calibration=space.calibration, at=at,
    )  # fmt: skip


async def create_vector_index(database: Database, *, dimension: int) -> None:
    """Make the vector index of memories in the database's slot.

    By a transaction, which is tried again when two processes meet.
    """
    await database.write(lambda tx: tx.run("spaces/create_vector_index", options=_options(dimension)))


async def create_name_index(database: Database, *, dimension: int) -> None:
    """Make the vector index of names in the database's slot."""
    await database.write(lambda tx: tx.run("spaces/create_name_index", options=_options(dimension)))


def _options(dimension: int) -> dict[str, object]:
    """Without quantization, and with an expansion of 8.

    A fresh index with expansion 1 misses some 15 % of the true ten best; with 8 it agrees with exact search to .9997
    (measured on 112,000 memories).
    """
    return {
        "indexConfig": {
            "vector.dimensions": dimension,
            "vector.similarity_function": "cosine",
            "vector.quantization.type": "none",
            "vector.hnsw.m": 16,
            "vector.hnsw.ef_construction": 100,
            "vector.default_search_expansion_factor": 8.0,
        }
    }
