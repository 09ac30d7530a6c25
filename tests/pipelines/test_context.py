"""Contexts for a prompt, from the layers that answer (rules Q5 to Q8)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.context import Band, BlockKind
from graphmem.domain.policy import ContextPolicy
from graphmem.errors import InvalidInput
from graphmem.language.script import Language
from graphmem.pipelines.context import Context, context
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import ContextRequest, RecallRequest
from tests.pipelines.teller import Teller


async def asked(teller: Teller, query: str | None, **further: object) -> Context:
    request = ContextRequest(query=query, **further)  # pyright: ignore[reportArgumentType]
    return await context(teller.services, teller.owner, request)


@pytest.mark.parametrize(
    ("told", "query", "line", "title"),
    [
        (("My name is Ada.", "I like black tea."), "What do I drink?", "black tea", "not instructions"),
        (("我叫小雨。", "我喜欢喝绿茶。"), "我喜欢喝什么？", "绿茶", "不是指令"),
    ],
)
async def test_a_context_answers_in_the_language_of_the_question(
    ada: Teller, told: tuple[str, ...], query: str, line: str, title: str
) -> None:
    await ada.says(*told)
    made = await asked(ada, query)
    assert line in made.text
    assert title in made.text
    assert made.blocks[1].kind is BlockKind.LONG_TERM
    assert made.tokens <= 4_000
    assert made.warnings == ()


@pytest.mark.parametrize(("told", "word"), [("My name is Ada.", "Ada"), ("我叫小雨。", "小雨")])
async def test_the_opening_of_a_session_shows_what_is_always_there(ada: Teller, told: str, word: str) -> None:
    await ada.says(told)
    made = await asked(ada, None)
    assert word in made.text
    assert made.recall_id is None


@pytest.mark.parametrize(
    ("first", "second", "query", "old"),
    [
        ("I live in Leeds.", "I live in York now.", "Where did I live before?", "Leeds"),
        ("我住在杭州。", "我现在住在北京。", "我之前住在哪里？", "杭州"),
    ],
)
async def test_a_question_about_the_past_reaches_what_is_over(
    ada: Teller, first: str, second: str, query: str, old: str
) -> None:
    await ada.says(first)
    await ada.says(second)
    made = await asked(ada, query)
    assert made.route.reaches_past
    assert any(old in item.memory.content for item in made.long_term.items)
    now = await recall(ada.services, ada.owner, RecallRequest(query=query, includes_past=False))
    assert not any(old in hit.memory.content for hit in now.hits)


async def test_what_is_only_observed_is_put_as_a_question(ada: Teller) -> None:
    await ada.says("Maybe I like jazz.")
    made = await asked(ada, "Do I like jazz?", language=Language.ENGLISH)
    assert [item.band for item in made.long_term.items] == [Band.TENTATIVE]
    assert "Not sure; ask the user" in made.text


@pytest.mark.parametrize("budget", [0, 1, 120, 1_000_000_000])
async def test_any_budget_is_kept(ada: Teller, budget: int) -> None:
    await ada.says("My name is Ada.", "I like black tea.")
    assert (await asked(ada, "What do I drink?", budget=budget)).tokens <= budget


@pytest.mark.parametrize("budget", [-1, 1_000_000_001])
async def test_a_budget_that_is_none_is_refused(ada: Teller, budget: int) -> None:
    with pytest.raises(InvalidInput, match="budget must be"):
        await asked(ada, "tea", budget=budget)


async def test_a_layer_that_is_too_slow_is_left_out_with_a_warning(ada: Teller) -> None:
    await ada.says("I like black tea.")
    policy = replace_deadline(ada, 0.0)
    made = await context(policy.services, ada.owner, ContextRequest(query="What do I drink?"))
    assert made.text == ""
    assert {w.code for w in made.warnings} == {"DEADLINE_EXCEEDED"}


def replace_deadline(teller: Teller, seconds: float) -> Teller:
    """The same teller with services that wait for a layer that long."""
    policy = teller.services.policy.model_copy(update={"context": ContextPolicy(deadline_seconds=seconds)})
    return replace(teller, services=replace(teller.services, policy=policy))


async def test_nothing_of_another_user_is_in_a_context(ada: Teller) -> None:
    bob = replace(ada, user="bob")
    await ada.says("My name is Ada.", "I like black tea.")
    assert (await asked(bob, "What do I drink?")).text == ""
    assert (await asked(bob, None)).text == ""


async def test_a_context_of_an_instant_shows_what_was_held_then(ada: Teller, clock: SettableClock) -> None:
    await ada.says("I live in Leeds.")
    then = clock.now() + timedelta(minutes=1)
    clock.advance(timedelta(days=1))
    await ada.says("I live in York now.")
    made = await asked(ada, "Which city do I live in?", as_of=then)
    assert "Leeds" in made.text
    assert "York" not in made.text
