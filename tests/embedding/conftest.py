"""The real default embedder, loaded once a run."""

from collections.abc import AsyncIterator

import pytest_asyncio

from graphmem.embedding import CentredEmbedder, EmbedderOptions, open_embedder


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def use() -> AsyncIterator[CentredEmbedder]:
    """USE multilingual, as the service opens it."""
    embedder = await open_embedder(EmbedderOptions())
    yield embedder
    await embedder.close()
