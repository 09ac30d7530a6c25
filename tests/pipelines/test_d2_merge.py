"""D2: what adds to it makes one version that holds both; two likes stay two (also R1, V5)."""

from dataclasses import replace

import pytest

from graphmem.domain.candidate import Candidate
from graphmem.domain.change import EdgeKind
from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.memory import MemoryType
from graphmem.domain.status import Status
from graphmem.pipelines import reading
from graphmem.pipelines.remember import remember
from graphmem.pipelines.requests import RememberRequest
from tests.domain.factories import candidate
from tests.pipelines.saying import say
from tests.pipelines.teller import Teller

STEEL = Claim(topic="cup", value="steel")
BLUE = Claim(topic="cup", value="blue")


def decision(content: str, claim: Claim) -> Candidate:
    language = "en" if content.isascii() else "zh"
    return replace(candidate(content, claim=claim, type=MemoryType.DECISION), language=language)


SIDES = [
    ("User wants the steel cup", "User wants the blue cup", "User wants the steel cup; wants the blue cup"),
    ("用户要钢杯", "用户要蓝色的杯子", "用户要钢杯；要蓝色的杯子"),
]


@pytest.mark.parametrize(("one", "other", "both"), SIDES)
async def test_another_side_of_one_thing_joins_it(ada: Teller, one: str, other: str, both: str) -> None:
    (first,) = await say(ada, decision(one, STEEL), session="s1")
    (second,) = await say(ada, decision(other, BLUE), session="s2")
    assert (second.action, second.rule, second.related_id) == (Action.MERGE, "D2", first.memory_id)
    (memory,) = await ada.held()
    assert (memory.content, memory.version, memory.status) == (both, 2, Status.ACTIVE)
    assert memory.claim.value == "steel blue"
    assert memory.state.mention_count == 2
    kinds = {e.kind for e in (await ada.lineage(memory.id)).edges}
    assert kinds == {EdgeKind.SUPERSEDED_BY, EdgeKind.MERGED_INTO}


@pytest.mark.parametrize(("one", "other"), [("User likes tea", "User likes jazz"), ("用户喜欢茶", "用户喜欢爵士乐")])
async def test_two_likes_of_different_things_stay_two(ada: Teller, one: str, other: str) -> None:
    for content, thing in ((one, "tea"), (other, "jazz")):
        (made,) = await say(ada, replace(candidate(content, claim=Claim(topic=thing, value=thing))))
        assert made.action is Action.ADD
    assert len(await ada.held()) == 2


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("User keeps a bonsai", "User keeps a small bonsai on the balcony"),
        ("用户养了一盆文竹", "用户在阳台养了一盆小文竹"),
    ],
)
async def test_words_with_more_detail_replace_those_they_hold(ada: Teller, short: str, long: str) -> None:
    for content in (short, long):
        await remember(ada.services, ada.call(), RememberRequest(content=content))
    heads = await ada.held()
    assert [(m.content, m.version) for m in heads] == [(long, 2)]


@pytest.mark.parametrize("lines", [("I'll take the steel cup.",), ("我决定买钢杯。",)])
async def test_a_merged_version_stands_on_the_words_of_all_its_parts(ada: Teller, lines: tuple[str, ...]) -> None:
    first = (await ada.says(*lines)).decisions[0]
    assert first.memory_id is not None
    held = next(m for m in await ada.held() if m.id == first.memory_id)
    said = decision("User wants the blue cup", replace(held.claim, value="blue"))
    (made,) = await say(ada, replace(said, type=held.type, language=held.language), session="s2")
    assert made.action is Action.MERGE
    assert made.memory_id is not None
    (source,) = (await reading.sources_of(ada.services, ada.owner, [made.memory_id]))[made.memory_id]
    assert lines[0].rstrip(".。") in source.message.content


async def test_of_several_parts_the_oldest_lineage_goes_on_and_the_others_end_in_it(ada: Teller) -> None:
    (first,) = await say(ada, candidate("User keeps a bonsai", type=MemoryType.FACT))
    (second,) = await say(ada, candidate("User keeps a small bonsai at home", type=MemoryType.FACT), session="s2")
    assert second.action is Action.MERGE
    (memory,) = await ada.held()
    lineage = await ada.lineage(first.memory_id)
    assert memory.lineage_id == lineage.id
    assert [m.is_head for m in lineage.versions] == [False, True]


async def test_an_unsure_detail_is_no_part_of_something_sure(ada: Teller) -> None:
    await say(ada, decision("User wants the steel cup", STEEL))
    (made,) = await say(ada, replace(decision("User wants the blue cup", BLUE), certainty=0.5))
    assert (made.action, made.status) == (Action.OBSERVE, Status.OBSERVED)
    assert {m.status for m in await ada.held()} == {Status.ACTIVE, Status.OBSERVED}
