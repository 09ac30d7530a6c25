"""W10, D13, W12: what is observed becomes active by being said again, or by a yes; conflicts end with it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.change import EdgeKind
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, Memory, MemoryType, Source
from graphmem.domain.status import Status
from tests.domain.factories import candidate
from tests.pipelines.saying import say
from tests.pipelines.teller import Teller

BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def plan(language: str) -> Candidate:
    content = "User may go hiking in spring" if language == "en" else "用户春天可能去徒步"
    claim = Claim(topic="hiking", value="hiking")
    return replace(candidate(content, claim=claim, type=MemoryType.PLAN), language=language, certainty=0.5)


def interest(language: str) -> Candidate:
    content = "User may like pottery" if language == "en" else "用户可能喜欢陶艺"
    claim = Claim(topic="pottery", value="pottery")
    return replace(candidate(content, claim=claim), language=language, certainty=0.5)


def coffee(language: str, polarity: Polarity) -> Candidate:
    words = {
        ("en", Polarity.POSITIVE): "User likes coffee",
        ("en", Polarity.NEGATIVE): "User dislikes coffee",
        ("zh", Polarity.POSITIVE): "用户喜欢咖啡",
        ("zh", Polarity.NEGATIVE): "用户不喜欢咖啡",
    }
    claim = Claim(topic="coffee", value="coffee", polarity=polarity)
    return replace(candidate(words[language, polarity], claim=claim), language=language)


async def only(ada: Teller) -> Memory:
    (memory,) = await ada.held()
    return memory


@BOTH
async def test_a_vague_plan_is_active_the_second_time_in_another_session(ada: Teller, language: str) -> None:
    await say(ada, plan(language), session="s1")
    await say(ada, plan(language), session="s1")
    assert (await only(ada)).status is Status.OBSERVED
    (made,) = await say(ada, plan(language), session="s2")
    memory = await only(ada)
    assert (made.action, made.rule, memory.status) == (Action.REINFORCE, "D1", Status.ACTIVE)
    assert memory.state.confidence >= 0.6
    assert (memory.state.mention_count, memory.state.mention_sessions) == (3, 2)


@BOTH
async def test_a_vague_plan_is_active_when_said_again_a_day_later(
    ada: Teller, clock: SettableClock, language: str
) -> None:
    await say(ada, plan(language))
    clock.advance(timedelta(hours=23))
    await say(ada, plan(language))
    assert (await only(ada)).status is Status.OBSERVED
    clock.advance(timedelta(hours=24))
    await say(ada, plan(language))
    assert (await only(ada)).status is Status.ACTIVE


@BOTH
async def test_a_passing_interest_is_active_the_third_time(ada: Teller, language: str) -> None:
    seen: list[Status] = []
    for session in ("s1", "s2", "s3"):
        await say(ada, interest(language), session=session)
        seen.append((await only(ada)).status)
    assert seen == [Status.OBSERVED, Status.OBSERVED, Status.ACTIVE]


@BOTH
async def test_firm_words_make_a_vague_plan_active_at_once(ada: Teller, language: str) -> None:
    await say(ada, plan(language))
    await say(ada, replace(plan(language), certainty=1.0))
    memory = await only(ada)
    assert (memory.status, memory.state.confidence) == (Status.ACTIVE, 1.0)


@BOTH
async def test_what_the_agent_infers_again_and_again_promotes_nothing(ada: Teller, language: str) -> None:
    inferred = replace(plan(language), source=Source.AGENT_INFERRED)
    for session in ("s1", "s2", "s3", "s4"):
        await say(ada, inferred, session=session)
    assert (await only(ada)).status is Status.OBSERVED


@BOTH
async def test_what_the_agent_made_up_is_active_only_by_a_yes(ada: Teller, language: str) -> None:
    made_up = replace(coffee(language, Polarity.POSITIVE), source=Source.AGENT_GENERATED)
    for session in ("s1", "s2", "s3"):
        await say(ada, made_up, session=session)
    assert (await only(ada)).status is Status.OBSERVED
    yes = replace(made_up, intent=Intent.CONFIRM, source=Source.USER_CONFIRMED)
    (made,) = await say(ada, yes, session="s3")
    memory = await only(ada)
    assert (made.rule, memory.status, memory.state.is_confirmed) == ("W10", Status.ACTIVE, True)
    assert memory.state.confidence >= 0.8


@BOTH
async def test_a_disposition_is_active_when_said_in_another_session_or_asked_for(ada: Teller, language: str) -> None:
    content = "User is impatient" if language == "en" else "用户是急性子"
    said = replace(
        candidate(content, claim=Claim(topic="temper", value="impatient"), flags=frozenset({Flag.SUBJECTIVE})),
        language=language,
    )
    await say(ada, said)
    assert (await only(ada)).status is Status.OBSERVED
    await say(ada, replace(said, is_explicit=True))
    assert (await only(ada)).status is Status.ACTIVE


@BOTH
async def test_promoting_one_side_of_a_conflict_ends_the_other_in_it(ada: Teller, language: str) -> None:
    (old,) = await say(ada, coffee(language, Polarity.POSITIVE), session="s1")
    (new,) = await say(ada, coffee(language, Polarity.NEGATIVE), session="s2")
    assert new.action is Action.KEEP_BOTH
    (again,) = await say(ada, coffee(language, Polarity.NEGATIVE), session="s3")
    assert (again.action, again.status) == (Action.REINFORCE, Status.ACTIVE)
    assert [m.id for m in await ada.held()] == [new.memory_id]
    ended = (await ada.lineage(old.memory_id)).versions[0]
    assert (ended.status, ended.is_head) == (Status.SUPERSEDED, False)
    edges = (await ada.lineage(new.memory_id)).edges
    assert [(e.rule, e.source) for e in edges if e.kind is EdgeKind.SUPERSEDED_BY] == [("D13", old.memory_id)]
    assert [e.until is not None for e in edges if e.kind is EdgeKind.CONFLICT_WITH] == [True]


@BOTH
async def test_repeating_the_old_side_expires_the_new(ada: Teller, language: str) -> None:
    (old,) = await say(ada, coffee(language, Polarity.POSITIVE), session="s1")
    (new,) = await say(ada, coffee(language, Polarity.NEGATIVE), session="s2")
    await say(ada, coffee(language, Polarity.POSITIVE), session="s3")
    statuses = {m.id: m.status for m in await ada.held()}
    assert statuses == {old.memory_id: Status.ACTIVE, new.memory_id: Status.EXPIRED}
    (edge,) = (await ada.lineage(new.memory_id)).edges
    assert edge.until is not None


@BOTH
async def test_a_yes_to_the_waiting_side_wins_the_conflict(ada: Teller, language: str) -> None:
    (old,) = await say(ada, coffee(language, Polarity.POSITIVE), session="s1")
    (new,) = await say(ada, coffee(language, Polarity.NEGATIVE), session="s2")
    yes = replace(coffee(language, Polarity.NEGATIVE), intent=Intent.CONFIRM, source=Source.USER_CONFIRMED)
    await say(ada, yes, session="s2")
    assert [m.id for m in await ada.held()] == [new.memory_id]
    assert (await ada.lineage(old.memory_id)).versions[0].status is Status.SUPERSEDED


@BOTH
async def test_a_yes_to_a_change_replaces_what_was_held(ada: Teller, language: str) -> None:
    (old,) = await say(ada, coffee(language, Polarity.POSITIVE), session="s1")
    yes = replace(coffee(language, Polarity.NEGATIVE), intent=Intent.CONFIRM, source=Source.USER_CONFIRMED)
    (made,) = await say(ada, yes, session="s2")
    assert (made.action, made.rule, made.related_id) == (Action.SUPERSEDE, "D4", old.memory_id)
