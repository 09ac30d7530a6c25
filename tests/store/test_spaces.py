"""Embedding spaces as the database knows them (rules R5, O4)."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime

import pytest

from graphmem.embedding import SpaceFit
from graphmem.pipelines.services import Services
from graphmem.store import server, spaces
from graphmem.store.connection import Database
from graphmem.store.spaces import StoredSpace
from tests.store.scribe import options_of


@pytest.fixture
async def other_slot(database: Database) -> AsyncGenerator[Database]:
    """A connection that works in slot b, which is empty before and after."""
    async with Database(options_of(database)) as own:
        own.slot = "b"
        yield own
    await database.execute("MATCH (s:EmbeddingSpace {slot: 'b'}) DELETE s")
    await database.execute("DROP INDEX memory_vectors_b IF EXISTS")
    await database.execute("DROP INDEX name_vectors_b IF EXISTS")


async def test_the_active_space_is_that_of_the_embedder_with_its_fit(services: Services) -> None:
    active = await spaces.active(services.database)
    space = services.embedder.space
    assert active is not None
    assert (active.key, active.slot) == (space.key, services.database.slot)
    assert (active.provider, active.model, active.revision, active.dimension, active.centring) == (
        space.provider,
        space.model,
        space.revision,
        space.dimension,
        space.centring,
    )
    assert SpaceFit.from_json(active.calibration).calibration == services.embedder.calibration


async def test_a_taken_slot_keeps_the_space_it_has(database: Database, now: datetime) -> None:
    active = await spaces.active(database)
    assert active is not None
    await spaces.create(database, replace(active, key="other", model="other"), at=now)
    assert await spaces.active(database) == active


async def test_the_index_of_a_slot_holds_what_searches_filter_by(other_slot: Database) -> None:
    for _ in range(2):
        await spaces.create_vector_index(other_slot, dimension=3)
    await server.await_indexes(other_slot)
    (row,) = await other_slot.execute(
        "SHOW INDEXES YIELD name, type, properties, options WHERE name = 'memory_vectors_b' RETURN *"
    )
    assert row["type"] == "VECTOR"
    assert {"embedding_b", "owner_key", "recallable", "current"} <= set(row["properties"])
    settings = row["options"]["indexConfig"]
    assert (settings["vector.dimensions"], settings["vector.similarity_function"]) == (3, "COSINE")
    assert settings["vector.default_search_expansion_factor"] == 8.0


def test_a_stored_space_names_what_two_vectors_must_agree_in() -> None:
    named = set(StoredSpace.__dataclass_fields__)
    assert {"key", "slot", "provider", "model", "revision", "dimension", "centring", "calibration"} == named
