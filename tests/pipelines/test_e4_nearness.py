"""A question that names somebody reaches what is told of those mentioned with them (rule E4)."""

import pytest

from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import ImportItem, ImportRequest, RecallRequest
from tests.pipelines.teller import Teller

ENGLISH = (
    "Tom is married to Anna",
    "Anna works at Siemens",
    "Bob works at Bosch",
    "Carla works at Renault",
    "Dieter works at Lidl",
)
CHINESE = (
    "用户的朋友李雷和同事韩梅梅结婚了",
    "用户的同事韩梅梅在华为上班",
    "用户的同事王芳在小米上班",
    "用户的同事张伟在百度上班",
    "用户的同事刘洋在美团上班",
)


@pytest.mark.parametrize(
    ("told", "question"),
    [(ENGLISH, "Which company does the wife of Tom work for?"), (CHINESE, "李雷的老婆在哪家公司上班？")],
    ids=["en", "zh"],
)
async def test_what_is_told_of_the_wife_is_found_by_the_husband(
    ada: Teller, told: tuple[str, ...], question: str
) -> None:
    items = tuple(ImportItem(content=text) for text in told)
    await import_memories(ada.services, ada.call(), ImportRequest(items=items))
    recalled = await recall(ada.services, ada.owner, RecallRequest(query=question))
    near = {r.memory.content: r.score.relevance.nearness for r in recalled.hits}
    assert set(list(near)[:2]) == set(told[:2])
    assert near[told[0]] > near[told[1]] > 0.0
    assert {near[text] for text in told[2:]} == {0.0}
