"""Waiting in the process, in order, so that what waits for one owner's lock does not hold connections meanwhile."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from graphmem.errors import Busy


class Turns:
    """One at a time for each key; those of one key go in the order they came."""

    def __init__(self, *, seconds: float) -> None:
        self._seconds = seconds
        """Longest that one waits for its turn."""
        self._locks: dict[str, asyncio.Lock] = {}
        self._holders: dict[str, int] = {}

    @asynccontextmanager
    async def of(self, key: str) -> AsyncGenerator[None]:
        """Hold the key's turn; Busy where it does not come in time."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._holders[key] = self._holders.get(key, 0) + 1
        try:
            await self._take(lock)
            try:
                yield
            finally:
                lock.release()
        finally:
            self._holders[key] -= 1
            if not self._holders[key]:
                del self._holders[key], self._locks[key]

    async def _take(self, lock: asyncio.Lock) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await lock.acquire()
        except TimeoutError as error:
            raise Busy(
                "Earlier writes of this user are under way. Try again soon; with an idempotencyKey it is done once."
            ) from error
