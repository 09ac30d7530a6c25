"""D13 over sessions: what an earlier conversation left open is asked again, and the next turn answers it."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from graphmem.domain.candidate import MessageRole
from graphmem.domain.event import Action
from graphmem.domain.memory import MemoryType
from graphmem.domain.page import PageRequest
from graphmem.domain.policy import ContextPolicy
from graphmem.domain.status import Status
from graphmem.pipelines import reading
from graphmem.pipelines.context import Context, context
from graphmem.pipelines.observe import observe
from graphmem.pipelines.reading_sessions import session
from graphmem.pipelines.requests import ContextRequest, ObserveRequest, SaidTurn
from graphmem.pipelines.written import MadeDecision
from graphmem.store import owners
from graphmem.store.connection import Transaction
from tests.pipelines.teller import Teller
from tests.pipelines.test_d13_resolve import BOTH, conflict
from tests.pipelines.test_sessions import SIDES, begin, exchange


@dataclass(frozen=True)
class Tongue:
    """How a language asks and answers."""

    query: str
    which: str
    newer: str
    older: str
    asks_older: str
    yes: str
    no: str


TONGUES = {
    "en": Tongue(
        "What should I drink?",
        "Which of the two is right?",
        "Yes, the new one.",
        "The old one.",
        "Do you still like coffee?",
        "Yes.",
        "No.",
    ),
    "zh": Tongue("我该喝什么？", "哪一条是对的？", "对，新的那个。", "以前的。", "您还喜欢咖啡吗？", "对。", "不对。"),
}


async def opened(ada: Teller, session_id: str | None = "later", seconds: float = 60.0, **further: object) -> Context:
    request = ContextRequest(session_id=session_id, **further)  # pyright: ignore[reportArgumentType]
    policy = ada.services.policy.model_copy(update={"context": ContextPolicy(deadline_seconds=seconds)})
    return await context(replace(ada.services, policy=policy), ada.owner, request)


async def answers(ada: Teller, *turns: tuple[MessageRole, str], session_id: str = "later") -> list[MadeDecision]:
    said = tuple(SaidTurn(role=role, content=words) for role, words in turns)
    written = await observe(ada.services, ada.call(), ObserveRequest(turns=said, session_id=session_id))
    return list(written.decisions)


async def questions(ada: Teller, session_id: str = "later") -> list[str]:
    view = await session(ada.services, ada.owner, session_id, as_of=None)
    return [] if view is None else [asked.question.id for asked in view.questions]


USER, AGENT = MessageRole.USER, MessageRole.ASSISTANT


@BOTH
@pytest.mark.parametrize(("reply", "holds"), [("newer", 1), ("older", 0)])
async def test_the_turn_after_a_context_answers_what_was_left_open_before(
    ada: Teller, language: str, reply: str, holds: int
) -> None:
    sides = await conflict(ada, language)
    tongue = TONGUES[language]
    made = await opened(ada, query=tongue.query)
    (asked,) = await questions(ada)
    assert f"[{asked}]" in made.blocks[0].text
    (decision,) = await answers(ada, (AGENT, tongue.which), (USER, getattr(tongue, reply)))
    assert (decision.action, decision.rule, decision.memory_id) == (Action.RESOLVE, "D13", sides[holds])
    assert await questions(ada) == []
    assert {m.id: m.status for m in await ada.held(statuses=frozenset({Status.ACTIVE}))} == {
        sides[holds]: Status.ACTIVE
    }


@BOTH
@pytest.mark.parametrize(("reply", "holds"), [("yes", 0), ("no", 1)])
async def test_a_yes_or_no_to_one_side_answers_too(ada: Teller, language: str, reply: str, holds: int) -> None:
    said = [(await exchange(ada, words, session=f"s{i}")).decisions[0] for i, words in enumerate(SIDES[language])]
    await opened(ada)
    tongue = TONGUES[language]
    decisions = await answers(ada, (AGENT, tongue.asks_older), (USER, getattr(tongue, reply)))
    assert [(d.action, d.memory_id) for d in decisions] == [(Action.RESOLVE, said[holds].memory_id)]


@BOTH
async def test_an_application_that_sends_only_what_its_users_say_is_answered_too(ada: Teller, language: str) -> None:
    sides = await conflict(ada, language)
    await opened(ada)
    (decision,) = await answers(ada, (USER, TONGUES[language].newer))
    assert decision.memory_id == sides[1]


@BOTH
async def test_what_was_not_asked_is_not_answered(ada: Teller, language: str) -> None:
    await conflict(ada, language)
    decisions = await answers(ada, (AGENT, TONGUES[language].which), (USER, TONGUES[language].newer))
    assert "D13" not in {d.rule for d in decisions}


@pytest.mark.parametrize(
    ("language", "offer", "answer"),
    [
        ("en", "Shall I order the new phone or the old phone?", "The new one."),
        ("zh", "要订新手机还是旧手机？", "新的那个。"),
    ],
)
async def test_the_choice_between_other_things_settles_nothing(
    ada: Teller, language: str, offer: str, answer: str
) -> None:
    await conflict(ada, language)
    await opened(ada)
    decisions = await answers(ada, (AGENT, offer), (USER, answer))
    assert "D13" not in {d.rule for d in decisions}
    assert len(await questions(ada)) == 1


async def test_a_question_is_asked_once_and_keeps_its_id(ada: Teller) -> None:
    await conflict(ada, "en")
    first, second = await opened(ada), await opened(ada, query="coffee")
    assert first.blocks[0].text == second.blocks[0].text
    await exchange(ada, "I live in Leeds.", session="later")
    (asked,) = await questions(ada)
    assert asked in (await opened(ada)).text


async def test_contexts_at_once_ask_one_question(ada: Teller) -> None:
    await conflict(ada, "en")
    made = await asyncio.gather(*(opened(ada) for _ in range(4)))
    assert len({one.blocks[0].text for one in made}) == 1
    assert len(await questions(ada)) == 1


async def test_at_most_two_are_asked_what_has_to_do_with_the_query_first(ada: Teller) -> None:
    for i, thing in enumerate(("coffee", "jazz", "chess")):
        await ada.says(f"I like {thing}.", session=f"a{i}")
        await ada.says(f"I don't like {thing}.", session=f"b{i}")
    made = await opened(ada, query="Shall we drink coffee?")
    lines = [line for line in made.blocks[0].text.splitlines() if "⇄" in line]
    assert len(lines) == 2
    assert "coffee" in lines[0]
    assert "chess" in lines[1]
    assert len(await questions(ada)) == 2


async def test_what_was_settled_elsewhere_makes_room(ada: Teller) -> None:
    for i, thing in enumerate(("coffee", "jazz", "chess")):
        await ada.says(f"I like {thing}.", session=f"a{i}")
        await ada.says(f"I don't like {thing}.", session=f"b{i}")
    await opened(ada)
    await ada.says("I like chess.", session="c")
    made = await opened(ada)
    lines = [line for line in made.blocks[0].text.splitlines() if "⇄" in line]
    assert sorted(word for word in ("coffee", "jazz", "chess") if word in " ".join(lines)) == ["coffee", "jazz"]
    assert len(await questions(ada)) == 2


async def test_a_running_session_goes_on_with_what_it_is_about(ada: Teller) -> None:
    await conflict(ada, "en")
    await begin(ada, "Plan a trip to Kyoto", session="later")
    made = await opened(ada)
    assert "Kyoto" in made.text
    assert "⇄" in made.text
    view = await session(ada.services, ada.owner, "later", as_of=None)
    assert view is not None
    assert view.goal == "Plan a trip to Kyoto"


@pytest.mark.parametrize(
    "further", [{"is_counted": False}, {"session_id": None}, {"types": frozenset({MemoryType.PLAN})}, {"budget": 0}]
)
async def test_who_only_looks_is_asked_nothing_and_writes_nothing(ada: Teller, further: dict[str, object]) -> None:
    await conflict(ada, "en")
    made = await opened(ada, **further)  # pyright: ignore[reportArgumentType]
    assert "⇄" not in made.text
    assert made.warnings == ()
    assert await session(ada.services, ada.owner, "later", as_of=None) is None


async def test_an_earlier_instant_writes_nothing(ada: Teller) -> None:
    await conflict(ada, "en")
    made = await opened(ada, as_of=ada.services.clock.now())
    assert "⇄" not in made.text
    assert await questions(ada) == []


async def test_what_cannot_be_kept_is_not_asked(ada: Teller) -> None:
    await conflict(ada, "en")
    held, go_on = asyncio.Event(), asyncio.Event()

    async def hold(tx: Transaction) -> None:
        await owners.lock(tx, ada.owner, at=ada.services.clock.now())
        held.set()
        await go_on.wait()

    holding = asyncio.create_task(ada.services.database.write(hold))
    await held.wait()
    made = await opened(ada, seconds=3.0)
    go_on.set()
    await holding
    assert "⇄" not in made.text
    assert [w.code for w in made.warnings] == ["DEADLINE_EXCEEDED"]


async def test_what_another_user_left_open_is_asked_of_nobody_else(ada: Teller) -> None:
    await conflict(ada, "en")
    bob = replace(ada, user="bob")
    await bob.says("I like coffee.")
    made = await opened(bob)
    assert "⇄" not in made.text
    page = await reading.conflicts_page(ada.services, bob.owner, PageRequest(10), as_of=None)
    assert page.items == ()
