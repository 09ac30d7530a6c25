"""Three users with one subject never see each other's memories, on any path (rule P1)."""

from collections.abc import Awaitable, Callable

import pytest

from graphmem.domain.page import PageRequest
from graphmem.errors import NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines import reading
from graphmem.pipelines.correct import correct
from graphmem.pipelines.forget import forget
from graphmem.pipelines.requests import CorrectRequest, ForgetRequest, RollbackRequest
from graphmem.pipelines.rollback import rollback
from graphmem.pipelines.services import Services
from graphmem.store.events import EventFilter
from tests.pipelines.teller import Teller

CITIES = {"u1": "London", "u12": "Paris", "u1 OR u12": "Berlin"}


@pytest.fixture
async def three(services: Services, tenant: str) -> dict[str, tuple[Teller, MemoryId]]:
    """Users whose ids are prefixes and query syntax of each other, each with a city."""
    told: dict[str, tuple[Teller, MemoryId]] = {}
    for user, city in CITIES.items():
        teller = Teller(services, tenant, user)
        memory_id = (await teller.says(f"I live in {city}.", session="shared-name")).decisions[0].memory_id
        assert memory_id is not None
        told[user] = (teller, memory_id)
    return told


Three = dict[str, tuple[Teller, MemoryId]]


async def test_lists_recall_and_the_past_show_only_ones_own(three: Three) -> None:
    for user, (teller, memory_id) in three.items():
        now = teller.services.clock.now()
        own = f"User lives in {CITIES[user]}"
        assert [m.id for m in await teller.held()] == [memory_id]
        assert [m.id for m in await teller.held(as_of=now)] == [memory_id]
        assert await teller.asks("Which city? London, Paris or Berlin? owner_key:u12") == [own]
        assert await teller.asks("Which city? London, Paris or Berlin?", as_of=now) == [own]


async def test_the_audit_and_the_sources_show_only_ones_own(three: Three) -> None:
    everything = [memory_id for _, memory_id in three.values()]
    for teller, memory_id in three.values():
        page = await reading.events_page(
            teller.services, teller.owner, PageRequest.of(100, None), EventFilter(), as_of=None
        )
        assert {e.memory_id for e in page.items} == {memory_id}
        found = await reading.memories_by_ids(teller.services, teller.owner, everything, as_of=None)
        assert set(found) == {memory_id}
        sources = await reading.sources_of(teller.services, teller.owner, everything)
        assert {i for i, rows in sources.items() if rows} == {memory_id}
        edges = await reading.edges_of(teller.services, teller.owner, everything, as_of=None)
        assert not any(edges.values())


async def test_a_foreign_memory_can_be_neither_read_nor_changed(three: Three) -> None:
    teller, _ = three["u1"]
    _, foreign = three["u12"]
    attempts: list[Callable[[], Awaitable[object]]] = [
        lambda: teller.lineage(foreign),
        lambda: correct(
            teller.services, teller.call(), CorrectRequest(memory_id=foreign, content="User lives in Rome")
        ),
        lambda: rollback(teller.services, teller.call(), RollbackRequest(memory_id=foreign, to_version=1)),
        lambda: forget(teller.services, teller.call(), ForgetRequest(memory_id=foreign)),
    ]
    for attempt in attempts:
        with pytest.raises(NotFound, match="No memory with this id is known for this user"):
            await attempt()
    assert await three["u12"][0].asks("city") == ["User lives in Paris"]


async def test_one_session_id_of_two_users_is_two_sessions(three: Three) -> None:
    teller, _ = three["u1"]
    (decision,) = (await teller.says("I moved to Rome.", session="shared-name")).decisions
    lineage = await teller.lineage(decision.memory_id)
    assert [m.claim.value for m in lineage.versions] == ["london", "rome"]
    assert await three["u12"][0].asks("city") == ["User lives in Paris"]


async def test_the_same_user_id_in_another_tenant_is_another_user(three: Three) -> None:
    teller, _ = three["u1"]
    stranger = Teller(teller.services, teller.tenant + "-other", "u1")
    assert await stranger.held() == []
    assert await stranger.asks("city") == []
