"""Any cross-encoder of the sentence-transformers library (extra `sentence-transformers`), by name or as a folder."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, Protocol, cast

from graphmem.errors import RerankingFailed
from graphmem.reranking.reranker import checked_scores

_FAILURES = (ArithmeticError, ImportError, LookupError, MemoryError, OSError, RuntimeError, TypeError, ValueError)
"""What other people's engines raise."""


class _CrossEncoder(Protocol):
    def predict(self, pairs: list[tuple[str, str]], *, show_progress_bar: bool) -> Any: ...


class _Library(Protocol):
    def CrossEncoder(self, name: str, *, revision: str | None, device: str | None) -> _CrossEncoder: ...  # noqa: N802


class CrossEncoderReranker:
    """A model in one thread of its own; it is loaded by the first call, which may take longer than is waited for."""

    def __init__(self, model: str, *, revision: str | None, device: str | None, timeout: float) -> None:
        self._name, self._revision, self._device, self._timeout = model, revision, device, timeout
        self._model: _CrossEncoder | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rerank")
        self._late: set[asyncio.Future[list[float]]] = set()
        """Calls that nobody waits for any more, and that still run."""

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        if self._late:  # what waits behind a late call would be late too, and the queue would never end
            raise RerankingFailed("The reranker is still busy with an earlier call. Use a smaller model.")
        call = asyncio.get_running_loop().run_in_executor(self._thread, self._run, query, list(texts))
        try:
            return checked_scores(await asyncio.wait_for(asyncio.shield(call), self._timeout), len(texts))
        except TimeoutError as error:
            self._late.add(call)
            call.add_done_callback(self._ended)
            raise RerankingFailed(
                f"The reranker took longer than {self._timeout} s. Raise GRAPHMEM_RERANKER_TIMEOUT, or switch it off."
            ) from error
        except _FAILURES as error:
            raise RerankingFailed(
                f"The reranker failed ({type(error).__name__}). Check its model and installation."
            ) from error

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _ended(self, call: asyncio.Future[list[float]]) -> None:
        self._late.discard(call)
        if not call.cancelled():
            call.exception()  # of a call that nobody waited for

    def _run(self, query: str, texts: list[str]) -> list[float]:
        if self._model is None:
            # by name: the library is only there with its extra, and takes 5 s to import
            library = cast("_Library", import_module("sentence_transformers"))
            self._model = library.CrossEncoder(self._name, revision=self._revision, device=self._device)
        found = self._model.predict([(query, text) for text in texts], show_progress_bar=False)
        return [float(score) for score in found]
