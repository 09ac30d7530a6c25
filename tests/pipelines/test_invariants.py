"""Whatever is said in whatever order, and by however many at once: one head a lineage, no cycle, no two live sides."""

import asyncio
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.change import EdgeKind
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.contradiction import contradicts
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, Memory, MemoryType
from graphmem.domain.status import Status
from graphmem.ids import MemoryId, new_id
from graphmem.pipelines.services import Services
from tests.domain.factories import candidate
from tests.pipelines.saying import say
from tests.pipelines.teller import Teller

THINGS = (
    (MemoryType.PROFILE, "User lives in Hangzhou", Claim(attribute="city", value="hangzhou")),
    (MemoryType.PROFILE, "用户住在北京", Claim(attribute="city", value="beijing")),
    (MemoryType.PREFERENCE, "User likes spicy food", Claim(topic="spicy", value="spicy")),
    (MemoryType.PREFERENCE, "用户不吃辣", Claim(topic="spicy", value="spicy", polarity=Polarity.NEGATIVE)),
    (MemoryType.DECISION, "User wants the steel cup", Claim(topic="cup", value="steel")),
    (MemoryType.DECISION, "User wants the titanium cup", Claim(topic="cup", value="titanium")),
    (MemoryType.DECISION, "User wants the blue cup", Claim(topic="cup", value="blue")),
    (MemoryType.FACT, "User keeps a bonsai", Claim()),
    (MemoryType.FACT, "User keeps a small bonsai at home", Claim()),
)


def _saying(thing: tuple[MemoryType, str, Claim], intent: Intent, certainty: float) -> Candidate:
    kind, content, claim = thing
    return replace(
        candidate(content, type=kind, claim=claim, intent=intent),
        certainty=certainty,
        flags=frozenset({Flag.EXCEPTION}) if intent is Intent.EXCEPT else frozenset[Flag](),
        language="en" if content.isascii() else "zh",
    )


SAYINGS = st.builds(
    _saying,
    st.sampled_from(THINGS),
    st.sampled_from([Intent.STATE] * 4 + list(Intent)),
    st.sampled_from([1.0, 1.0, 0.5]),
)
TURNS = st.lists(st.tuples(st.lists(SAYINGS, min_size=1, max_size=3), st.sampled_from(["s1", "s2", "s3"])), max_size=6)


async def check(ada: Teller) -> None:
    """What holds of every user at every time."""
    versions = await ada.held(heads_only=False)
    heads = Counter(m.lineage_id for m in versions if m.is_head)
    assert max(heads.values(), default=1) == 1
    for numbers in _by_lineage(versions).values():
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert all((m.status is Status.SUPERSEDED) is not m.is_head for m in versions)
    await _check_no_cycle(ada, versions)
    standing = [m for m in versions if m.is_head and m.status is Status.ACTIVE and m.stands]
    for one, other in combinations(standing, 2):
        is_same_session = one.session_id is not None and one.session_id == other.session_id
        assert not (is_same_session and contradicts(one.claim, other.claim, one.content, other.content)), (one, other)


def _by_lineage(versions: list[Memory]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for m in versions:
        found.setdefault(m.lineage_id, []).append(m.version)
    return found


async def _check_no_cycle(ada: Teller, versions: list[Memory]) -> None:
    successors: dict[MemoryId, set[MemoryId]] = {}
    for m in versions:
        for edge in (await ada.lineage(m.id)).edges if m.version == 1 else ():
            if edge.kind is EdgeKind.SUPERSEDED_BY:
                successors.setdefault(edge.source, set()).add(edge.target)
    for start in successors:
        seen: set[MemoryId] = set()
        ahead = [start]
        while ahead:
            for following in successors.get(ahead.pop(), set()) - seen:
                assert following != start
                seen.add(following)
                ahead.append(following)


@settings(
    max_examples=12,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(turns=TURNS)
async def test_any_sequence_of_statements_keeps_the_invariants(
    services: Services, tenant: str, turns: list[tuple[list[Candidate], str]]
) -> None:
    ada = Teller(services, tenant, f"u-{new_id()}")
    for candidates, session in turns:
        await say(ada, *candidates, session=session)
    await check(ada)


async def test_sixty_four_observes_at_once_keep_one_head_a_lineage_and_lose_nothing(ada: Teller) -> None:
    cities = ["London", "Paris", "Berlin", "Madrid", "Rome", "Vienna", "Oslo", "Dublin"]
    lines = [f"I live in {cities[i % 8]}." if i % 2 else "I like green tea." for i in range(64)]
    written = await asyncio.gather(*(ada.says(line, session=f"s{i}") for i, line in enumerate(lines)))
    actions = Counter(d.action for w in written for d in w.decisions)
    assert sum(actions.values()) == 64
    active = await ada.held(statuses=frozenset({Status.ACTIVE}))
    assert sorted(m.type for m in active) == [MemoryType.PREFERENCE, MemoryType.PROFILE]
    (tea,) = [m for m in active if m.type is MemoryType.PREFERENCE]
    assert tea.state.mention_count == 32
    (home,) = [m for m in active if m.type is MemoryType.PROFILE]
    assert home.version == 1 + actions[Action.SUPERSEDE]
    await check(ada)


@pytest.mark.parametrize("line", ["I like green tea.", "我喜欢喝绿茶。"])
async def test_the_same_turn_twice_counts_twice_without_a_key_and_once_with_it(ada: Teller, line: str) -> None:
    for key in ("k1", "k1", None, None):
        await ada.says(line, key=key)
    (memory,) = await ada.held()
    assert memory.state.mention_count == 3


@pytest.mark.parametrize("lines", [("I like coffee.", "I don't like coffee."), ("我喜欢喝咖啡。", "我不喜欢喝咖啡。")])
async def test_contradictory_statements_of_one_turn_leave_the_last(ada: Teller, lines: tuple[str, str]) -> None:
    separator = " " if lines[0].isascii() else ""
    await ada.says(separator.join(lines))
    (memory,) = await ada.held()
    assert (memory.version, memory.claim.polarity) == (2, Polarity.NEGATIVE)
