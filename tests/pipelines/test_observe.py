"""Stories told to `observe`, each in English and in Chinese (rules D1, D3, D4, D5, D9, D11, W6, W14)."""

import time
from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.change import EdgeKind
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, MemoryType
from graphmem.domain.status import Status
from graphmem.errors import InvalidInput, LimitExceeded
from graphmem.pipelines import reading
from graphmem.pipelines.bounds import MAX_CANDIDATES
from graphmem.pipelines.remember import remember
from graphmem.pipelines.requests import RememberRequest
from tests.pipelines.teller import Teller


@pytest.mark.parametrize("line", ["I'm allergic to peanuts.", "我对花生过敏。"])
async def test_a_taboo_is_remembered_at_once_with_the_words_it_stands_on(ada: Teller, line: str) -> None:
    written = await ada.says(line)
    (decision,) = written.decisions
    (memory,) = await ada.held()
    assert (decision.action, decision.rule, decision.memory_id) == (Action.ADD, "D11", memory.id)
    assert (memory.status, memory.type) == (Status.ACTIVE, MemoryType.PREFERENCE)
    (source,) = (await reading.sources_of(ada.services, ada.owner, [memory.id]))[memory.id]
    assert source.message.content[source.start : source.end].rstrip(".。") == line.rstrip(".。")


@pytest.mark.parametrize("lines", [("I like green tea.", "I like green tea."), ("我喜欢绿茶。", "我喜欢绿茶。")])
async def test_saying_it_again_reinforces_instead_of_doubling(ada: Teller, lines: tuple[str, str]) -> None:
    await ada.says(lines[0], session="s1")
    again = await ada.says(lines[1], session="s2")
    (memory,) = await ada.held()
    assert [d.action for d in again.decisions] == [Action.REINFORCE]
    assert memory.state.mention_count == 2
    assert len((await reading.sources_of(ada.services, ada.owner, [memory.id]))[memory.id]) == 2


@pytest.mark.parametrize(
    ("standing", "once"),
    [("I don't eat spicy food.", "Spicy food is fine just this once."), ("我不吃辣。", "这次吃点辣也行。")],
)
async def test_a_taboo_survives_a_one_off_exception(
    ada: Teller, clock: SettableClock, standing: str, once: str
) -> None:
    first = (await ada.says(standing)).decisions[0]
    decision = (await ada.says(once, session="s2")).decisions[0]
    assert (decision.action, decision.rule, decision.related_id) == (Action.EXCEPTION, "D3", first.memory_id)
    memories = {m.id: m for m in await ada.held()}
    assert first.memory_id is not None
    assert decision.memory_id is not None
    assert memories[first.memory_id].status is Status.ACTIVE
    exception = memories[decision.memory_id]
    assert Flag.EXCEPTION in exception.flags
    assert exception.valid_to is not None
    assert exception.valid_to <= clock.now() + timedelta(days=7)
    (edge,) = (await ada.lineage(decision.memory_id)).edges
    assert (edge.kind, edge.target) == (EdgeKind.EXCEPTION_TO, first.memory_id)
    clock.advance(timedelta(days=8))
    assert exception.content not in await ada.asks(standing)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My shipping address is 12 Elm Street.", "My shipping address is 7 Oak Avenue."),
        ("我的收货地址是杭州市文三路90号。", "我的收货地址是上海市南京西路100号。"),
    ],
)
async def test_a_newer_address_replaces_the_old_one_and_keeps_it_in_the_lineage(
    ada: Teller, old: str, new: str
) -> None:
    await ada.says(old)
    decision = (await ada.says(new, session="s2")).decisions[0]
    assert (decision.action, decision.rule) == (Action.SUPERSEDE, "D5")
    lineage = await ada.lineage(decision.memory_id)
    assert [(m.version, m.status, m.is_head) for m in lineage.versions] == [
        (1, Status.SUPERSEDED, False),
        (2, Status.ACTIVE, True),
    ]
    assert lineage.versions[0].retired_at == lineage.versions[1].recorded_at
    assert [e.kind for e in lineage.edges] == [EdgeKind.SUPERSEDED_BY]


