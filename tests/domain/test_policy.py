"""The numbers of the rules: one may be set without losing the others."""

import pytest
from pydantic import ValidationError

from graphmem.domain.memory import MemoryType, Source
from graphmem.domain.policy import Policy


def test_every_source_and_every_type_has_its_numbers() -> None:
    policy = Policy()
    assert set(policy.confidence.ceiling) == set(Source)
    assert set(policy.importance.base) == set(MemoryType)
    assert set(policy.decay.rate) == set(MemoryType)


def test_setting_one_entry_of_a_table_keeps_the_others() -> None:
    policy = Policy.model_validate(
        {
            "confidence": {"ceiling": {"imported": 0.7}},
            "importance": {"base": {"fact": 0.4}},
            "decay": {"rate": {"plan": 0.1}},
        }
    )
    assert policy.confidence.ceiling == {**Policy().confidence.ceiling, Source.IMPORTED: 0.7}
    assert policy.importance.base == {**Policy().importance.base, MemoryType.FACT: 0.4}
    assert policy.decay.rate == {**Policy().decay.rate, MemoryType.PLAN: 0.1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"gate": {"confidense": 0.5}},
        {"confidence": {"ceiling": {"hearsay": 0.5}}},
        {"ranking": {"depth": 0}},
        {"ranking": {"default_limit": 101}},
        {"conflict": {"related_limit": 1000}},
        {"gate": {"confidence": "high"}},
        {"gate": {"confidence": 7}},
        {"confidence": {"ceiling": {"imported": 1.1}}},
        {"decay": {"rate": {"plan": -0.1}}},
        {"decay": {"grace_days": -1}},
    ],
)
def test_a_number_nobody_knows_or_out_of_its_bounds_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Policy.model_validate(wrong)


def test_a_policy_is_never_changed_in_place() -> None:
    with pytest.raises(ValidationError):
        Policy().gate.confidence = 0.1  # pyright: ignore[reportAttributeAccessIssue]  what is tried here
