"""What is recalled counts as used, behind the answer, and through versions (rules Q4, F1, D6)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.memory import Memory
from graphmem.domain.status import Status
from graphmem.ids import MemoryId, RecallId
from graphmem.pipelines.after_recall import note_recall
from graphmem.pipelines.correct import correct
from graphmem.pipelines.forget import forget
from graphmem.pipelines.recall import Recalled, recall
from graphmem.pipelines.recall_feedback import recall_feedback
from graphmem.pipelines.requests import (
    CorrectRequest,
    ForgetRequest,
    RecallFeedbackRequest,
    RecallRequest,
    RollbackRequest,
    SplitRequest,
)
from graphmem.pipelines.rollback import rollback
from graphmem.pipelines.services import Services
from graphmem.pipelines.split import split
from graphmem.pipelines.usage import Usage, UsageOptions, open_usage
from graphmem.store.connection import Database
from tests.pipelines.teller import Teller
from tests.store.scribe import options_of


@dataclass(frozen=True)
class Asker:
    """Asks, and has the answer counted, as the surfaces of the product do."""

    teller: Teller

    @property
    def services(self) -> Services:
        return self.teller.services

    async def asks(self, query: str, *, is_rendered: bool = False) -> tuple[RecallId, Recalled]:
        request = RecallRequest(query=query)
        answer = await recall(self.services, self.teller.owner, request)
        recall_id = note_recall(
            self.services,
            self.teller.owner,
            request,
            answer.hits,
            best_relevance=answer.best_relevance,
            is_rendered=is_rendered,
        )
        assert recall_id is not None
        return recall_id, answer

    async def the_one(self) -> Memory:
        """The only current version, with all that was counted so far."""
        await self.services.usage.flush()
        (held,) = await self.teller.held()
        return held

    def reports(self, recall_id: RecallId | None, *ids: MemoryId, helpful: bool, query: str | None = None) -> int:
        request = RecallFeedbackRequest(is_helpful=helpful, recall_id=recall_id, memory_ids=ids, query=query)
        return recall_feedback(self.services, self.teller.owner, request)


@pytest.fixture
def asker(ada: Teller) -> Asker:
    return Asker(ada)


TOLD = [("I live in Hangzhou.", "Where does the user live?"), ("我住在杭州。", "用户住在哪里？")]


@pytest.mark.parametrize(("said", "asked"), TOLD)
async def test_what_is_returned_is_counted_and_what_is_rendered_is_a_hit(
    asker: Asker, clock: SettableClock, said: str, asked: str
) -> None:
    await asker.teller.says(said)
    await asker.asks(asked)
    assert (await asker.the_one()).use.access_count == 1
    clock.advance(timedelta(days=3))
    await asker.asks(asked, is_rendered=True)
    use = (await asker.the_one()).use
    assert (use.access_count, use.hit_count, use.fruitless_count) == (2, 1, 0)
    assert use.last_accessed_at == use.last_hit_at == clock.now()


async def test_nothing_is_counted_for_an_explanation_an_onlooker_or_the_past(asker: Asker) -> None:
    await asker.teller.says("I live in London.")
    services, owner = asker.services, asker.teller.owner
    now = services.clock.now()
    for request in (
        RecallRequest(query="London", wants_explanation=True),
        RecallRequest(query="London", is_counted=False),
        RecallRequest(query="London", as_of=now),
    ):
        answer = await recall(services, owner, request)
        assert note_recall(services, owner, request, answer.hits, best_relevance=0.0) is None
    assert (await asker.the_one()).use.access_count == 0


@pytest.mark.parametrize(
    ("said", "changed", "asked"),
    [
        ("I live in London.", "I moved to Paris.", "Where does the user live?"),
        ("我住在杭州。", "我搬到北京了。", "用户住在哪里？"),
    ],
)
async def test_a_new_version_goes_on_counting(asker: Asker, said: str, changed: str, asked: str) -> None:
    await asker.teller.says(said)
    _, answer = await asker.asks(asked, is_rendered=True)
    await asker.services.usage.flush()
    await asker.teller.says(changed, session="s2")
    asker.services.usage.returned(asker.teller.owner, answer.hits[0].memory.id, at=asker.services.clock.now())
    held = await asker.the_one()
    assert held.version == 2
    assert (held.use.access_count, held.use.hit_count) == (2, 1)


async def test_a_correction_a_rollback_a_split_and_its_undoing_keep_the_counts(asker: Asker) -> None:
    ada = asker.teller
    await ada.says("I like hiking in the mountains.")
    for _ in range(3):
        await asker.asks("hiking", is_rendered=True)
    held = await asker.the_one()
    await correct(ada.services, ada.call(), CorrectRequest(memory_id=held.id, content="User likes long hikes."))
    held = await asker.the_one()
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=held.id, to_version=1))
    held = await asker.the_one()
    assert (held.version, held.use.access_count, held.use.hit_count) == (3, 3, 3)
    parts = ("User likes hiking.", "User likes mountains.")
    await split(ada.services, ada.call(), SplitRequest(memory_id=held.id, parts=parts))
    heads = [m for m in await ada.held() if m.state.is_live]
    assert [m.use.hit_count for m in heads] == [3, 3]
    first = next(m for m in heads if m.lineage_id == held.lineage_id)
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=first.id, to_version=3))
    whole = next(m for m in await ada.held() if m.state.is_live)
    assert (whole.use.access_count, whole.use.hit_count) == (3, 3)


async def test_a_helpful_report_is_a_hit_of_the_memories_named_once(asker: Asker, clock: SettableClock) -> None:
    await asker.teller.says("I live in London.")
    recall_id, answer = await asker.asks("Which city?")
    memory_id = answer.hits[0].memory.id
    clock.advance(timedelta(minutes=5))
    assert asker.reports(recall_id, memory_id, helpful=True) == 1
    assert asker.reports(recall_id, memory_id, helpful=True) == 0
    use = (await asker.the_one()).use
    assert (use.access_count, use.hit_count, use.last_hit_at) == (1, 1, clock.now())


@pytest.mark.parametrize("is_written_before", [False, True])
async def test_an_unhelpful_report_takes_the_hit_of_the_rendering_back(
    asker: Asker, clock: SettableClock, is_written_before: bool
) -> None:
    await asker.teller.says("I live in London.")
    await asker.asks("Which city?", is_rendered=True)
    good = clock.now()
    await asker.services.usage.flush()
    clock.advance(timedelta(days=1))
    recall_id, _ = await asker.asks("Which city?", is_rendered=True)
    if is_written_before:
        assert (await asker.the_one()).use.hit_count == 2
    assert asker.reports(recall_id, helpful=False) == 1
    use = (await asker.the_one()).use
    assert (use.access_count, use.hit_count, use.fruitless_count) == (2, 1, 1)
    assert use.last_hit_at is not None
    assert use.last_hit_at.date() == good.date()
    await asker.asks("Which city?", is_rendered=True)
    assert (await asker.the_one()).use.fruitless_count == 0


async def test_a_foreign_memory_and_a_forgotten_one_count_for_nobody(asker: Asker) -> None:
    ada = asker.teller
    bob = Teller(ada.services, ada.tenant, "bob")
    await bob.says("I live in Paris.")
    (foreign,) = await bob.held()
    await ada.says("I live in London.")
    (own,) = await ada.held()
    asker.reports(None, foreign.id, own.id, helpful=True)
    await forget(ada.services, ada.call(), ForgetRequest(memory_id=own.id))
    await ada.services.usage.flush()
    assert [m.use.hit_count for m in await bob.held()] == [0]
    assert await ada.held() == []


@pytest.mark.parametrize(
    ("held", "against", "asked"),
    [
        ("I like coffee.", "I don't like coffee.", "coffee"),
        ("我喜欢喝咖啡。", "我不喜欢喝咖啡。", "咖啡"),
    ],
)
async def test_what_was_used_five_times_lately_is_not_overturned_by_one_remark(
    asker: Asker, clock: SettableClock, held: str, against: str, asked: str
) -> None:
    await asker.teller.says(held)
    for _ in range(5):
        clock.advance(timedelta(days=1))
        await asker.asks(asked, is_rendered=True)
    await asker.services.usage.flush()
    decisions = (await asker.teller.says(against, session="s2")).decisions
    assert [d.rule for d in decisions] == ["D6"]
    old, new = sorted(await asker.teller.held(), key=lambda m: m.recorded_at)
    assert (old.status, old.state.weight, new.status) == (Status.ACTIVE, 0.7, Status.OBSERVED)


@pytest.mark.parametrize(
    ("held", "against", "asked"),
    [
        ("I like coffee.", "I don't like coffee.", "coffee"),
        ("我喜欢喝咖啡。", "我不喜欢喝咖啡。", "咖啡"),
    ],
)
async def test_uses_of_long_ago_protect_nothing(
    asker: Asker, clock: SettableClock, held: str, against: str, asked: str
) -> None:
    await asker.teller.says(held)
    for _ in range(5):
        await asker.asks(asked, is_rendered=True)
    await asker.services.usage.flush()
    clock.advance(timedelta(days=32))
    decisions = (await asker.teller.says(against, session="s2")).decisions
    assert "D6" not in [d.rule for d in decisions]


async def test_the_past_knows_no_counts_and_no_later_hit(asker: Asker, clock: SettableClock) -> None:
    await asker.teller.says("I live in London.")
    before = clock.now() + timedelta(minutes=1)
    clock.advance(timedelta(hours=1))
    await asker.asks("Which city?", is_rendered=True)
    now = await asker.the_one()
    (then,) = await asker.teller.held(as_of=before)
    assert then.use.last_hit_at is None
    assert now.use.last_hit_at == clock.now()


@pytest.fixture
async def away(services: Services) -> AsyncIterator[Services]:
    """The services with a usage whose database does not answer."""
    dead = Database(replace(options_of(services.database), uri="bolt://127.0.0.1:1"))
    yield replace(services, usage=Usage(dead, services.clock, services.policy.misses, UsageOptions(most=3)))
    await dead.close()


async def test_while_the_database_is_away_uses_wait_within_bounds(asker: Asker, away: Services) -> None:
    ada = replace(asker.teller, services=away)
    for number in range(5):
        away.usage.returned(ada.owner, MemoryId(f"m{number}"), at=away.clock.now())
    assert away.usage.counts.lost == 2
    await away.usage.close()
    assert away.usage.counts.lost == 5


async def test_the_last_counts_are_written_when_the_service_ends(asker: Asker) -> None:
    services = asker.services
    await asker.teller.says("I live in London.")
    (held,) = await asker.teller.held()
    options = UsageOptions(seconds=600)
    async with open_usage(services.database, services.clock, services.policy.misses, options) as usage:
        usage.returned(asker.teller.owner, held.id, at=services.clock.now())
    assert (await asker.the_one()).use.access_count == 1


async def test_a_full_batch_is_written_at_once(asker: Asker) -> None:
    services = asker.services
    await asker.teller.says("I live in London.")
    (held,) = await asker.teller.held()
    options = UsageOptions(seconds=600, size=1)
    async with open_usage(services.database, services.clock, services.policy.misses, options) as usage:
        usage.returned(asker.teller.owner, held.id, at=services.clock.now())
        for _ in range(200):
            if (await asker.teller.held())[0].use.access_count:
                break
        assert (await asker.teller.held())[0].use.access_count == 1
