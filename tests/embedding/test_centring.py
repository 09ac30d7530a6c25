"""Taking the language off a vector, and refusing what can't be stored."""

import numpy as np
import pytest

from graphmem.embedding.centring import Centre, unit_rows
from graphmem.embedding.model import Matrix, Side
from graphmem.errors import EmbeddingFailed
from graphmem.language.script import Language


def row(*numbers: float) -> Matrix:
    return np.array(numbers, dtype=np.float32)


MEANS = {Language.ENGLISH: row(0.5, 0.0, 0.0), Language.CHINESE: row(0.0, 0.5, 0.0)}
CENTRE = Centre({Side.QUERY: MEANS, Side.PASSAGE: MEANS})


def test_each_text_loses_the_mean_of_its_language() -> None:
    rows = np.array([[0.0, 0.0, 2.0]] * 3, dtype=np.float32)
    centred = CENTRE.centred(["food", "食物", "食物 abcde"], rows, Side.PASSAGE)
    expected = np.array([[-0.5, 0.0, 1.0], [0.0, -0.5, 1.0], [-0.25, -0.25, 1.0]])
    np.testing.assert_allclose(centred, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-6)


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((1, 3)),
        np.array([[np.nan, 0.0, 1.0]]),
        np.array([[np.inf, 0.0, 1.0]]),
        np.ones((1, 4)),
        np.ones((2, 3)),
        np.ones(3),
        np.ones((0, 3)),
    ],
)
def test_what_the_database_would_swallow_in_silence_is_refused(rows: Matrix) -> None:
    with pytest.raises(EmbeddingFailed):
        CENTRE.centred(["food"], rows.astype(np.float32), Side.QUERY)


def test_a_text_that_is_nothing_but_its_language_is_refused() -> None:
    pure = Centre({side: {language: row(1.0, 0.0) for language in Language} for side in Side})
    with pytest.raises(EmbeddingFailed, match="zero"):
        pure.centred(["food"], np.array([[3.0, 0.0]], dtype=np.float32), Side.QUERY)


def test_rows_get_unit_length() -> None:
    unit = unit_rows(np.full((2, 3), 7, dtype=np.float32), count=2, dimension=None)
    np.testing.assert_allclose(np.linalg.norm(unit, axis=1), 1, atol=1e-6)
