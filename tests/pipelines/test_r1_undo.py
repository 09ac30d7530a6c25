"""R1: rolling back a merge or a split re-opens every part."""

import pytest

from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.memory import Memory, MemoryType
from graphmem.domain.status import LIVE, Status
from graphmem.pipelines.requests import Resolution, RollbackRequest, SplitRequest
from graphmem.pipelines.rollback import rollback
from graphmem.pipelines.split import split
from tests.domain.factories import candidate
from tests.pipelines.saying import say
from tests.pipelines.teller import Teller
from tests.pipelines.test_d13_resolve import conflict, open_conflicts, resolve


async def active(ada: Teller) -> dict[str, Memory]:
    return {m.content: m for m in await ada.held(statuses=frozenset({Status.ACTIVE}))}


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("User keeps bees and plays the harp", ("User keeps bees", "User plays the harp")),
        ("用户养蜂也弹竖琴", ("用户养蜂", "用户弹竖琴")),
    ],
)
async def test_a_split_rolled_back_is_one_statement_again(ada: Teller, whole: str, parts: tuple[str, ...]) -> None:
    (made,) = await say(ada, candidate(whole, type=MemoryType.FACT))
    assert made.memory_id is not None
    await split(ada.services, ada.call(), SplitRequest(memory_id=made.memory_id, parts=parts))
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=made.memory_id, to_version=1))
    held = await active(ada)
    assert {content: m.version for content, m in held.items()} == {whole: 3}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_merge_rolled_back_gives_both_parts_again(ada: Teller, language: str) -> None:
    old, new = await conflict(ada, language)
    words = "User likes coffee in the morning only" if language == "en" else "用户只喜欢早上喝咖啡"
    await resolve(ada, old, new, Resolution.MERGE, words)
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=old, to_version=1))
    again = {m.lineage_id: (m.version, m.status) for m in await ada.held()}
    assert again == {old: (3, Status.ACTIVE), new: (2, Status.OBSERVED)}
    assert await open_conflicts(ada) != []


async def test_a_detail_rolled_back_leaves_the_shorter_statement(ada: Teller) -> None:
    for content in ("User keeps a bonsai", "User keeps a small bonsai at home"):
        (made,) = await say(ada, candidate(content, type=MemoryType.FACT, claim=Claim()))
    assert made.memory_id is not None
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=made.memory_id, to_version=1))
    assert {content: m.version for content, m in (await active(ada)).items()} == {"User keeps a bonsai": 3}


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("User likes tea and plays the harp", ("User likes tea", "User plays the harp")),
        ("用户喜欢茶也弹竖琴", ("用户喜欢茶", "用户弹竖琴")),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_part_that_is_held_already_is_not_held_twice(
    ada: Teller, whole: str, parts: tuple[str, str], is_first: bool
) -> None:
    tea = candidate(parts[0], claim=Claim(topic="tea", value="tea"))
    (known,) = await say(ada, tea, session="s0")
    (coarse,) = await say(ada, candidate(whole, type=MemoryType.FACT, claim=Claim()))
    assert coarse.memory_id is not None
    then = {(m.lineage_id, m.content) for m in await ada.held(statuses=LIVE)}
    wanted = parts if is_first else parts[::-1]
    written = await split(ada.services, ada.call(), SplitRequest(memory_id=coarse.memory_id, parts=wanted))
    same = written.decisions[0 if is_first else 1]
    assert (same.action, same.rule, same.memory_id) == (Action.REINFORCE, "D1", known.memory_id)
    heads = await ada.held(statuses=LIVE)
    assert sorted(m.content for m in heads) == sorted(parts)
    assert next(m for m in heads if m.id == known.memory_id).state.mention_count == 2
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=coarse.memory_id, to_version=1))
    assert {(m.lineage_id, m.content) for m in await ada.held(statuses=LIVE)} == then
