"""Runs a blocking model in one thread of its own, so that the event loop never waits and no call waits for ever."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from graphmem.embedding.model import Matrix, ModelIdentity, Side, single_precision
from graphmem.errors import EmbeddingFailed

Encode = Callable[[Sequence[str], Side], Matrix]
"""A loaded model."""

_FAILURES = (ArithmeticError, ImportError, LookupError, MemoryError, OSError, RuntimeError, TypeError, ValueError)
"""What other people's engines raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerLimits:
    """How much a worker does at once and how long it may take."""

    timeout: float = 30.0
    """Seconds for one call, waiting in the queue and loading the model included."""
    batch_size: int = 32


class WorkerModel:
    """A model that is loaded by the first call, in the worker's thread: some engines don't survive a fork."""

    def __init__(self, identity: ModelIdentity, load: Callable[[], Encode], limits: WorkerLimits) -> None:
        self.identity = identity
        self.batch_size = limits.batch_size
        self._load = load
        self._timeout = limits.timeout
        self._encode: Encode | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"embed-{identity.provider}")

    async def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        loop = asyncio.get_running_loop()
        name = f"{self.identity.provider}:{self.identity.name}"
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._thread, self._run, texts, side), self._timeout)
        except TimeoutError as error:
            message = (
                f"The embedding model {name} took longer than {self._timeout} s. Try again, or raise its time-out."
            )
            raise EmbeddingFailed(message) from error
        except _FAILURES as error:
            message = f"The embedding model {name} failed ({type(error).__name__}). Its log or installation tells more."
            raise EmbeddingFailed(message) from error

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _run(self, texts: Sequence[str], side: Side) -> Matrix:
        if self._encode is None:
            self._encode = self._load()
        return single_precision(self._encode(texts, side))
