"""R1, V2: whatever is split, merged, reworded and rolled back, each statement is held once, and none is lost."""

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.domain.claim import Claim
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Memory, MemoryType
from graphmem.domain.status import LIVE, Status
from graphmem.errors import Conflict
from graphmem.ids import MemoryId, new_id
from graphmem.pipelines.correct import correct
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import CorrectRequest, RollbackRequest, SplitRequest
from graphmem.pipelines.rollback import rollback
from graphmem.pipelines.services import Services
from graphmem.pipelines.split import split
from graphmem.pipelines.steps.enter import next_version
from graphmem.pipelines.steps.prepare import Occasion, prepare
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Written
from graphmem.store import memories
from tests.domain.factories import candidate
from tests.pipelines.saying import Said, say
from tests.pipelines.teller import Teller
from tests.pipelines.test_invariants import check

WORDS = {"en": ("harp", "bees", "chess", "kites"), "zh": ("竖琴", "蜜蜂", "象棋", "风筝")}


def sentence(things: list[str]) -> str:
    """One statement of several things; their order is that of the words."""
    return "User has " + " and ".join(things) if things[0].isascii() else "用户有" + "和".join(things)


@dataclass
class Holding:
    """One user's statements of things, each thing to be held once."""

    ada: Teller
    words: tuple[str, ...]
    things: list[str] = field(default_factory=list[str])

    async def heads(self) -> list[Memory]:
        return sorted(await self.ada.held(statuses=LIVE), key=lambda m: m.lineage_id)

    def in_words(self, memory: Memory) -> list[str]:
        return [word for word in self.words if word in memory.content]

    async def held(self) -> list[list[str]]:
        return sorted([self.in_words(m) for m in await self.heads()], key=lambda held: self.words.index(held[0]))

    async def tell(self, things: list[str]) -> MemoryId:
        (made,) = await say(
            self.ada, candidate(sentence(things), type=MemoryType.FACT, claim=Claim()), session=new_id()
        )
        assert made.memory_id is not None
        return made.memory_id

    async def split(self, memory: Memory) -> None:
        parts = self.in_words(memory)
        if len(parts) > 1:
            request = SplitRequest(memory_id=memory.id, parts=(sentence(parts[:1]), sentence(parts[1:])))
            await split(self.ada.services, self.ada.call(), request)

    async def merge(self, one: Memory, other: Memory) -> None:
        """As rule D2 does: the oldest lineage goes on."""
        first, second = sorted((one, other), key=lambda m: m.lineage_id)
        if first.id == second.id:
            return
        things = sorted(self.in_words(first) + self.in_words(second), key=self.words.index)
        said = candidate(sentence(things), type=MemoryType.FACT, claim=Claim())
        (prepared,) = await prepare(self.ada.services, [(said, Occasion(occurred_at=self.ada.services.clock.now()))])

        async def work(draft: Draft) -> Written:
            why = Why(action=Action.MERGE, rule="D2", reason="adds to it", actor=self.ada.call().principal.actor)
            parts = list((await memories.by_ids(draft.tx, draft.owner, [first.id, second.id])).values())
            parts.sort(key=lambda m: m.lineage_id)
            draft.ledger.merge(parts, next_version(parts[0], prepared, Status.ACTIVE, draft), why)
            return Written(decisions=())

        await write(self.ada.services, self.ada.call(), Said(), work, Written)

    async def reword(self, memory: Memory) -> None:
        words = memory.content + "!"
        await correct(self.ada.services, self.ada.call(), CorrectRequest(memory_id=memory.id, content=words))

    async def roll_back(self, memory_id: MemoryId, version: int) -> None:
        request = RollbackRequest(memory_id=memory_id, to_version=version)
        await rollback(self.ada.services, self.ada.call(), request)


BOTH = pytest.mark.parametrize("language", ["en", "zh"])


@BOTH
async def test_a_split_taken_back_and_made_again_holds_every_part_once(ada: Teller, language: str) -> None:
    one, two, three, _ = words = WORDS[language]
    user = Holding(ada, words)
    whole = await user.tell([one, two, three])
    await user.split((await user.heads())[0])
    await user.roll_back(whole, 1)
    assert await user.held() == [[one, two, three]]
    await user.roll_back(whole, 2)
    assert await user.held() == [[one], [two, three]]
    await user.roll_back(whole, 1)
    assert await user.held() == [[one, two, three]]
    await check(ada)


@BOTH
async def test_a_merge_taken_back_and_made_again_holds_every_part_once(ada: Teller, language: str) -> None:
    one, two, *_ = words = WORDS[language]
    user = Holding(ada, words)
    first, second = await user.tell([one]), await user.tell([two])
    await user.merge(*await user.heads())
    await user.roll_back(first, 1)
    assert await user.held() == [[one], [two]]
    await user.roll_back(first, 2)
    assert await user.held() == [[one, two]]
    await user.roll_back(second, 1)
    assert await user.held() == [[one], [two]]
    await check(ada)


@BOTH
async def test_a_part_that_was_split_again_comes_back_in_its_place(ada: Teller, language: str) -> None:
    one, two, three, _ = words = WORDS[language]
    user = Holding(ada, words)
    whole = await user.tell([one, two, three])
    await user.split((await user.heads())[0])
    await user.split((await user.heads())[1])
    assert await user.held() == [[one], [two], [three]]
    await user.roll_back(whole, 1)
    assert await user.held() == [[one, two, three]]
    await user.roll_back(whole, 2)
    assert await user.held() == [[one], [two], [three]]
    await check(ada)


async def test_what_a_part_was_reworded_to_since_stays(ada: Teller) -> None:
    user = Holding(ada, WORDS["en"])
    first = await user.tell(["harp"])
    await user.tell(["bees"])
    await user.merge(*await user.heads())
    await user.roll_back(first, 1)
    await user.reword((await user.heads())[1])
    with_words = {m.content for m in await user.heads()}
    await user.reword((await user.heads())[0])
    await user.roll_back(first, 1)
    assert {m.content for m in await user.heads()} == with_words


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["split", "merge", "roll back", "roll back", "reword"]), st.integers(0, 9), st.integers(0, 9)
    ),
    min_size=4,
    max_size=9,
)


@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
async def test_whatever_is_done_each_thing_is_held_once(
    services: Services, tenant: str, steps: list[tuple[str, int, int]]
) -> None:
    user = Holding(Teller(services, tenant, f"u-{new_id()}"), WORDS["en"])
    await user.tell(["harp", "bees", "chess"])
    await user.tell(["kites"])
    for what, i, j in steps:
        heads = await user.heads()
        one, other = heads[i % len(heads)], heads[j % len(heads)]
        match what:
            case "split":
                await user.split(one)
            case "merge":
                await user.merge(one, other)
            case "reword":
                await user.reword(one)
            case _:
                await _roll_back_to_any(user, i, j)
        things = [thing for held in await user.held() for thing in held]
        assert sorted(things) == sorted(WORDS["en"]), what
    await check(user.ada)


async def _roll_back_to_any(user: Holding, i: int, j: int) -> None:
    versions = await user.ada.held(heads_only=False)
    lineages = sorted({m.lineage_id for m in versions})
    own = sorted((m for m in versions if m.lineage_id == lineages[i % len(lineages)]), key=lambda m: m.version)
    wanted = own[j % len(own)]
    try:
        await user.roll_back(own[0].id, wanted.version)
    except Conflict:
        return
    head = next(m for m in await user.heads() if m.lineage_id == wanted.lineage_id)
    assert user.in_words(head) == user.in_words(wanted)
