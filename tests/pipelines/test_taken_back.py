"""What a statement had replaced holds again when the user takes the statement back at once (rules D10, V2)."""

from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.change import EdgeKind
from graphmem.domain.event import Action
from graphmem.domain.memory import Source
from graphmem.domain.status import LIVE, Status
from graphmem.pipelines.requests import RollbackRequest
from graphmem.pipelines.rollback import rollback
from tests.pipelines.teller import Teller

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
SAID = {
    "en": {
        "old": "I live in Leeds.",
        "new": "I've moved to York.",
        "back": "Scratch that.",
        "likes": "I love coffee.",
        "dislikes": "Actually, I don't like coffee any more.",
        "tea": "I like green tea.",
        "detail": "I like green tea with honey.",
    },
    "zh": {
        "old": "我住在杭州。",
        "new": "我搬到北京了。",
        "back": "当我没说。",
        "likes": "我喜欢咖啡。",
        "dislikes": "其实我不喜欢咖啡了。",
        "tea": "我喜欢绿茶。",
        "detail": "我喜欢加蜂蜜的绿茶。",
    },
}


async def live(ada: Teller) -> set[tuple[str, Status]]:
    return {(m.content, m.status) for m in await ada.held(statuses=LIVE)}


@BOTH
@pytest.mark.parametrize(("old", "new"), [("old", "new"), ("likes", "dislikes")])
async def test_what_was_replaced_comes_back(ada: Teller, language: str, old: str, new: str) -> None:
    said = SAID[language]
    first = (await ada.says(said[old], session="before")).decisions[0]
    held = await live(ada)
    replacing = (await ada.says(said[new])).decisions[0]
    assert await live(ada) != held
    (made,) = (await ada.says(said["back"])).decisions
    assert (made.action, made.rule, made.related_id) == (Action.ROLLBACK, "D10", replacing.memory_id)
    assert await live(ada) == held
    lineage = await ada.lineage(first.memory_id)
    assert [m.status for m in lineage.versions] == [Status.SUPERSEDED, Status.SUPERSEDED, Status.ACTIVE]
    assert lineage.versions[-1].source is Source.USER_STATED
    assert {(e.source, e.target) for e in lineage.edges if e.kind is EdgeKind.ROLLED_BACK_TO} == {
        (made.memory_id, first.memory_id)
    }
    event = next(e for e in lineage.events if e.memory_id == made.memory_id)
    assert event.evidence


@BOTH
async def test_what_had_replaced_nothing_only_ends(ada: Teller, language: str) -> None:
    said = SAID[language]
    await ada.says(said["old"])
    (made,) = (await ada.says(said["back"])).decisions
    assert (made.action, made.rule) == (Action.EXPIRE, "D10")
    assert await live(ada) == set()


@BOTH
async def test_what_was_said_again_since_is_no_single_statement_any_more(ada: Teller, language: str) -> None:
    said = SAID[language]
    await ada.says(said["old"], session="before")
    await ada.says(said["new"])
    await ada.says(said["new"])
    (made,) = (await ada.says(said["back"])).decisions
    assert made.action is Action.EXPIRE


@BOTH
async def test_a_detail_that_was_merged_is_taken_out_again(ada: Teller, language: str) -> None:
    said = SAID[language]
    await ada.says(said["tea"], session="before")
    held = await live(ada)
    (merged,) = (await ada.says(said["detail"])).decisions
    await ada.says(said["back"])
    assert merged.action in {Action.MERGE, Action.ADD}
    assert await live(ada) == held


@BOTH
async def test_both_sides_of_the_middle_are_there_as_of_then(ada: Teller, clock: SettableClock, language: str) -> None:
    said = SAID[language]
    await ada.says(said["old"], session="before")
    before = await live(ada)
    await ada.says(said["new"])
    between = (await ada.held())[0]
    clock.advance(timedelta(minutes=1))
    await ada.says(said["back"])
    assert await live(ada) == before
    then = {m.content for m in await ada.held(as_of=between.recorded_at, statuses=LIVE)}
    assert then == {between.content}
    head = (await ada.held(statuses=LIVE))[0]
    await rollback(ada.services, ada.call(), RollbackRequest(memory_id=head.id, to_version=2))
    assert {m.content for m in await ada.held(statuses=LIVE)} == {between.content}