@pytest.mark.parametrize(
    ("first", "then"), [("I'll take the titanium cup.", "No, steel instead."), ("我决定买钛杯。", "不对，还是钢的吧。")]
)
async def test_consecutive_turns_about_one_thing_end_as_one_decision(ada: Teller, first: str, then: str) -> None:
    await ada.says(first)
    decision = (await ada.says(then)).decisions[0]
    assert decision.action is Action.SUPERSEDE
    (memory,) = [m for m in await ada.held() if m.status is Status.ACTIVE]
    assert (memory.id, memory.version, memory.claim.value) == (decision.memory_id, 2, "steel")


@pytest.mark.parametrize(
    ("one", "other"), [("I love coffee.", "I don't like coffee."), ("我喜欢喝咖啡。", "我不喜欢喝咖啡。")]
)
async def test_a_contradiction_that_takes_nothing_back_keeps_both_sides(ada: Teller, one: str, other: str) -> None:
    old = (await ada.says(one)).decisions[0]
    new = (await ada.says(other, session="s2")).decisions[0]
    assert (new.action, new.rule, new.related_id) == (Action.KEEP_BOTH, "D9", old.memory_id)
    assert {m.status for m in await ada.held()} == {Status.ACTIVE, Status.OBSERVED}
    (edge,) = (await ada.lineage(new.memory_id)).edges
    assert (edge.kind, edge.until) == (EdgeKind.CONFLICT_WITH, None)


@pytest.mark.parametrize(
    ("one", "other", "back"),
    [
        ("I love coffee.", "I don't like coffee.", "Actually, I no longer like coffee."),
        ("我喜欢喝咖啡。", "我不喜欢喝咖啡。", "其实我不再喜欢喝咖啡了。"),
    ],
)
async def test_taking_it_back_ends_the_conflict(ada: Teller, one: str, other: str, back: str) -> None:
    await ada.says(one)
    new = (await ada.says(other, session="s2")).decisions[0]
    await ada.says(back, session="s3")
    assert one.rstrip(".。") not in {m.content for m in await ada.held(statuses=frozenset({Status.ACTIVE}))}
    edges = [e for e in (await ada.lineage(new.memory_id)).edges if e.kind is EdgeKind.CONFLICT_WITH]
    assert [e.until is not None for e in edges] == [True]


@pytest.mark.parametrize("line", ["How are you?", "Thanks!", "今天天气真好！", "你好吗？"])
async def test_small_talk_leaves_a_decision_but_no_memory(ada: Teller, line: str) -> None:
    (decision,) = (await ada.says(line)).decisions
    assert (decision.action, decision.rule, decision.memory_id) == (Action.IGNORE, "W3", None)
    assert decision.fragment is not None
    assert await ada.held() == []


@pytest.mark.parametrize(
    ("held", "denied"), [("I live in Rome.", "I no longer live in Paris."), ("我住在杭州。", "我不再住在北京了。")]
)
async def test_a_denial_of_another_value_leaves_the_slot_alone(ada: Teller, held: str, denied: str) -> None:
    first = (await ada.says(held)).decisions[0]
    await ada.says(denied, session="s2")
    assert first.memory_id in {m.id for m in await ada.held(statuses=frozenset({Status.ACTIVE}))}


async def test_an_old_address_that_comes_late_does_not_replace_the_newer_one(ada: Teller, clock: SettableClock) -> None:
    await ada.says("I live in Rome.")
    request = RememberRequest(content="User lives in Paris", occurred_at=clock.now() - timedelta(days=900))
    (decision,) = (await remember(ada.services, ada.call(), request)).decisions
    assert decision.action is Action.KEEP_BOTH
    assert [m.claim.value for m in await ada.held(statuses=frozenset({Status.ACTIVE}))] == ["rome"]


@pytest.mark.parametrize(
    ("one", "other", "back"),
    [
        ("I like coffee.", "I dislike coffee.", "Actually I like coffee now."),
        ("我喜欢咖啡。", "我不喜欢咖啡。", "其实我现在喜欢咖啡了。"),
    ],
)
async def test_coming_back_to_what_is_held_does_not_hold_it_twice(ada: Teller, one: str, other: str, back: str) -> None:
    first = (await ada.says(one)).decisions[0]
    second = (await ada.says(other, session="s2")).decisions[0]
    (decision,) = (await ada.says(back, session="s3")).decisions
    assert (decision.action, decision.memory_id) == (Action.SUPERSEDE, first.memory_id)
    assert [m.id for m in await ada.held()] == [first.memory_id]
    assert (await ada.lineage(second.memory_id)).versions[0].status is Status.SUPERSEDED


