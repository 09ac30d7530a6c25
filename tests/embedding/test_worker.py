"""A blocking model in its own thread: loaded late, bounded in time, its failures typed."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from graphmem.embedding.model import Matrix, ModelIdentity, Side
from graphmem.embedding.worker import Encode, WorkerLimits, WorkerModel
from graphmem.errors import EmbeddingFailed

IDENTITY = ModelIdentity(provider="test", name="tiny", revision="1", dimension=2)


def model(load: Callable[[], Encode], timeout: float = 10.0) -> WorkerModel:
    return WorkerModel(IDENTITY, load, WorkerLimits(timeout=timeout))


def ones(texts: Sequence[str], side: Side) -> Matrix:
    del side
    return np.ones((len(texts), 2), dtype=np.float32)


async def test_the_model_is_loaded_once_and_away_from_the_event_loop() -> None:
    loads: list[int] = []

    def load() -> Encode:
        loads.append(threading.get_ident())
        return ones

    worker = model(load)
    assert loads == []
    rows = await asyncio.gather(*(worker.encode(["a"], Side.QUERY) for _ in range(5)))
    assert [part.shape for part in rows] == [(1, 2)] * 5
    assert len(loads) == 1
    assert loads[0] != threading.get_ident()
    await worker.close()


async def test_a_hanging_model_fails_in_time_and_so_do_those_behind_it() -> None:
    release = threading.Event()

    def hang(texts: Sequence[str], side: Side) -> Matrix:
        release.wait()
        return ones(texts, side)

    worker = model(lambda: hang, timeout=0.2)
    start = time.perf_counter()
    results = await asyncio.gather(*(worker.encode(["a"], Side.QUERY) for _ in range(3)), return_exceptions=True)
    took = time.perf_counter() - start
    release.set()
    assert all(isinstance(result, EmbeddingFailed) for result in results)
    assert "longer than 0.2 s" in str(results[0])
    assert took < 2
    await worker.close()


@pytest.mark.parametrize("error", [RuntimeError("engine"), ValueError("shape"), MemoryError(), ImportError("lib")])
async def test_what_the_engine_raises_becomes_our_error_without_its_words(error: Exception) -> None:
    def fail(texts: Sequence[str], side: Side) -> Matrix:
        del texts, side
        raise error

    worker = model(lambda: fail)
    with pytest.raises(EmbeddingFailed, match=type(error).__name__) as raised:
        await worker.encode(["a secret"], Side.PASSAGE)
    assert "secret" not in str(raised.value)
    await worker.close()


async def test_a_failed_load_is_tried_again() -> None:
    tries: list[None] = []

    def load() -> Encode:
        tries.append(None)
        if len(tries) == 1:
            raise OSError("disk")
        return ones

    worker = model(load)
    with pytest.raises(EmbeddingFailed):
        await worker.encode(["a"], Side.QUERY)
    assert (await worker.encode(["a"], Side.QUERY)).shape == (1, 2)
    await worker.close()


async def test_a_closed_model_fails() -> None:
    worker = model(lambda: ones)
    await worker.close()
    with pytest.raises(EmbeddingFailed):
        await worker.encode(["a"], Side.QUERY)
