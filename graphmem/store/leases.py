"""Leases: one holder at a time across replicas, freed by time where the holder died."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from graphmem.clock import Clock
from graphmem.errors import DatabaseUnavailable
from graphmem.ids import new_id
from graphmem.store.connection import Database

DURATION = timedelta(seconds=60)
WAIT_SECONDS = 90
POLL_SECONDS = 0.2


async def acquire(database: Database, name: str, *, holder: str, now: datetime) -> bool:
    """Take the lease, or renew it; false while another's runs."""
    rows = await database.auto("leases/acquire", name=name, holder=holder, now=now, until=now + DURATION)
    return bool(rows)


async def release(database: Database, name: str, *, holder: str) -> None:
    """Give the lease back; nothing happens where it went to another."""
    await database.auto("leases/release", name=name, holder=holder)


@asynccontextmanager
async def hold(database: Database, name: str, clock: Clock) -> AsyncGenerator[None]:
    """Hold a lease for the block, waiting for another holder; DatabaseUnavailable after 90 seconds."""
    holder = new_id()
    deadline = asyncio.get_running_loop().time() + WAIT_SECONDS
    while not await acquire(database, name, holder=holder, now=clock.now()):
        if asyncio.get_running_loop().time() > deadline:
            raise DatabaseUnavailable(
                f"Another graphmem has held the lease {name!r} for {WAIT_SECONDS} seconds. Wait until it is done."
            )
        await asyncio.sleep(POLL_SECONDS)
    try:
        yield
    finally:
        await release(database, name, holder=holder)
