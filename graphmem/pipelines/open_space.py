"""Opening the embedding space: the stored vectors and the configured model must be of one space (rules R5, O4)."""

from graphmem.clock import Clock
from graphmem.embedding import CentredEmbedder, EmbedderOptions, SpaceFit, open_embedder
from graphmem.errors import EmbeddingSpaceMismatch
from graphmem.store import leases, server, spaces
from graphmem.store.connection import Database
from graphmem.store.spaces import StoredSpace

FIRST_SLOT = "a"


async def open_space(database: Database, options: EmbedderOptions, clock: Clock) -> CentredEmbedder:
    """Make the embedder, and what indexes it lacks; EmbeddingSpaceMismatch where the stored vectors are another's."""
    stored = await spaces.active(database)
    fit = SpaceFit.from_json(stored.calibration) if stored is not None and _is_meant(stored, options) else None
    embedder = await open_embedder(options, fit=fit)
    try:
        if stored is None:
            # Two that start at once on an empty database agree on the space of the one that was first.
            async with leases.hold(database, "embedding space", clock):
                stored = await spaces.active(database) or await _create(database, embedder, clock)
        if stored.key != embedder.space.key:
            raise EmbeddingSpaceMismatch(_mismatch(stored, embedder))
        database.slot = stored.slot
        await spaces.create_vector_index(database, dimension=stored.dimension)
        await spaces.create_name_index(database, dimension=stored.dimension)
        await server.await_indexes(database)
    except BaseException:
        await embedder.close()
        raise
    return embedder


def _is_meant(stored: StoredSpace, options: EmbedderOptions) -> bool:
    """Whether the stored fit may be of the configured model; the space's key decides in the end."""
    return stored.provider == options.provider and options.model in {None, stored.model}


async def _create(database: Database, embedder: CentredEmbedder, clock: Clock) -> StoredSpace:
    space = embedder.space
    stored = StoredSpace(
        key=space.key,
        slot=FIRST_SLOT,
        provider=space.provider,
        model=space.model,
        revision=space.revision,
        dimension=space.dimension,
        centring=space.centring,
        calibration=embedder.fit.to_json(),
    )
    await spaces.create(database, stored, at=clock.now())
    return stored


def _mismatch(stored: StoredSpace, embedder: CentredEmbedder) -> str:
    space = embedder.space
    return (
        f"The database holds vectors of {stored.provider} {stored.model} {stored.revision} ({stored.dimension} "
        f"dimensions, centring {stored.centring}); this graphmem is set to {space.provider} {space.model} "
        f"{space.revision} ({space.dimension}, centring {space.centring}). They can't be compared. Set "
        "GRAPHMEM_EMBEDDER and GRAPHMEM_EMBEDDER_MODEL to the model of the database, run the graphmem that made it, or "
        "use an empty database for the other."
    )
