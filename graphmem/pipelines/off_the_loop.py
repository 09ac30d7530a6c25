"""Work on long texts, which must not keep everybody else waiting."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
MUCH_TEXT = 2_000
"""Characters from which names in a write are looked for in a thread."""


async def off_the_loop(length: int, work: Callable[[], T]) -> T:
    """Run what takes its time with a text of so many characters in a thread; with a short one at once."""
    return await asyncio.to_thread(work) if length > MUCH_TEXT else work()
