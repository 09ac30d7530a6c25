"""Rerankers by their settings, and what a server may do wrong (rule Q2)."""

import asyncio
import importlib
import sys
import time
from collections.abc import Iterator

import pytest

from graphmem.errors import InvalidSettings, RerankingFailed
from graphmem.reranking import Reranker, RerankerOptions, open_reranker
from graphmem.reranking.cross_encoder import CrossEncoderReranker
from tests.reranking.stub import RerankStub, serving

TEXTS = ["User likes tea.", "用户住在杭州", "User plays chess."]


@pytest.fixture
def stub() -> Iterator[RerankStub]:
    with serving() as server:
        yield server


def reranker_of(stub: RerankStub, **more: object) -> Reranker:
    options = {"provider": "http", "url": stub.url, "model": "m-1", "api_key": "secret"} | more
    reranker = open_reranker(RerankerOptions(**options))  # pyright: ignore[reportArgumentType]
    assert reranker is not None
    return reranker


async def test_a_score_comes_back_for_each_text_in_its_place(stub: RerankStub) -> None:
    stub.favourite = "杭州"
    reranker = reranker_of(stub)
    assert await reranker.rerank("用户住在哪里？", TEXTS) == [0.1, 1.0, 0.1]
    assert stub.asked == [{"query": "用户住在哪里？", "documents": TEXTS, "model": "m-1"}]
    assert stub.keys == ["Bearer secret"]
    assert await reranker.rerank("nothing to order", []) == []
    await reranker.close()


async def test_the_form_of_text_embeddings_inference_is_spoken_too(stub: RerankStub) -> None:
    stub.way, stub.favourite = "texts", "chess"
    reranker = reranker_of(stub, texts_field="texts", model=None, api_key=None)
    assert await reranker.rerank("Which game?", TEXTS) == [0.1, 0.1, 1.0]
    assert stub.asked == [{"query": "Which game?", "texts": TEXTS}]
    assert stub.keys == [None]
    await reranker.close()


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("500", "status 500"),
        ("401", "status 401"),
        ("cut", "can't be read"),
        ("html", "can't be read"),
        ("words", "can't be read"),
        ("truth", "can't be read"),
        ("endless", "can't be read"),
        ("short", "2 scores for 3 texts"),
        ("long", "can't be read"),
        ("nan", "no finite number"),
        ("infinite", "no finite number"),
    ],
)
async def test_whatever_a_server_does_wrong_is_one_error_without_the_words_of_people(
    stub: RerankStub, way: str, words: str
) -> None:
    stub.way = way
    reranker = reranker_of(stub)
    with pytest.raises(RerankingFailed, match=words) as failed:
        await reranker.rerank("Where does the user live?", TEXTS)
    assert not any(text in str(failed.value) for text in (*TEXTS, "live", "secret"))
    stub.way = "good"
    assert len(await reranker.rerank("tea", TEXTS)) == 3
    await reranker.close()


async def test_a_slow_server_is_not_waited_for(stub: RerankStub) -> None:
    stub.way = "slow"
    reranker = reranker_of(stub, timeout=0.1)
    with pytest.raises(RerankingFailed, match=r"longer than 0\.1 s"):
        await reranker.rerank("tea", TEXTS)
    await reranker.close()


async def test_a_server_that_is_not_there_is_told() -> None:
    options = RerankerOptions(provider="http", url="http://127.0.0.1:1/rerank")
    reranker = open_reranker(options)
    assert reranker is not None
    with pytest.raises(RerankingFailed, match="could not be asked"):
        await reranker.rerank("tea", TEXTS)
    await reranker.close()


@pytest.mark.parametrize(
    ("options", "variable"),
    [
        (RerankerOptions(provider="http"), "GRAPHMEM_RERANKER_URL"),
        (RerankerOptions(provider="http", url="ftp://x/rerank"), "GRAPHMEM_RERANKER_URL"),
        (RerankerOptions(provider="sentence-transformers"), "GRAPHMEM_RERANKER_MODEL"),
        (RerankerOptions(provider="magic"), "GRAPHMEM_RERANKER"),
    ],
)
def test_what_is_missing_is_named(options: RerankerOptions, variable: str) -> None:
    with pytest.raises(InvalidSettings, match=variable):
        open_reranker(options)


def test_it_is_off_by_default() -> None:
    assert open_reranker(RerankerOptions()) is None


LIBRARY = """
import time
class CrossEncoder:
    def __init__(self, name, *, revision, device):
        if name == "missing":
            raise OSError("no such model")
    def predict(self, pairs, *, show_progress_bar):
        if pairs[0][0] == "slow":
            time.sleep(1.0)
        return [float(query in text) for query, text in pairs]
"""
"""What the adapter uses of the library, which takes 5 GB to install."""


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("library")
    (folder / "sentence_transformers.py").write_text(LIBRARY, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.delitem(sys.modules, "sentence_transformers", raising=False)
    importlib.invalidate_caches()


@pytest.mark.usefixtures("library")
async def test_a_cross_encoder_reads_query_and_text_together() -> None:
    reranker = open_reranker(RerankerOptions(provider="sentence-transformers", model="m"))
    assert reranker is not None
    assert await reranker.rerank("杭州", TEXTS) == [0.0, 1.0, 0.0]
    await reranker.close()


@pytest.mark.usefixtures("library")
async def test_a_model_that_can_not_be_loaded_fails_at_each_call() -> None:
    reranker = CrossEncoderReranker("missing", revision=None, device=None, timeout=5.0)
    for _ in range(2):
        with pytest.raises(RerankingFailed, match="OSError"):
            await reranker.rerank("tea", TEXTS)
    await reranker.close()


@pytest.mark.usefixtures("library")
async def test_nobody_queues_behind_a_call_that_is_late_already() -> None:
    reranker = CrossEncoderReranker("m", revision=None, device=None, timeout=0.3)
    both = await asyncio.gather(reranker.rerank("tea", TEXTS), reranker.rerank("chess", TEXTS))
    assert both == [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    with pytest.raises(RerankingFailed, match="longer than"):
        await reranker.rerank("slow", TEXTS)
    started = time.perf_counter()
    with pytest.raises(RerankingFailed, match="still busy"):
        await reranker.rerank("tea", TEXTS)
    assert time.perf_counter() - started < 0.2
    await reranker.close()
