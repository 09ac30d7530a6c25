"""Ready-made vectors of an import: Neo4j would store a wrong one in silence, and never find it again."""

import math

import pytest

from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.ranking import Entrant
from graphmem.errors import InvalidInput
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.requests import Call, ImportItem, ImportRequest
from graphmem.pipelines.services import Services
from graphmem.store import memories
from tests.store.searching import found, search

NAN, INFINITE = math.nan, math.inf


async def imported(services: Services, call: Call, *vectors: tuple[float, ...] | None) -> None:
    items = tuple(ImportItem(content=f"User owns cup {i}", vector=v) for i, v in enumerate(vectors))
    await import_memories(services, call, ImportRequest(items=items))


async def held(services: Services, call: Call) -> list[Entrant]:
    probe = [1.0, *[0.0] * (services.embedder.space.dimension - 1)]
    return await found(services.database, call.owner, search(vector=probe, now=END_OF_TIME), as_of=END_OF_TIME)


def vector_of(services: Services, *, length: int = 0, first: float = 1.0, rest: float = 0.0) -> tuple[float, ...]:
    return (first, *[rest] * (services.embedder.space.dimension + length - 1))


@pytest.mark.parametrize(
    ("length", "first", "rest", "words"),
    [
        (-1, 1.0, 0.0, r"items\[1\].vector has \d+ numbers; the space"),
        (1, 1.0, 0.0, r"items\[1\].vector has \d+ numbers; the space"),
        (0, 0.0, 0.0, "must be finite and not zero"),
        (0, NAN, 0.0, "must be finite and not zero"),
        (0, INFINITE, 0.0, "must be finite and not zero"),
    ],
)
async def test_a_vector_that_can_not_be_compared_never_gets_in_nor_does_its_call(
    services: Services, call: Call, length: int, first: float, rest: float, words: str
) -> None:
    wrong = vector_of(services, length=length, first=first, rest=rest)
    with pytest.raises(InvalidInput, match=words) as refused:
        await imported(services, call, vector_of(services), wrong)
    assert refused.value.path == ("items", "1", "vector")
    assert await held(services, call) == []


async def test_a_vector_of_another_length_is_stored_at_unit_length(services: Services, call: Call) -> None:
    await imported(services, call, vector_of(services, first=30.0), None)
    by_vector, by_embedding = await held(services, call)
    assert by_vector.cosines[0] == pytest.approx(1.0)
    assert by_embedding.cosines[0] < 0.9
    stored = await services.database.read(
        lambda tx: memories.contents(tx, call.owner.key, [by_vector.memory.id, by_embedding.memory.id])
    )
    assert [math.hypot(*vector) for vector, _ in stored.values()] == pytest.approx([1.0, 1.0])
