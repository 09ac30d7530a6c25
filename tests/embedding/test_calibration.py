"""Rule R5's map from cosines to similarities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.embedding import Calibration
from graphmem.errors import InvalidSettings

MAP = Calibration(((0.2, 0.0), (0.7, 0.85), (1.0, 1.0)))


@pytest.mark.parametrize(
    ("cosine", "similarity"),
    [(-1.0, 0.0), (0.0, 0.0), (0.2, 0.0), (0.45, 0.425), (0.7, 0.85), (0.85, 0.925), (1.0, 1.0), (1.000_001, 1.0)],
)
def test_a_cosine_is_read_off_the_knots(cosine: float, similarity: float) -> None:
    assert MAP.similarity(cosine) == pytest.approx(similarity)


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_a_greater_cosine_never_is_less_alike(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0.0 <= MAP.similarity(low) <= MAP.similarity(high) <= 1.0


@given(st.floats(0.0, 1.0))
def test_a_threshold_maps_back(similarity: float) -> None:
    assert MAP.similarity(MAP.cosine(similarity)) == pytest.approx(similarity)


def test_a_model_that_tells_nothing_apart_still_gets_a_rising_map() -> None:
    poor = Calibration.through([(0.9, 0.0), (0.8, 0.35), (1.2, 0.85)])
    assert poor.similarity(1.0) == 1.0
    assert [similarity for _, similarity in poor.knots] == [0.0, 0.35, 0.85, 1.0]


@pytest.mark.parametrize(
    "knots",
    [
        (),
        ((1.0, 1.0),),
        ((0.2, 0.1), (1.0, 1.0)),
        ((0.2, 0.0), (1.0, 0.9)),
        ((0.2, 0.0), (0.2, 1.0)),
        ((0.5, 0.0), (0.2, 0.85), (1.0, 1.0)),
    ],
)
def test_knots_that_don_t_rise_from_zero_to_one_are_refused(knots: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(InvalidSettings, match="knots"):
        Calibration(knots)
