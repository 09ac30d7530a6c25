"""Amounts are contradicted by their number, and decided by the table like anything else (rules D1, D4, D9, D14)."""

import pytest

from graphmem.domain.event import Action
from graphmem.domain.status import LIVE, Status
from tests.pipelines.teller import Teller

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
SAID = {
    "en": {
        "two": "I drink two cups of coffee a day.",
        "now": "Actually three cups a day now.",
        "later": "I drink three cups of coffee a day now.",
        "three": "I drink three cups of coffee a day.",
        "none": "I don't drink coffee any more.",
        "often": "I run three times a week.",
    },
    "zh": {
        "two": "我每天喝两杯咖啡。",
        "now": "现在每天三杯。",
        "later": "我现在每天喝三杯咖啡。",
        "three": "我每天喝三杯咖啡。",
        "none": "我不喝咖啡了。",
        "often": "我每周跑步三次。",
    },
}


async def values(ada: Teller) -> list[tuple[str | None, Status]]:
    return sorted((m.claim.value, m.status) for m in await ada.held(statuses=LIVE))


@BOTH
@pytest.mark.parametrize(("change", "session"), [("now", "s1"), ("later", "s2"), ("three", "s1")])
async def test_a_new_amount_takes_the_place_of_the_old(ada: Teller, language: str, change: str, session: str) -> None:
    said = SAID[language]
    first = (await ada.says(said["two"])).decisions[0]
    (made,) = (await ada.says(said[change], session=session)).decisions
    assert (made.action, made.related_id) == (Action.SUPERSEDE, first.memory_id)
    assert await values(ada) == [("3 cup", Status.ACTIVE)]


@BOTH
async def test_the_same_amount_again_reinforces(ada: Teller, language: str) -> None:
    said = SAID[language]
    await ada.says(said["two"])
    (made,) = (await ada.says(said["two"], session="s2")).decisions
    assert (made.action, made.rule) == (Action.REINFORCE, "D1")
    assert await values(ada) == [("2 cup", Status.ACTIVE)]


@BOTH
async def test_another_amount_that_takes_nothing_back_waits_beside_it(ada: Teller, language: str) -> None:
    said = SAID[language]
    await ada.says(said["two"])
    (made,) = (await ada.says(said["three"], session="s2")).decisions
    assert (made.action, made.rule) == (Action.KEEP_BOTH, "D9")
    assert await values(ada) == [("2 cup", Status.ACTIVE), ("3 cup", Status.OBSERVED)]


@BOTH
async def test_who_no_longer_does_it_does_no_amount_of_it(ada: Teller, language: str) -> None:
    said = SAID[language]
    await ada.says(said["two"])
    await ada.says(said["often"])
    await ada.says(said["none"], session="s2")
    assert sorted(v for v, _ in await values(ada) if v) == ["3 time", "coffee"]
