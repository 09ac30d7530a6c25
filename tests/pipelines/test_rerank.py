"""The best of an answer in the order of a reranker, which may fail without failing the answer (rules Q2, Q8)."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from graphmem.domain.policy import RerankPolicy
from graphmem.domain.ranking import Ranked
from graphmem.errors import RerankingFailed
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import ImportItem, ImportRequest, RecallRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.rerank import reranked
from graphmem.reranking import RerankerOptions, open_reranker
from tests.pipelines.teller import Teller
from tests.reranking.stub import RerankStub, serving

FACTS = ("User likes tea", "用户住在杭州", "User plays chess every Sunday", "用户的猫叫咪咪")


@pytest.fixture
async def asked(services: Services) -> AsyncIterator[tuple[Services, RerankStub]]:
    """The services with a reranker behind a real server."""
    with serving() as stub:
        reranker = open_reranker(RerankerOptions(provider="http", url=stub.url, timeout=0.5))
        assert reranker is not None
        yield replace(services, reranker=reranker), stub
        await reranker.close()


@pytest.fixture
async def ranked(ada: Teller) -> list[Ranked]:
    """What recall finds for a question that says nothing."""
    items = tuple(ImportItem(content=text) for text in FACTS)
    await import_memories(ada.services, ada.call(), ImportRequest(items=items))
    return list((await recall(ada.services, ada.owner, RecallRequest(query="user 用户", limit=10))).hits)


def contents(ranked: list[Ranked]) -> list[str]:
    return [r.memory.content for r in ranked]


@pytest.mark.parametrize(("favourite", "query"), [("chess", "Which game?"), ("咪咪", "宠物的名字是什么？")])
async def test_what_the_reranker_likes_best_comes_first_and_the_rest_keeps_its_order(
    asked: tuple[Services, RerankStub], ranked: list[Ranked], favourite: str, query: str
) -> None:
    services, stub = asked
    stub.favourite = favourite
    found, warning = await reranked(services, query, ranked)
    before = contents(ranked)
    first = next(text for text in before if favourite in text)
    assert contents(found) == [first, *(text for text in before if text != first)]
    assert warning is None


async def test_it_reaches_as_far_as_the_settings_say(asked: tuple[Services, RerankStub], ranked: list[Ranked]) -> None:
    services, stub = asked
    policy = services.policy.model_copy(update={"rerank": RerankPolicy(depth=2)})
    stub.favourite = contents(ranked)[3]
    found, _ = await reranked(replace(services, policy=policy), "tea", ranked)
    assert found == ranked
    assert stub.asked[0]["documents"] == contents(ranked)[:2]


@pytest.mark.parametrize("way", ["500", "slow", "cut", "short", "nan"])
async def test_a_reranker_that_fails_leaves_the_order_and_a_warning(
    asked: tuple[Services, RerankStub], ranked: list[Ranked], way: str
) -> None:
    services, stub = asked
    stub.way = way
    found, warning = await reranked(services, "tea", ranked)
    assert found == ranked
    assert warning is not None
    assert warning.code == RerankingFailed.code


async def test_personal_data_in_the_query_is_not_sent(asked: tuple[Services, RerankStub], ranked: list[Ranked]) -> None:
    services, stub = asked
    await reranked(services, "13812345678 是谁的电话？", ranked)
    assert stub.asked[0]["query"] == "[PHONE] 是谁的电话？"


async def test_without_a_reranker_nothing_changes(services: Services, ranked: list[Ranked]) -> None:
    assert services.reranker is None
    assert await reranked(services, "tea", ranked) == (ranked, None)
