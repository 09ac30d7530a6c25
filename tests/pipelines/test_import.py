"""Memories from elsewhere (issue: importMemories)."""

from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.event import Action
from graphmem.domain.memory import MemoryType, Source
from graphmem.errors import InvalidInput, LimitExceeded
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.requests import ImportItem, ImportRequest
from graphmem.pipelines.written import Written
from tests.pipelines.teller import Teller


async def _import(ada: Teller, *items: ImportItem, verbatim: bool = True) -> Written:
    return await import_memories(ada.services, ada.call(), ImportRequest(items=items, is_verbatim=verbatim))


async def test_items_are_kept_as_they_are_with_their_time(ada: Teller, clock: SettableClock) -> None:
    long_ago = clock.now() - timedelta(days=900)
    await _import(
        ada,
        ImportItem(content="Ada said: 我住在杭州", external_id="a/1", occurred_at=long_ago, type=MemoryType.PROFILE),
        ImportItem(content="Ada said: I live in Berlin", external_id="a/2"),
    )
    held = {m.external_id: m for m in await ada.held()}
    assert held["a/1"].content == "Ada said: 我住在杭州"
    assert held["a/1"].occurred_at == long_ago
    assert {m.source for m in held.values()} == {Source.IMPORTED}
    assert {m.state.confidence for m in held.values()} == {0.9}


async def test_an_external_id_is_imported_once(ada: Teller) -> None:
    first = await _import(ada, ImportItem(content="one", external_id="x"))
    again = await _import(ada, ImportItem(content="two", external_id="y"), ImportItem(content="one", external_id="x"))
    assert [d.action for d in again.decisions] == [Action.IMPORT, Action.IGNORE]
    assert again.decisions[1].memory_id == first.decisions[0].memory_id
    assert len(await ada.held()) == 2


async def test_items_may_go_through_the_decider(ada: Teller) -> None:
    written = await _import(
        ada, ImportItem(content="I live in London."), ImportItem(content="I live in London."), verbatim=False
    )
    assert [d.action for d in written.decisions] == [Action.ADD, Action.REINFORCE]


@pytest.mark.parametrize("scale", [3.0, 1e154, 1e-200])
async def test_a_ready_made_vector_is_taken_at_any_length(ada: Teller, scale: float) -> None:
    (vector,) = await ada.services.embedder.embed_passages(["green tea in the morning"])
    await _import(ada, ImportItem(content="zzz", vector=tuple(scale * x for x in vector)))
    assert await ada.asks("green tea in the morning") == ["zzz"]


@pytest.mark.parametrize(
    ("vector", "words"),
    [((1.0, 2.0), "has 2 numbers"), ((0.0,) * 512, "not zero"), ((float("nan"),) * 512, "finite")],
)
async def test_a_vector_that_would_break_every_comparison_is_refused(
    ada: Teller, vector: tuple[float, ...], words: str
) -> None:
    with pytest.raises(InvalidInput, match=words):
        await _import(ada, ImportItem(content="zzz", vector=vector))


async def test_bounds_are_kept(ada: Teller) -> None:
    with pytest.raises(LimitExceeded, match="1 to 100 items; it has 101"):
        await _import(ada, *(ImportItem(content=str(i)) for i in range(101)))
    with pytest.raises(InvalidInput, match="occurs twice"):
        await _import(ada, ImportItem(content="a", external_id="x"), ImportItem(content="b", external_id="x"))
    with pytest.raises(InvalidInput, match="confidence must be 0 to 1"):
        await _import(ada, ImportItem(content="a", confidence=1.5))
    assert await ada.held() == []
