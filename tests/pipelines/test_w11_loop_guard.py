"""W11: what a user says after the agent has just said it is no evidence; an answer to a question is. D3: exceptions."""

from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.candidate import MessageRole
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag
from graphmem.domain.status import Status
from graphmem.pipelines.observe import observe
from graphmem.pipelines.requests import ObserveRequest, SaidTurn
from graphmem.pipelines.written import Written
from tests.pipelines.teller import Teller


async def exchange(ada: Teller, *turns: tuple[MessageRole, str], session: str = "s1") -> Written:
    said = tuple(SaidTurn(role=role, content=content) for role, content in turns)
    return await observe(ada.services, ada.call(), ObserveRequest(turns=said, session_id=session))


AGENT, USER = MessageRole.ASSISTANT, MessageRole.USER


@pytest.mark.parametrize(
    ("agent", "user"),
    [("You like quiet hotels.", "I like quiet hotels."), ("您喜欢安静的酒店。", "我喜欢安静的酒店。")],
)
async def test_an_echo_of_the_agent_is_ignored_within_three_turns(ada: Teller, agent: str, user: str) -> None:
    written = await exchange(ada, (AGENT, agent), (USER, user))
    assert [(d.action, d.rule) for d in written.decisions] == [(Action.IGNORE, "W11")]
    assert written.decisions[0].similarity is not None
    assert written.decisions[0].similarity >= 0.85
    later = await exchange(ada, (USER, user))
    assert [d.rule for d in later.decisions] == ["W11"]
    await exchange(ada, *[(AGENT, "The train is on time.")] * 3)
    assert [d.action for d in (await exchange(ada, (USER, user))).decisions] == [Action.ADD]


@pytest.mark.parametrize(
    ("agent", "user"),
    [("Do you like quiet hotels?", "I like quiet hotels."), ("您喜欢安静的酒店吗？", "我喜欢安静的酒店。")],
)
async def test_the_answer_to_a_question_is_evidence(ada: Teller, agent: str, user: str) -> None:
    written = await exchange(ada, (AGENT, agent), (USER, user))
    assert [d.action for d in written.decisions] == [Action.ADD]


@pytest.mark.parametrize(
    ("agent", "user"),
    [("You like quiet hotels.", "I don't like quiet hotels."), ("您喜欢安静的酒店。", "我不喜欢安静的酒店。")],
)
async def test_who_contradicts_the_agent_gives_evidence(ada: Teller, agent: str, user: str) -> None:
    written = await exchange(ada, (AGENT, agent), (USER, user))
    assert [d.action for d in written.decisions] == [Action.ADD]


@pytest.mark.parametrize(
    ("standing", "once", "other"),
    [
        ("I don't eat spicy food.", "Spicy food is fine just this once.", "I like jazz."),
        ("我不吃辣。", "这次吃点辣也行。", "我喜欢爵士乐。"),
    ],
)
async def test_an_exception_is_recalled_right_after_what_it_departs_from(
    ada: Teller, clock: SettableClock, standing: str, once: str, other: str
) -> None:
    first = (await ada.says(standing, other)).decisions[0]
    (made,) = (await ada.says(once, session="s2")).decisions
    contents = {m.id: m.content for m in await ada.held()}
    assert first.memory_id is not None
    assert made.memory_id is not None
    answer = await ada.asks(standing)
    assert answer[:2] == [contents[first.memory_id], contents[made.memory_id]]
    clock.advance(timedelta(days=8))
    assert contents[made.memory_id] not in await ada.asks(standing)


@pytest.mark.parametrize(
    ("standing", "once"),
    [("I don't eat spicy food.", "Spicy food is fine just this once."), ("我不吃辣。", "这次吃点辣也行。")],
)
async def test_the_same_exception_again_takes_the_place_of_the_first(ada: Teller, standing: str, once: str) -> None:
    await ada.says(standing)
    first = (await ada.says(once, session="s2")).decisions[0]
    again = (await ada.says(once, session="s3")).decisions[0]
    assert (again.action, again.rule) == (Action.EXCEPTION, "D3")
    exceptions = [m for m in await ada.held(statuses=frozenset({Status.ACTIVE})) if Flag.EXCEPTION in m.flags]
    assert [(m.id, m.version) for m in exceptions] == [(again.memory_id, 2)]
    assert (await ada.lineage(first.memory_id)).versions[0].status is Status.SUPERSEDED
