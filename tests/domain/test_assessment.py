"""How sure, how important, and whether that is enough (rules W7, W8, W9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.assessment import confidence, gate, importance, is_worth_writing, touches
from graphmem.domain.memory import Flag, MemoryType, Source
from graphmem.domain.policy import GatePolicy, GatePreset, Policy
from graphmem.domain.status import Status
from tests.domain.factories import candidate

POLICY = Policy()
CEILINGS = {
    Source.USER_STATED: 1.0,
    Source.USER_CONFIRMED: 1.0,
    Source.SYSTEM_EVENT: 1.0,
    Source.BEHAVIOUR_INFERRED: 0.9,
    Source.IMPORTED: 0.9,
    Source.AGENT_INFERRED: 0.85,
    Source.CONVERSATION_SUMMARY: 0.85,
    Source.CONSOLIDATION: 1.0,
    Source.AGENT_GENERATED: 0.5,
}
BASES = {
    MemoryType.DECISION: 0.7,
    MemoryType.PLAN: 0.6,
    MemoryType.PREFERENCE: 0.6,
    MemoryType.CORRECTION: 0.7,
    MemoryType.PROFILE: 0.8,
    MemoryType.FACT: 0.5,
    MemoryType.OUTCOME: 0.6,
    MemoryType.INSIGHT: 0.6,
}


@pytest.mark.parametrize("source", list(Source))
def test_a_source_is_believed_up_to_its_ceiling(source: Source) -> None:
    assert confidence(source, 1.0, POLICY) == CEILINGS[source]
    assert confidence(source, 0.5, POLICY) == pytest.approx(CEILINGS[source] / 2)


@given(st.sampled_from(list(Source)), st.floats(-10, 10))
def test_confidence_stays_between_nothing_and_the_ceiling(source: Source, certainty: float) -> None:
    assert 0.0 <= confidence(source, certainty, POLICY) <= CEILINGS[source]


@pytest.mark.parametrize("kind", list(MemoryType))
def test_importance_starts_from_the_type(kind: MemoryType) -> None:
    base = BASES[kind]
    assert importance(kind, is_emphasised=False, is_situational=False, policy=POLICY) == base
    assert importance(kind, is_emphasised=True, is_situational=False, policy=POLICY) == pytest.approx(
        min(1.0, base + 0.2)
    )
    assert importance(kind, is_emphasised=False, is_situational=True, policy=POLICY) == pytest.approx(base - 0.3)
    assert importance(kind, is_emphasised=True, is_situational=True, policy=POLICY) == pytest.approx(base - 0.1)


@pytest.mark.parametrize("kind", list(MemoryType))
def test_what_touches_the_goal_weighs_more(kind: MemoryType) -> None:
    found = importance(kind, is_emphasised=False, is_situational=True, touches_goal=True, policy=POLICY)
    assert found == pytest.approx(BASES[kind] - 0.2)


@pytest.mark.parametrize(
    ("goal", "content"),
    [
        ("Plan a trip to Kyoto in May", "User wants to stay in a ryokan in Kyoto"),
        ("计划五月去京都的旅行", "用户想住在京都的町家"),
        ("Plan a trip to Tokyo", "用户下周去东京"),
        ("安排去东京的旅行", "User is flying to Tokyo"),
        ("Choose a present for my mother", "User's mother likes tea"),
        ("给妈妈选礼物", "用户的妈妈喜欢茶"),
        ("Find a restaurant for a seafood dinner", "User is allergic to shrimp"),
        ("找一家海鲜餐厅", "用户对虾过敏"),
        ("Fix the Tesla's charging error", "User drives a Tesla"),
    ],
)
def test_a_statement_touches_a_goal_by_a_telling_word_or_a_concept(goal: str, content: str) -> None:
    assert touches(goal, content)


@pytest.mark.parametrize(
    ("goal", "content"),
    [
        (None, "User is flying to Tokyo"),
        ("", "User is flying to Tokyo"),
        ("Plan a trip to Kyoto in May", "User plans to learn the piano"),
        ("计划五月去京都的旅行", "用户计划学钢琴"),
        ("Help the user find a good laptop", "User finds the office too cold"),
        ("帮助用户选择电脑", "用户选择了靠窗的座位"),
        ("Choose the best hotel", "User's best friend is called Tom"),
        ("选最好的酒店", "用户最好的朋友叫小王"),
    ],
)
def test_small_words_are_no_touch(goal: str | None, content: str) -> None:
    assert not touches(goal, content)


def test_importance_is_cut_at_one_and_at_nothing() -> None:
    extreme = Policy.model_validate({"importance": {"emphasis": 5.0}})
    assert importance(MemoryType.PROFILE, is_emphasised=True, is_situational=False, policy=extreme) == 1.0
    nothing = Policy.model_validate({"importance": {"situational": 5.0}})
    assert importance(MemoryType.PROFILE, is_emphasised=False, is_situational=True, policy=nothing) == 0.0


@pytest.mark.parametrize(
    ("source", "sure", "weighs", "expected"),
    [
        (Source.USER_STATED, 0.6, 0.3, Status.ACTIVE),
        (Source.USER_STATED, 0.59, 0.9, Status.OBSERVED),
        (Source.USER_STATED, 1.0, 0.29, Status.OBSERVED),
        (Source.IMPORTED, 0.6, 0.3, Status.ACTIVE),
        (Source.AGENT_INFERRED, 0.8, 0.3, Status.ACTIVE),
        (Source.AGENT_INFERRED, 0.79, 0.9, Status.OBSERVED),
        (Source.BEHAVIOUR_INFERRED, 0.8, 0.3, Status.ACTIVE),
        (Source.BEHAVIOUR_INFERRED, 0.79, 0.9, Status.OBSERVED),
        (Source.AGENT_GENERATED, 1.0, 1.0, Status.OBSERVED),
        (Source.CONSOLIDATION, 0.1, 0.1, Status.ACTIVE),
    ],
)
def test_the_gate_asks_more_of_what_was_inferred(source: Source, sure: float, weighs: float, expected: Status) -> None:
    assert gate(candidate(source=source), sure, weighs, POLICY) is expected


def test_an_exception_passes_the_gate_as_it_is() -> None:
    assert gate(candidate(flags=frozenset({Flag.EXCEPTION})), 0.1, 0.1, POLICY) is Status.ACTIVE


def test_what_may_be_an_injection_is_observed_however_sure_it_is() -> None:
    for source in Source:
        suspected = candidate(source=source, flags=frozenset({Flag.SUSPECTED_INJECTION, Flag.EXCEPTION}))
        assert gate(suspected, 1.0, 1.0, POLICY) is Status.OBSERVED


def test_what_the_user_says_of_its_own_character_waits_unless_it_asks_to_be_remembered() -> None:
    subjective = frozenset({Flag.SUBJECTIVE})
    assert gate(candidate(flags=subjective), 1.0, 1.0, POLICY) is Status.OBSERVED
    assert gate(candidate(flags=subjective, is_explicit=True), 1.0, 1.0, POLICY) is Status.ACTIVE


def test_a_deployment_sets_its_own_thresholds() -> None:
    strict = Policy(gate=GatePolicy(confidence=0.7, importance=0.4, inferred_confidence=0.9))
    assert gate(candidate(), 0.65, 0.9, strict) is Status.OBSERVED
    assert gate(candidate(), 0.7, 0.4, strict) is Status.ACTIVE
    assert gate(candidate(source=Source.AGENT_INFERRED), 0.85, 0.9, strict) is Status.OBSERVED


def test_the_preset_strict_asks_a_step_more_everywhere() -> None:
    strict = Policy(gate=GatePolicy(preset=GatePreset.STRICT))
    assert gate(candidate(), 0.69, 0.9, strict) is Status.OBSERVED
    assert gate(candidate(), 0.7, 0.39, strict) is Status.OBSERVED
    assert gate(candidate(), 0.7, 0.4, strict) is Status.ACTIVE
    assert gate(candidate(source=Source.IMPORTED), 0.9, 0.4, strict) is Status.ACTIVE
    assert gate(candidate(source=Source.BEHAVIOUR_INFERRED), 0.89, 0.9, strict) is Status.OBSERVED
    assert gate(candidate(source=Source.BEHAVIOUR_INFERRED), 0.9, 0.9, strict) is Status.ACTIVE
    assert strict.gate.least(0.95) == 1.0


@pytest.mark.parametrize(
    ("source", "kind", "flags", "sure", "expected"),
    [
        (Source.AGENT_INFERRED, MemoryType.PREFERENCE, frozenset[Flag](), 0.84, False),
        (Source.AGENT_INFERRED, MemoryType.PREFERENCE, frozenset[Flag](), 0.85, True),
        (Source.BEHAVIOUR_INFERRED, MemoryType.FACT, frozenset({Flag.SUBJECTIVE}), 0.84, False),
        (Source.BEHAVIOUR_INFERRED, MemoryType.FACT, frozenset[Flag](), 0.4, True),
        (Source.BEHAVIOUR_INFERRED, MemoryType.PREFERENCE, frozenset({Flag.EXCEPTION}), 0.4, True),
        (Source.USER_STATED, MemoryType.PREFERENCE, frozenset({Flag.SUBJECTIVE}), 0.1, True),
        (Source.CONSOLIDATION, MemoryType.PREFERENCE, frozenset[Flag](), 0.1, True),
    ],
)
def test_what_was_inferred_of_the_person_is_written_only_where_it_is_sure(
    source: Source, kind: MemoryType, flags: frozenset[Flag], sure: float, expected: bool
) -> None:
    assert is_worth_writing(candidate(source=source, type=kind, flags=flags), sure, POLICY) is expected
