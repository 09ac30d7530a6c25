"""D10: what is done expires. D16: what the user denies is only observed, and expires when denied again."""

from dataclasses import replace

import pytest

from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.event import Action
from graphmem.domain.memory import MemoryType
from graphmem.domain.status import Status
from tests.domain.factories import candidate
from tests.pipelines.saying import say
from tests.pipelines.teller import Teller

TRIP = Claim(topic="trip", value="tokyo")
ORDER = Claim(topic="cup", value="steel")


def said(content: str, claim: Claim, kind: MemoryType = MemoryType.PLAN) -> Candidate:
    return replace(candidate(content, claim=claim, type=kind), language="en" if content.isascii() else "zh")


@pytest.mark.parametrize(
    ("planned", "done"),
    [("User plans a trip to Tokyo", "User's trip to Tokyo is over"), ("用户计划去东京旅行", "用户去过东京了")],
)
async def test_a_plan_that_is_done_expires_and_stays_in_the_lineage(ada: Teller, planned: str, done: str) -> None:
    first, _ = await say(ada, said(planned, TRIP), said("User likes tea", Claim(topic="tea", value="tea")))
    (made,) = await say(ada, replace(said(done, TRIP), intent=Intent.FINISH), session="s2")
    assert (made.action, made.rule, made.memory_id) == (Action.EXPIRE, "D10", first.memory_id)
    statuses = {m.content: m.status for m in await ada.held()}
    assert statuses == {planned: Status.EXPIRED, "User likes tea": Status.ACTIVE}
    assert planned not in await ada.asks(planned)


@pytest.mark.parametrize(("planned", "again"), [("User plans a trip to Tokyo",) * 2, ("用户计划去东京旅行",) * 2])
async def test_what_is_done_can_be_planned_again(ada: Teller, planned: str, again: str) -> None:
    await say(ada, said(planned, TRIP))
    await say(ada, replace(said(planned, TRIP), intent=Intent.FINISH))
    (made,) = await say(ada, said(again, TRIP), session="s3")
    assert (made.action, made.status) == (Action.ADD, Status.ACTIVE)


async def test_another_plan_is_not_done_by_it(ada: Teller) -> None:
    await say(ada, said("User plans a dinner in Rome", Claim(topic="dinner", value="rome")))
    await say(ada, replace(said("User's trip to Tokyo is over", TRIP), intent=Intent.FINISH), session="s2")
    assert (await ada.held())[-1].status is Status.ACTIVE


@pytest.mark.parametrize(
    ("held", "denial"),
    [("User likes durian", "User never said to like durian"), ("用户喜欢榴莲", "用户没说过喜欢榴莲")],
)
async def test_a_denial_makes_it_observed_and_a_second_one_expires_it(ada: Teller, held: str, denial: str) -> None:
    claim = Claim(topic="durian", value="durian")
    (first,) = await say(ada, said(held, claim, MemoryType.PREFERENCE))
    denied = replace(said(denial, claim, MemoryType.PREFERENCE), intent=Intent.DENY)
    (made,) = await say(ada, denied, session="s2")
    assert (made.action, made.rule, made.status) == (Action.OBSERVE, "D16", Status.OBSERVED)
    assert made.memory_id == first.memory_id
    assert await ada.asks(held) == []
    (again,) = await say(ada, denied, session="s3")
    assert (again.action, again.rule, again.status) == (Action.EXPIRE, "D16", Status.EXPIRED)


@pytest.mark.parametrize("held", ["User likes durian", "用户喜欢榴莲"])
async def test_who_says_it_again_after_a_denial_is_believed_again(ada: Teller, held: str) -> None:
    claim = Claim(topic="durian", value="durian")
    statement = said(held, claim, MemoryType.PREFERENCE)
    await say(ada, statement)
    await say(ada, replace(statement, intent=Intent.DENY), session="s2")
    await say(ada, statement, session="s3")
    (memory,) = await ada.held()
    assert (memory.status, memory.state.denial_count) == (Status.ACTIVE, 0)


async def test_a_denial_of_what_is_not_held_changes_nothing(ada: Teller) -> None:
    await say(ada, said("User likes tea", Claim(topic="tea", value="tea"), MemoryType.PREFERENCE))
    claim = Claim(topic="durian", value="durian", polarity=Polarity.NEGATIVE)
    (made,) = await say(ada, replace(said("User likes durian", claim), intent=Intent.DENY))
    assert (made.action, made.rule) == (Action.IGNORE, "D16")
    assert [m.status for m in await ada.held()] == [Status.ACTIVE]
