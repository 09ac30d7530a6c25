"""Blocking work and cancellation."""

import asyncio
import threading

import pytest

from graphmem.local_neo4j.uninterrupted import uninterrupted


async def test_the_result_and_the_error_of_the_work_come_through() -> None:
    assert await uninterrupted(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await uninterrupted(divmod, 7, 0)


@pytest.mark.parametrize("fails", [False, True])
async def test_a_cancellation_waits_for_the_end_of_the_work(fails: bool) -> None:
    began, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        may_end.wait()
        ended.set()
        if fails:
            raise OSError("nobody asks any more")

    task = asyncio.create_task(uninterrupted(work))
    await asyncio.to_thread(began.wait)
    task.cancel()
    asyncio.get_running_loop().call_later(0.05, may_end.set)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
