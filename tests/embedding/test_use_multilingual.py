"""The default embedder, for real: what it promises every caller."""

import asyncio
import math

import pytest

from graphmem.embedding import CentredEmbedder, Vector, cosine
from graphmem.embedding.registry import EmbedderOptions, open_embedder
from graphmem.errors import EmbeddingFailed, InvalidInput

DIMENSION = 512


def is_unit(vector: Vector) -> bool:
    return len(vector) == DIMENSION and math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-4)


async def test_its_space_is_named_and_its_key_is_stable(use: CentredEmbedder) -> None:
    assert (use.space.provider, use.space.dimension) == ("use", DIMENSION)
    again = await open_embedder(EmbedderOptions())
    assert again.space == use.space
    assert again.space.key == use.space.key
    assert len(use.space.key) == 16
    await again.close()


async def test_passages_come_in_their_order(use: CentredEmbedder) -> None:
    texts = [f"User owns {number} books about gardens." for number in range(70)]
    vectors = await use.embed_passages(texts)
    assert len(vectors) == len(texts)
    assert all(is_unit(vector) for vector in vectors)
    [alone] = await use.embed_passages([texts[41]])
    assert vectors[41] == pytest.approx(alone, abs=1e-5)
    assert await use.embed_passages([]) == []


@pytest.mark.parametrize(
    "text",
    [
        "\ud800 lone surrogate",
        "NUL \x00 inside",
        "🙂🙃",
        "a" * 100_000,
        "用户不吃辣。" * 10_000,
        "\u202eright to left\u202c",
        "?",
        "0",
        "ไทย हिन्दी العربية",
        "\U0010ffff\u0301",
    ],
)
async def test_any_visible_text_gets_a_vector_that_can_be_stored(use: CentredEmbedder, text: str) -> None:
    assert is_unit(await use.embed_query(text))
    [vector] = await use.embed_passages([text])
    assert is_unit(vector)


@pytest.mark.parametrize("text", ["", " \n", "\x00"])
async def test_a_text_without_anything_visible_is_refused(use: CentredEmbedder, text: str) -> None:
    with pytest.raises(InvalidInput):
        await use.embed_query(text)
    with pytest.raises(InvalidInput):
        await use.embed_passages(["fine", text])


async def test_a_vector_belongs_to_its_caller(use: CentredEmbedder) -> None:
    first = await use.embed_query("Where do I live?")
    first[0] = 9.0
    assert is_unit(await use.embed_query("Where do I live?"))


async def test_many_callers_at_once_get_their_own_vectors(use: CentredEmbedder) -> None:
    queries = [f"question number {number}" for number in range(40)]
    together = await asyncio.gather(*(use.embed_query(query) for query in queries))
    singly = await use.embed_passages(queries)  # this model makes no difference between the sides
    assert all(cosine(one, other) > 0.9999 for one, other in zip(together, singly, strict=True))


async def test_a_query_does_not_wait_for_a_whole_import(use: CentredEmbedder) -> None:
    bulk = asyncio.create_task(use.embed_passages([f"User has visited town number {n}." for n in range(2_000)]))
    await asyncio.sleep(0)  # lets the import begin
    await use.embed_query("Which towns have I seen before breakfast?")
    assert not bulk.done()
    assert len(await bulk) == 2_000


async def test_a_closed_embedder_fails_as_one_that_can_t_answer() -> None:
    embedder = await open_embedder(EmbedderOptions())
    await embedder.close()
    with pytest.raises(EmbeddingFailed):
        await embedder.embed_query("Where do I live?")