async def test_a_long_message_is_read_in_bounded_time_and_its_rest_is_told(ada: Teller) -> None:
    started = time.perf_counter()
    written = await ada.says("a" + " " * 19_000 + "b. " + "OK, thanks a lot. " * 50)
    assert time.perf_counter() - started < 20
    assert {d.action for d in written.decisions} == {Action.IGNORE}
    long = await ada.says("OK then. " * 1_000 + "I'm allergic to peanuts.", session="s2")
    assert (long.decisions[-1].rule, long.decisions[-1].action) == ("P3", Action.IGNORE)
    with pytest.raises(LimitExceeded, match="60000 characters in all"):
        await ada.says(*["x" * 20_000] * 4)


async def test_statements_of_one_exchange_see_each_other(ada: Teller) -> None:
    written = await ada.says("I live in London.", "I moved to Paris.")
    assert [d.action for d in written.decisions] == [Action.ADD, Action.SUPERSEDE]
    assert [(m.claim.value, m.version) for m in await ada.held()] == [("paris", 2)]


async def test_decisions_come_in_the_order_of_the_words(ada: Teller) -> None:
    written = await ada.says("I like jazz.", "Thanks!", "I live in London.")
    assert [d.action for d in written.decisions] == [Action.ADD, Action.IGNORE, Action.ADD]


async def test_a_contradiction_in_another_language_is_seen(ada: Teller) -> None:
    await ada.says("I like spicy food.")
    (decision,) = (await ada.says("我不吃辣。", session="s2")).decisions
    assert decision.action is Action.KEEP_BOTH


async def test_what_cannot_be_taken_is_refused_with_its_place(ada: Teller) -> None:
    with pytest.raises(InvalidInput, match=r"turns\[0\].content is empty"):
        await ada.says(" \0 ")
    with pytest.raises(InvalidInput, match="may have 20000 characters; it has 100000"):
        await ada.says("x" * 100_000)
    with pytest.raises(LimitExceeded, match="takes 1 to 50 items; it has 0"):
        await ada.says()
    with pytest.raises(InvalidInput, match="sessionId"):
        await ada.says("I like tea.", session="s\n1")
    assert await ada.held() == []


async def test_nul_and_lone_surrogates_are_cleaned_away(ada: Teller) -> None:
    await ada.says("I like gre\0en tea.\ud83d")
    (memory,) = await ada.held()
    assert "\0" not in memory.content
    assert "green tea" in memory.content


@pytest.mark.parametrize(
    ("broad", "narrow"),
    [
        ("I don't eat chicken.", "I don't eat chicken feet."),
        ("I love swimming.", "I love swimming pools."),
        ("我不吃鸡肉。", "我不吃鸡爪。"),
    ],
)
async def test_a_narrower_statement_does_not_take_the_place_of_a_broader_one(
    ada: Teller, broad: str, narrow: str
) -> None:
    for first, second in ((broad, narrow), (narrow, broad)):
        user = Teller(ada.services, ada.tenant, f"user {first}")
        await user.says(first, session="s1")
        await user.says(second, session="s2")
        assert len(await user.held(statuses=frozenset({Status.ACTIVE}))) == 2


@pytest.mark.parametrize(("line", "question"), [("My mother lives in Graz.", "live"), ("我妈妈住在格拉茨。", "住")])
async def test_what_is_told_of_somebody_else_is_not_filed_under_the_users_own_questions(
    ada: Teller, line: str, question: str
) -> None:
    await ada.says(line)
    (memory,) = await ada.held()
    assert [phrase for phrase in memory.search_phrases if question in phrase] == []


async def test_an_exchange_of_very_many_statements_is_decided_up_to_a_bound(ada: Teller) -> None:
    lines = [" ".join(f"I like thing{n}{letter}." for n in range(20)) for letter in "abcdefg"]
    written = await ada.says(*lines)
    beyond = [d for d in written.decisions if d.rule == "P3"]
    assert len(beyond) == 140 - MAX_CANDIDATES
    assert len(written.decisions) == 140
