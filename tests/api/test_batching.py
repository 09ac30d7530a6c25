"""Nested fields are read in batches: the number of reads does not grow with the page."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import httpx2
import pytest

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions
from graphmem.pipelines.services import Services
from graphmem.store.connection import Database, Transaction
from tests.api.calling import Caller
from tests.api.conftest import CallerOf

T = TypeVar("T")

NESTED = """
query ($first: Int!) {
  user(id: "ada") {
    memories(first: $first) {
      nodes {
        content
        conflicts { content conflicts { content } } exceptions { content } exceptionTo { content }
        previous { content } next { content } sources { fragment } versions { content }
        entities { name maybeSameAs { name } }
      }
    }
    events(first: $first) { nodes { memory { content } related { content } } }
  }
}
"""


class CountingDatabase(Database):
    """The real database; counts the reading transactions that go through it."""

    def __init__(self, real: Database) -> None:
        self._real = real
        self.slot = real.slot
        self.reads = 0

    async def read(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        self.reads += 1
        return await self._real.read(work)


@pytest.fixture
def database(services: Services) -> CountingDatabase:
    return CountingDatabase(services.database)


@pytest.fixture
async def counted(
    services: Services, options: ApiOptions, database: CountingDatabase, admin: Caller
) -> AsyncIterator[Caller]:
    """The admin, calling an application on the counting database."""
    app = create_app(replace(services, database=database), options)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost") as client:
        yield Caller(client, admin.token)


async def test_reads_do_not_grow_with_the_page(
    admin: Caller, counted: Caller, database: CountingDatabase, caller_of: CallerOf
) -> None:
    await admin.add("ada", *(f"User owns book number {n}." for n in range(30)))
    await admin.remember("ada", "User likes spicy food.")
    await admin.remember("ada", "User does not accept spicy food.")
    await counted.ask("{ viewer { role } }")  # the key is known from here on
    counts = list[int]()
    for first in (5, 30):
        database.reads = 0
        reply = await counted.ask(NESTED, first=first)
        assert len(reply.data["user"]["memories"]["nodes"]) == first
        counts.append(database.reads)
    # Chains of loaders may meet in one batch or miss each other by a tick of the loop, so that the number is not exact;
    # one read a row would be more than 30.
    assert max(counts) <= 11


async def test_two_instants_in_one_document_do_not_mix(admin: Caller, counted: Caller) -> None:
    await admin.remember("ada", "User likes green tea.")
    text = """{
      now: user(id: "ada") { memories { nodes { versions { content } } } }
      then: user(id: "ada", asOf: "2020-01-01T00:00:00Z") { memories { nodes { versions { content } } } }
    }"""
    data = (await counted.ask(text)).data
    assert len(data["now"]["memories"]["nodes"]) == 1
    assert data["then"]["memories"]["nodes"] == []
