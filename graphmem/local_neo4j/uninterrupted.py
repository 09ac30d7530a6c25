"""Blocking work that a cancelled start must not leave running behind it."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def uninterrupted(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do blocking work in a thread; a cancellation waits for its end, when files and locks are free again."""
    thread = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    try:
        return await asyncio.shield(thread)
    except asyncio.CancelledError:
        await asyncio.wait([thread])
        if not thread.cancelled():
            thread.exception()  # seen: the cancellation is what goes on
        raise
