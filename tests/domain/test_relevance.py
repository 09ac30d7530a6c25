"""What makes a memory relevant: its words and meaning, its time, and what was said around it (rule Q1)."""

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.domain.claim import Claim
from graphmem.domain.policy import RankingPolicy
from graphmem.domain.ranking import Entrant, relevances
from graphmem.language.questions import Period, Question, Shape, periods, read_question
from graphmem.language.tokens import search_text
from tests.domain.factories import memory

POLICY = RankingPolicy()
SINGLE = Question("tea", Shape.SINGLE)


def said(place: int, cosine: float = 0.0, *, session: str = "s", is_surrounded: bool = True) -> Entrant:
    held = memory(f"turn {place}", session_id=session)
    return Entrant(memory=held, cosines=(cosine,), search_text="", place=place, is_surrounded=is_surrounded)


def test_what_stands_beside_a_good_answer_comes_before_what_stands_alone() -> None:
    entrants = [said(3, 0.8), said(4, 0.2), said(9, 0.2, session="elsewhere")]
    best, beside, alone = (r.value for r in relevances(SINGLE, entrants, (), POLICY))
    assert best > beside > alone


def test_a_neighbour_that_does_not_exist_neither_helps_nor_harms() -> None:
    only = said(0, 0.5)
    outside = Entrant(memory=memory(), cosines=(0.5,), search_text="")
    in_session, without = relevances(SINGLE, [only, outside], (), POLICY)
    assert in_session.value == pytest.approx(without.value)
    assert in_session.context == pytest.approx(0.0)


def test_a_neighbour_that_is_no_candidate_counts_as_the_lowest() -> None:
    entrants = [said(5, 0.5, is_surrounded=False), said(50, 0.1, session="other", is_surrounded=False)]
    first, _ = relevances(SINGLE, entrants, (), POLICY)
    assert first.context < 0


def test_a_memory_of_the_period_named_comes_first() -> None:
    day = datetime(2026, 5, 21, tzinfo=UTC)
    inside, outside = memory("inside", at=day), memory("outside", at=day + timedelta(days=40))
    named = [Period(day - timedelta(days=1), day + timedelta(days=2))]
    entrants = [Entrant(memory=m, cosines=(0.3,), search_text="") for m in (outside, inside)]
    left, right = relevances(SINGLE, entrants, named, POLICY)
    assert (left.fit, right.fit) == (0.0, 1.0)
    assert right.value > left.value


def test_of_several_questions_each_finds_its_answer() -> None:
    question = read_question("What do I drink? Where do I live?")
    texts = ("I drink tea", "I live in Leeds", "I ride a bicycle")
    cosines = ((0.3, 0.6, 0.0), (0.3, 0.0, 0.6), (0.4, 0.1, 0.1))
    entrants = [
        Entrant(memory=memory(t), cosines=c, search_text=search_text(t)) for t, c in zip(texts, cosines, strict=True)
    ]
    tea, leeds, bicycle = (r.value for r in relevances(question, entrants, (), POLICY))
    assert bicycle < min(tea, leeds)


@pytest.mark.parametrize(
    ("text", "shape", "parts"),
    [
        ("Where do I live?", Shape.SINGLE, ()),
        ("Where do I live? And what do I eat?", Shape.COMPOUND, ("Where do I live?", "what do I eat?")),
        ("我住在哪里？另外，我喜欢吃什么？", Shape.COMPOUND, ("我住在哪里？", "我喜欢吃什么？")),
        ("I am tired.\nWhat would help?", Shape.DIALOGUE, ("I am tired.", "What would help?")),
        ("好累啊。\n做点什么好？", Shape.DIALOGUE, ("好累啊。", "做点什么好？")),
        ("", Shape.SINGLE, ()),
        ("???", Shape.SINGLE, ()),
    ],
)
def test_a_query_is_cut_into_what_can_be_looked_for(text: str, shape: Shape, parts: tuple[str, ...]) -> None:
    read = read_question(text)
    assert (read.text, read.shape, read.parts) == (text, shape, parts)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("What did I do on May 21, 2023?", [("2023-05-20", "2023-05-23")]),
        ("2023年5月21日我做了什么？", [("2023-05-20", "2023-05-23")]),
        ("Anything in March?", [("2025-02-28", "2025-04-02"), ("2026-02-28", "2026-04-02")]),
        ("三月的事", [("2025-02-28", "2025-04-02"), ("2026-02-28", "2026-04-02")]),
        ("What happened in March?", [("2025-02-28", "2025-04-02")]),
        ("三月发生了什么？", [("2025-02-28", "2025-04-02")]),
        ("What do I like?", []),
    ],
)
def test_the_periods_of_a_query_are_read_in_both_directions(text: str, wanted: list[tuple[str, str]]) -> None:
    asked_at = datetime(2026, 1, 10, tzinfo=UTC)
    found = periods(text, asked_at=asked_at, zone=UTC, margin_days=1)
    assert [(p.begins.date().isoformat(), p.ends.date().isoformat()) for p in found] == wanted


def test_nothing_is_relevant_where_nothing_was_found() -> None:
    assert relevances(SINGLE, [], (), POLICY) == []


@pytest.mark.parametrize("question", ["Where do I live?", "我住在哪里？"])
def test_what_fills_the_slot_that_is_asked_for_comes_before_what_is_as_alike(question: str) -> None:
    claims = [Claim(attribute="city", value="leeds"), Claim(subject="mother", attribute="city", value="york"), Claim()]
    entrants = [Entrant(memory=memory(claim=claim), cosines=(0.2,), search_text="") for claim in claims]
    own, mothers, other = relevances(read_question(question), entrants, (), POLICY)
    assert (own.slot, mothers.slot, other.slot) == (1.0, 0.0, 0.0)
    assert own.value > mothers.value == other.value
