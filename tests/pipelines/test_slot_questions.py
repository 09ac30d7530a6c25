"""A question for a slot of the profile finds what fills it, in whatever language it was said (rules Q1, Q3)."""

import pytest

from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import ImportItem, ImportRequest, RecallRequest
from tests.pipelines.teller import Teller, call_for

MUCH_ALIKE = (
    "User asked where the nearest gym is and when it opens",
    "User looked up where people live in tiny houses",
    "用户问过朋友住在哪里比较方便",
    "用户想知道住在郊区好不好",
    "User collects birthday cards of strangers",
    "用户给同事的妈妈准备了生日礼物",
)


async def _fill(ada: Teller) -> None:
    items = tuple(ImportItem(content=text) for text in MUCH_ALIKE)
    await import_memories(ada.services, ada.call(), ImportRequest(items=items))


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("I live in Leeds.", "我住在哪里？"),
        ("我住在杭州。", "Where do I live?"),
        ("My mother's birthday is May 3.", "我妈妈的生日是哪天？"),
        ("我妈妈的生日是5月3日。", "When is my mother's birthday?"),
        ("My favourite colour is blue.", "我最喜欢的颜色是什么？"),
        ("我最喜欢的颜色是蓝色。", "What is my favourite colour?"),
    ],
)
async def test_a_slot_is_found_across_languages_among_much_that_is_alike(ada: Teller, said: str, question: str) -> None:
    await ada.says(said)
    (held,) = await ada.held()
    await _fill(ada)
    recalled = await recall(ada.services, ada.owner, RecallRequest(query=question, limit=3))
    assert held.content in [r.memory.content for r in recalled.hits]
    (mine,) = [r for r in recalled.hits if r.memory.id == held.id]
    assert mine.score.relevance.slot == 1.0


@pytest.mark.parametrize(
    ("before", "now", "question", "past"),
    [
        ("I live in Leeds.", "I moved, I live in York now.", "Where do I live?", "Where did I live before?"),
        ("我住在杭州。", "我搬家了，现在住在苏州。", "我住在哪里？", "我以前住在哪里？"),
    ],
)
async def test_the_slot_of_now_is_the_newest_and_of_the_past_all_of_it(
    ada: Teller, before: str, now: str, question: str, past: str
) -> None:
    await ada.says(before)
    (old,) = await ada.held()
    await ada.says(now, session="s2")
    (new,) = await ada.held()
    assert (await ada.asks(question))[0] == new.content
    assert old.content not in await ada.asks(question)
    assert {old.content, new.content} <= set((await ada.asks(past))[:3])


async def test_the_slot_of_another_user_is_not_looked_up(ada: Teller) -> None:
    other = Teller(ada.services, ada.tenant, "bob")
    assert other.call() == call_for(ada.tenant, "bob")
    await other.says("I live in Leeds.")
    await ada.says("I like tea.")
    assert await other.asks("Where do I live?") == ["User lives in Leeds"]
    assert "User lives in Leeds" not in await ada.asks("Where do I live?")
