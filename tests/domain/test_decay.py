"""How memories fade (rule F1)."""

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.decay import decay_weight
from graphmem.domain.memory import MemoryType
from graphmem.domain.policy import DecayPolicy
from tests.domain.factories import AT

POLICY = DecayPolicy()
RATES = {
    MemoryType.DECISION: 0.005,
    MemoryType.PROFILE: 0.005,
    MemoryType.PREFERENCE: 0.01,
    MemoryType.FACT: 0.01,
    MemoryType.CORRECTION: 0.01,
    MemoryType.INSIGHT: 0.02,
    MemoryType.OUTCOME: 0.02,
    MemoryType.PLAN: 0.05,
}
DAYS = st.floats(-1000, 10_000)


@pytest.mark.parametrize("kind", list(MemoryType))
def test_nothing_fades_within_thirty_days(kind: MemoryType) -> None:
    for days in (-5, 0, 1, 30):
        assert decay_weight(kind, AT, AT + timedelta(days=days), POLICY) == 1.0


@pytest.mark.parametrize("kind", list(MemoryType))
def test_after_the_grace_each_type_fades_at_its_own_rate(kind: MemoryType) -> None:
    assert decay_weight(kind, AT, AT + timedelta(days=130), POLICY) == pytest.approx(math.exp(-RATES[kind] * 100))


def test_a_plan_is_half_gone_a_fortnight_after_its_grace_and_a_decision_after_twenty_weeks() -> None:
    assert decay_weight(MemoryType.PLAN, AT, AT + timedelta(days=44), POLICY) == pytest.approx(0.5, abs=0.01)
    assert decay_weight(MemoryType.DECISION, AT, AT + timedelta(days=169), POLICY) == pytest.approx(0.5, abs=0.01)


@given(st.sampled_from(list(MemoryType)), DAYS, DAYS)
def test_older_never_weighs_more(kind: MemoryType, one: float, other: float) -> None:
    younger, older = sorted((one, other))
    weights = [decay_weight(kind, AT, AT + timedelta(days=days), POLICY) for days in (younger, older)]
    assert 0.0 <= weights[1] <= weights[0] <= 1.0
