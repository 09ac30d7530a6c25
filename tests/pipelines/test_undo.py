"""Correcting, rolling back and forgetting (rules R2, V2, F5)."""

import pytest

from graphmem.domain.change import EdgeKind
from graphmem.domain.event import Action
from graphmem.domain.memory import Source
from graphmem.domain.page import PageRequest
from graphmem.domain.status import Status
from graphmem.errors import Conflict, InvalidInput, NotFound
from graphmem.ids import MemoryId, new_id
from graphmem.pipelines import reading
from graphmem.pipelines.correct import correct
from graphmem.pipelines.forget import forget
from graphmem.pipelines.requests import CorrectRequest, ForgetRequest, RollbackRequest
from graphmem.pipelines.rollback import rollback
from graphmem.store.events import EventFilter
from tests.pipelines.teller import Teller


async def _first(ada: Teller, line: str, session: str = "s1") -> MemoryId:
    memory_id = (await ada.says(line, session=session)).decisions[0].memory_id
    assert memory_id is not None
    return memory_id


@pytest.mark.parametrize(
    ("line", "words"), [("I live in London.", "User lives in Leeds"), ("我住在杭州。", "用户住在北京")]
)
async def test_a_correction_is_a_new_version(ada: Teller, line: str, words: str) -> None:
    memory_id = await _first(ada, line)
    written = await correct(ada.services, ada.call(), CorrectRequest(memory_id=memory_id, content=words))
    (memory,) = await ada.held()
    assert (memory.content, memory.version, memory.source) == (words, 2, Source.USER_CONFIRMED)
    assert written.decisions[0].related_id == memory_id
    assert (await ada.lineage(memory_id)).versions[0].content != words


async def test_a_correction_of_an_older_version_is_refused(ada: Teller) -> None:
    memory_id = await _first(ada, "I live in London.")
    await correct(ada.services, ada.call(), CorrectRequest(memory_id=memory_id, content="User lives in Leeds"))
    with pytest.raises(Conflict, match="was replaced"):
        await correct(ada.services, ada.call(), CorrectRequest(memory_id=memory_id, content="User lives in Bath"))


async def test_a_correction_of_another_version_than_expected_is_refused(ada: Teller) -> None:
    memory_id = await _first(ada, "I live in London.")
    request = CorrectRequest(memory_id=memory_id, content="User lives in Bath", expected_version=2)
    with pytest.raises(Conflict, match="at version 1, not 2"):
        await correct(ada.services, ada.call(), request)


@pytest.mark.parametrize(("old", "new"), [("I live in London.", "I live in Paris."), ("我住在杭州。", "我住在北京。")])
async def test_a_rollback_adds_a_version_and_rewrites_nothing(ada: Teller, old: str, new: str) -> None:
    memory_id = await _first(ada, old)
    await ada.says(new, session="s2")
    before = await ada.lineage(memory_id)
    written = await rollback(ada.services, ada.call(), RollbackRequest(memory_id=memory_id, to_version=1))
    after = await ada.lineage(memory_id)
    assert [m.content for m in after.versions[:2]] == [m.content for m in before.versions]
    third = after.versions[2]
    assert (third.id, third.content, third.status) == (
        written.decisions[0].memory_id,
        before.versions[0].content,
        Status.ACTIVE,
    )
    assert [e.kind for e in after.edges] == [
        EdgeKind.SUPERSEDED_BY,
        EdgeKind.ROLLED_BACK_TO,
        EdgeKind.SUPERSEDED_BY,
    ] or {e.kind for e in after.edges} == {EdgeKind.SUPERSEDED_BY, EdgeKind.ROLLED_BACK_TO}
    assert await ada.asks(old) == [third.content]
    sources = await reading.sources_of(ada.services, ada.owner, [memory_id, third.id])
    assert [s.message.id for s in sources[third.id]] == [s.message.id for s in sources[memory_id]]


async def test_a_rollback_can_be_rolled_back(ada: Teller) -> None:
    memory_id = await _first(ada, "I live in London.")
    await ada.says("I live in Paris.", session="s2")
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=memory_id, to_version=1))
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=memory_id, to_version=2))
    assert [m.claim.value for m in (await ada.lineage(memory_id)).versions] == ["london", "paris", "london", "paris"]


async def test_a_rollback_ends_what_contradicts_it_elsewhere(ada: Teller) -> None:
    likes = await _first(ada, "I love coffee.")
    await correct(ada.services, ada.call(), CorrectRequest(memory_id=likes, content="User loves tea"))
    dislikes = await _first(ada, "I don't like coffee.", session="s2")
    written = await rollback(ada.services, ada.call(), RollbackRequest(memory_id=likes, to_version=1))
    heads = await ada.held(statuses=frozenset({Status.ACTIVE, Status.OBSERVED}))
    assert [m.id for m in heads] == [written.decisions[0].memory_id]
    ended = (await ada.lineage(dislikes)).versions[0]
    assert (ended.status, ended.is_head) == (Status.SUPERSEDED, False)


async def test_a_rollback_that_makes_no_sense_is_refused(ada: Teller) -> None:
    memory_id = await _first(ada, "I live in London.")
    with pytest.raises(Conflict, match="nothing to roll back"):
        await rollback(ada.services, ada.call(), RollbackRequest(memory_id=memory_id, to_version=1))
    with pytest.raises(InvalidInput, match="no version 7; it has 1"):
        await rollback(ada.services, ada.call(), RollbackRequest(memory_id=memory_id, to_version=7))
    with pytest.raises(NotFound):
        await rollback(ada.services, ada.call(), RollbackRequest(memory_id=MemoryId(new_id()), to_version=1))


@pytest.mark.parametrize(
    ("kept", "gone"), [("I like jazz", "I'm allergic to peanuts"), ("我喜欢爵士乐", "我对花生过敏")]
)
async def test_what_is_forgotten_is_gone_from_every_instant_and_from_the_raw_log(
    ada: Teller, kept: str, gone: str
) -> None:
    comma = "，" if "我" in kept else ", and "
    written = await ada.says(f"{kept}{comma}{gone}.")
    then = ada.services.clock.now()
    keep, drop = written.decisions[0].memory_id, written.decisions[1].memory_id
    assert keep is not None
    assert drop is not None
    forgotten = await forget(ada.services, ada.call(), ForgetRequest(memory_id=drop))
    assert forgotten.versions == 1
    assert [m.id for m in await ada.held(as_of=then)] == [m.id for m in await ada.held()] == [keep]
    with pytest.raises(NotFound):
        await ada.lineage(drop)
    (source,) = (await reading.sources_of(ada.services, ada.owner, [keep]))[keep]
    assert kept in source.message.content
    assert gone not in source.message.content
    events = await reading.events_page(ada.services, ada.owner, PageRequest.of(50, None), EventFilter(), as_of=None)
    assert events.items[0].action is Action.FORGET


async def test_forgetting_twice_is_not_found_but_repeating_the_call_is_a_replay(ada: Teller) -> None:
    memory_id = await _first(ada, "I like jazz.")
    first = await forget(ada.services, ada.call("k"), ForgetRequest(memory_id=memory_id))
    again = await forget(ada.services, ada.call("k"), ForgetRequest(memory_id=memory_id))
    assert (again.lineage_id, again.versions, again.is_replay) == (first.lineage_id, 1, True)
    with pytest.raises(NotFound):
        await forget(ada.services, ada.call(), ForgetRequest(memory_id=memory_id))
