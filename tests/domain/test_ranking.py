"""The order of a recall and its working (rules Q2, Q3)."""

import math
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.claim import Claim
from graphmem.domain.memory import Memory
from graphmem.domain.policy import Policy, RankingPolicy
from graphmem.domain.ranking import Entrant, Ranked, Relevance, Score, coverage_of, newest_of_each_slot, rank
from graphmem.language.questions import read_question
from graphmem.language.tokens import search_text
from tests.domain.factories import AT, memory

POLICY = Policy()
WORDS = st.lists(st.sampled_from(["tea", "green", "cup", "steel", "杯子", "钛杯", "茶"]), max_size=8).map(" ".join)


def entrant(text: str = "User drinks green tea", *, cosine: float = 0.0, held: Memory | None = None) -> Entrant:
    return Entrant(memory=held or memory(text), cosines=(cosine,), search_text=search_text(text))


def ids(ranked: list[Ranked]) -> list[str]:
    return [r.memory.id for r in ranked]


def test_the_score_is_the_weighted_sum_of_its_parts_times_decay_and_weight() -> None:
    held = memory(importance=0.5, at=AT - timedelta(days=130))
    faded = replace(held, state=replace(held.state, weight=0.7))
    (only,) = rank(read_question("tea"), [entrant(cosine=0.4, held=faded)], AT, POLICY)
    score = only.score
    assert score.decay == pytest.approx(math.exp(-1.0))
    assert (score.recency, score.importance, score.weight, score.relevance.cosine) == (0.0, 0.5, 0.7, 0.4)
    assert score.total == pytest.approx((0.6 * score.relevance.value + 0.3 * 0.5) * score.decay * 0.7)


@pytest.mark.parametrize(("days", "recency"), [(0, 1.0), (30, 1.0), (31, 0.0)])
def test_what_was_touched_in_the_last_thirty_days_is_recent(days: int, recency: float) -> None:
    (only,) = rank(read_question("tea"), [entrant(held=memory(at=AT - timedelta(days=days)))], AT, POLICY)
    assert only.score.recency == recency


@given(st.lists(st.tuples(WORDS, st.floats(-1, 1)), min_size=1, max_size=12), WORDS)
def test_every_part_stays_in_its_bounds(texts: list[tuple[str, float]], query: str) -> None:
    for r in rank(read_question(query), [entrant(text, cosine=cosine) for text, cosine in texts], AT, POLICY):
        assert 0.0 <= r.score.relevance.value <= 1.0
        assert 0.0 <= r.score.relevance.coverage < POLICY.ranking.bm25_k1 + 1.0
        assert 0.0 <= r.score.total <= 1.0


@given(WORDS, st.lists(WORDS, max_size=10))
def test_coverage_is_nothing_without_a_shared_word_and_something_with_one(query: str, texts: list[str]) -> None:
    analysed = [search_text(text) for text in texts]
    wanted = set(search_text(query).split())
    for text, coverage in zip(analysed, coverage_of(query, analysed, POLICY.ranking), strict=True):
        assert (coverage > 0.0) is bool(wanted & set(text.split()))


def test_a_rare_word_of_the_query_counts_more_than_a_common_one() -> None:
    texts = [search_text(t) for t in ("cup tea", "cup steel", "cup stone", "cup wood")]
    tea, steel, stone, wood = coverage_of("steel tea cup", texts, POLICY.ranking)
    assert tea == pytest.approx(steel)
    assert stone == pytest.approx(wood)
    assert steel > stone > 0.0


def test_a_long_text_is_not_covered_better_by_its_length() -> None:
    texts = [search_text("green tea"), search_text("green tea " + "with honey and lemon " * 20)]
    short, long = coverage_of("green tea", texts, POLICY.ranking)
    assert short > long


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=10), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_of_the_candidates(cosines: list[float], chance: random.Random) -> None:
    entrants = [entrant(cosine=cosine) for cosine in cosines]
    shuffled = list(entrants)
    chance.shuffle(shuffled)
    tea = read_question("tea")
    assert ids(rank(tea, entrants, AT, POLICY)) == ids(rank(tea, shuffled, AT, POLICY))


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=10))
def test_all_else_equal_the_more_relevant_comes_first(cosines: list[float]) -> None:
    ranked = rank(read_question("coffee"), [entrant(cosine=cosine) for cosine in cosines], AT, POLICY)
    assert [r.score.relevance.cosine for r in ranked] == sorted(cosines, reverse=True)


def test_equal_scores_put_the_newest_first_and_then_the_least_id() -> None:
    now = AT + timedelta(days=5)
    older = entrant(held=memory(memory_id="a"))
    newer = entrant(held=memory(memory_id="c", at=AT + timedelta(days=1)))
    twin = entrant(held=memory(memory_id="b", at=AT + timedelta(days=1)))
    assert ids(rank(read_question("coffee"), [older, newer, twin], now, POLICY)) == ["b", "c", "a"]


def test_nobody_and_nothing_are_ranked_without_complaint() -> None:
    assert rank(read_question("tea"), [], AT, POLICY) == []
    assert [r.score.relevance.coverage for r in rank(read_question(""), [entrant("")], AT, POLICY)] == [0.0]
    assert coverage_of("的", [], RankingPolicy()) == []


def slot(attribute: str, value: str, *, day: int, subject: str = "user") -> Ranked:
    held = memory(value, claim=Claim(subject=subject, attribute=attribute, value=value), at=AT + timedelta(days=day))
    relevance = Relevance(value=1.0, order=1.0, cosine=1.0, coverage=0.0, fit=0.0, slot=0.0, nearness=0.0, context=0.0)
    score = Score(total=1.0, relevance=relevance, importance=0.0, recency=0.0, decay=1.0, weight=1.0)
    return Ranked(memory=held, score=score)


def test_q3_only_the_newest_value_of_a_single_valued_slot_is_returned() -> None:
    old, new, mother = (
        slot("city", "hangzhou", day=1),
        slot("city", "beijing", day=2),
        slot("city", "paris", day=0, subject="mother"),
    )
    kept, gave_way = newest_of_each_slot([old, mother, new])
    assert kept == [mother, new]
    assert gave_way == [old]


def test_q3_slots_of_several_values_and_memories_without_a_slot_all_stay() -> None:
    hobbies = [slot("hobby", "chess", day=1), slot("hobby", "tennis", day=2)]
    plain = Ranked(memory=memory(), score=hobbies[0].score)
    kept, gave_way = newest_of_each_slot([*hobbies, plain])
    assert kept == [*hobbies, plain]
    assert gave_way == []


@given(st.lists(st.tuples(st.sampled_from(["city", "name", "hobby"]), st.integers(0, 9)), max_size=10))
def test_q3_keeps_or_names_every_candidate_in_its_order(slots: list[tuple[str, int]]) -> None:
    ranked = [slot(attribute, str(i), day=day) for i, (attribute, day) in enumerate(slots)]
    kept, gave_way = newest_of_each_slot(ranked)
    assert [r for r in ranked if r in kept] == kept
    assert [r for r in ranked if r in gave_way] == gave_way
    assert len(kept) + len(gave_way) == len(ranked)
    singles = [r.memory.claim.attribute for r in kept if r.memory.claim.attribute != "hobby"]
    assert len(singles) == len(set(singles))
