"""The lists of candidates, and the place of one memory in each (rule Q11)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from graphmem.clock import SettableClock
from graphmem.domain.explanation import ListKind, Outcome, Stage
from graphmem.domain.status import Status
from graphmem.embedding import EmbedderOptions, open_embedder
from graphmem.pipelines.explain_memory import explain_memory
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import ImportItem, ImportRequest, RecallRequest
from tests.pipelines.explaining import dropped_at, explained, imported, the_check, the_list, the_one
from tests.pipelines.teller import Teller


def with_lists(teller: Teller, **numbers: int) -> Teller:
    """The same user, of whom lists take fewer candidates."""
    policy = teller.services.policy
    ranking = policy.ranking.model_copy(update=numbers)
    return replace(teller, services=replace(teller.services, policy=policy.model_copy(update={"ranking": ranking})))


QUERIES = (
    "Where did I go in May 2025, and what does Rex eat?",
    "用户五月去了哪里？另外，雷克斯吃什么？",
    "What do I drink?",
    "我喝什么？",
    "user: hello there\nassistant: hi\nuser: what's my dog called?",
)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("is_past", [False, True])
async def test_every_account_agrees_with_the_recall_it_explains(
    ada: Teller, clock: SettableClock, query: str, is_past: bool
) -> None:
    """Lists and score are those of the recall: a memory is in a list where it is a candidate, and nowhere else."""
    ada = with_lists(ada, depth=4, around=2)
    await ada.says("I have a dog called Rex.", "Rex eats fish.", "I like green tea.", "I live in Rome.", session="a")
    await ada.says("我喜欢喝绿茶。", "我养了一只猫叫咪咪。", "我住在杭州。", "我周末爬山。", session="b")
    await imported(ada, *(f"User owns book number {n}" for n in range(6)), *(f"用户去过{n}号公园" for n in range(6)))
    clock.advance(timedelta(seconds=2))
    as_of = clock.now() if is_past else None
    request = RecallRequest(query=query, as_of=as_of, limit=3, wants_explanation=True)
    recalled = await recall(ada.services, ada.owner, request)
    hits = {r.memory.id: r for r in recalled.hits}
    candidates = {*hits, *(d.memory_id for d in recalled.dropped)}
    everything = await ada.held(heads_only=False)
    assert 3 < len(candidates) < len(everything)
    for held in everything:
        account = await explain_memory(ada.services, ada.owner, held.id, request)
        dropped_at(account)
        assert account.is_found == (held.id in hits), held.content
        assert (account.score is not None) == (held.id in candidates), held.content
        if held.id in hits:
            assert account.score == hits[held.id].score
        if held.status is Status.ACTIVE:
            assert any(each.is_in for each in account.lists) == (held.id in candidates), (held.content, account.lists)


@pytest.mark.parametrize(("query", "part"), [("green tea", "green tea"), ("绿茶", "绿茶")])
async def test_a_query_without_a_vector_is_compared_by_words(ada: Teller, query: str, part: str) -> None:
    tea, chess = await imported(ada, "User likes green tea 绿茶", "User plays chess 象棋")
    embedder = await open_embedder(EmbedderOptions())
    await embedder.close()
    broken = replace(ada, services=replace(ada.services, embedder=embedder))
    found = await explained(broken, tea.id, query)
    assert part in tea.content
    assert dropped_at(found) is None
    assert the_check(found, Stage.VECTOR).outcome is Outcome.WEAKENED
    account = await explained(broken, chess.id, query)
    assert dropped_at(account) is Stage.CANDIDATES
    assert "shares no telling word" in account.verdict


@pytest.mark.parametrize(
    ("texts", "query"),
    [
        (
            [f"User reads a book about tea, part {n}" for n in range(6)] + ["User repairs old bicycles"],
            "books about tea",
        ),
        ([f"用户在读一本关于茶的书第{n}册" for n in range(6)] + ["用户会修旧自行车"], "关于茶的书"),
    ],
)
async def test_a_memory_in_no_list_shows_how_far_down_it_is(ada: Teller, texts: list[str], query: str) -> None:
    ada = with_lists(ada, depth=3)
    far = (await imported(ada, *texts))[-1]
    account = await explained(ada, far.id, query)
    assert dropped_at(account) is Stage.CANDIDATES
    by_meaning = the_list(account, ListKind.VECTOR)
    assert (by_meaning.place, by_meaning.length, by_meaning.is_in) == (7, 3, False)
    assert the_list(account, ListKind.TEXT).place is None
    assert account.verdict == (
        "Not found. It is in none of the lists of candidates: "
        "by meaning it has place 7, of which 3 are taken; it shares no telling word with the query."
    )
    assert account.score is None


@pytest.mark.parametrize(
    ("told", "other", "query"),
    [
        ("My dog is called Rex.", "I like green tea.", "What about Rex?"),
        ("我的狗叫雷克斯。", "我喜欢喝绿茶。", "雷克斯怎么样？"),
    ],
)
async def test_what_mentions_a_named_thing_is_in_a_list_of_its_own(
    ada: Teller, told: str, other: str, query: str
) -> None:
    named = (await ada.says(told)).decisions[0].memory_id
    unnamed = (await ada.says(other, session="s2")).decisions[0].memory_id
    assert named is not None
    assert unnamed is not None
    account = await explained(ada, named, query)
    by_name = the_list(account, ListKind.ENTITY)
    assert (by_name.is_in, by_name.looked_for, by_name.length) == (True, None, 20)
    assert "by what it names" in account.verdict
    assert the_list(await explained(ada, unnamed, query), ListKind.ENTITY).place is None


@pytest.mark.parametrize(
    ("text", "query"),
    [("User visited a museum", "What did I do on 3 March 2025?"), ("用户参观了博物馆", "2025年3月3日我做了什么？")],
)
async def test_a_period_has_lists_of_its_own(ada: Teller, clock: SettableClock, text: str, query: str) -> None:
    at = clock.now().replace(year=2025, month=3, day=3)
    item = ImportItem(content=text, occurred_at=at)
    await import_memories(ada.services, ada.call(), ImportRequest(items=(item,)))
    (held,) = await ada.held()
    account = await explained(ada, held.id, query)
    within = [each for each in account.lists if each.period is not None]
    assert {each.kind for each in within} == {ListKind.VECTOR, ListKind.TEXT}
    assert all(each.period is not None and each.period.begins <= at < each.period.ends for each in within)
    assert next(each for each in within if each.kind is ListKind.VECTOR).place == 1
    assert "by meaning within the period" in account.verdict


async def test_a_neighbour_of_the_best_says_how_near_it_stands(ada: Teller) -> None:
    ada = with_lists(ada, depth=1, around=1)
    await ada.says("I like green tea.", "I play chess.", session="one")
    chess = await the_one(ada, "chess")
    account = await explained(ada, chess.id, "green tea")
    assert dropped_at(account) is None
    beside = the_list(account, ListKind.NEIGHBOUR)
    assert (beside.place, beside.is_in) == (1, True)
    assert account.verdict.endswith("by what was said beside it (one of the best is 1 away in its session).")


async def test_others_memories_take_no_places(ada: Teller) -> None:
    bob = Teller(ada.services, ada.tenant, "bob")
    await imported(bob, *(f"User drinks green tea number {n}" for n in range(5)))
    (held,) = await imported(ada, "User drinks tea")
    account = await explained(ada, held.id, "green tea number")
    assert the_list(account, ListKind.VECTOR).place == 1
    assert account.standing is not None
    assert account.standing.count == 1


@pytest.mark.parametrize(
    "query", ["the of and", "？！。", "()", 'owner_key:* OR "', "a" * 20_000, "MATCH (n) DELETE n"]
)
async def test_an_odd_query_is_explained_not_failed(ada: Teller, query: str) -> None:
    (held,) = await imported(ada, "User likes green tea")
    dropped_at(await explained(ada, held.id, query))
