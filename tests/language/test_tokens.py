"""The one analysis of stored text and query, and the query it makes."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.errors import InvalidInput
from graphmem.ids import OwnerKey
from graphmem.language.tokens import (
    LONGEST_TOKEN,
    MOST_QUERY_TOKENS,
    MOST_STORED_TOKENS,
    lucene_query,
    search_text,
    tokens,
    weight,
)

ALICE = OwnerKey("alice0key")
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)
QUERY = re.compile(r"\+recall_key:alice0key \+search_text:\(\w+(?:\^0\.2)?(?: \w+(?:\^0\.2)?)*\)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The user prefers window seats", ["user", "prefer", "window", "seat"]),
        ("Alice's dogs aren't running", ["alic", "dog", "run"]),
        ("I'll be ill", ["ill"]),
        ("钛杯", ["钛", "钛杯", "杯"]),
        ("辣 味", ["辣", "味"]),
        ("喜歡鈦杯", ["喜", "喜欢", "欢", "欢钛", "钛", "钛杯", "杯"]),
        ("３kg, 3 kg", ["3", "kg", "3", "kg"]),
        ("iPhone15 costs 12,000元", ["iphon", "15", "cost", "12000", "元"]),
        ("ORD-2024-001_b", ["ord", "2024", "001", "b"]),
        ("O’Brien's café", ["obrien", "cafe"]),
        ("a1b2c3", ["a1b2c3"]),
        ("AND OR NOT TO", ["not"]),
        ('+-&|!(){}[]^"~*?:\\/', []),
        ("", []),
    ],
)
def test_what_a_text_is_analysed_into(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_short_chinese_name_is_found_in_a_long_one() -> None:
    assert set(tokens("钛杯")) & set(tokens("钛金属材质水杯")) == {"钛", "杯"}


def test_single_han_characters_count_less() -> None:
    assert [weight(token) for token in ("杯", "钛杯", "cup", "a", "7")] == [0.2, 1.0, 1.0, 1.0, 1.0]


@given(ANY_TEXT)
@settings(max_examples=500)
def test_a_token_is_letters_and_digits_without_upper_case(text: str) -> None:
    for token in tokens(text):
        assert token.isalnum()
        assert token == token.lower()
        assert len(token) <= LONGEST_TOKEN


@given(ANY_TEXT)
def test_the_query_of_a_stored_text_holds_the_stored_tokens(text: str) -> None:
    stored = search_text(text).split()
    assert stored == tokens(text)
    query = lucene_query(tokens(text), ALICE)
    if query is None:
        assert stored == []
    else:
        assert QUERY.fullmatch(query)
        asked = {term.removesuffix("^0.2") for term in query.partition("(")[2].rstrip(")").split()}
        assert asked == set(stored)


@given(st.text(st.characters(codec="ascii"), max_size=100))
def test_case_and_surrounding_blanks_don_t_matter(text: str) -> None:
    assert tokens(f"  {text.upper()}\n") == tokens(text.lower())


def test_the_query_names_the_owner_and_weighs_single_characters() -> None:
    query = lucene_query(tokens("钛杯 titanium cup cup"), ALICE)
    assert query == "+recall_key:alice0key +search_text:(钛^0.2 钛杯 杯^0.2 titanium cup)"


@pytest.mark.parametrize("text", ["", "!!!", "the of and", "🙂"])
def test_there_is_no_query_without_tokens(text: str) -> None:
    assert lucene_query(tokens(text), ALICE) is None


def test_a_long_query_keeps_the_heavy_tokens_in_their_order() -> None:
    words = [f"w{number}x" for number in range(MOST_QUERY_TOKENS)]
    query = lucene_query(["杯", *words, "one2many3"], ALICE)
    assert query == f"+recall_key:alice0key +search_text:({' '.join(words)})"


@pytest.mark.parametrize("intruder", ["a b", "owner_key:bob", "AND", "x)", "y*", "", "x" * 65])
def test_what_is_no_token_stays_out_of_the_query(intruder: str) -> None:
    assert lucene_query([intruder, "cup"], ALICE) == "+recall_key:alice0key +search_text:(cup)"


@pytest.mark.parametrize("key", ["", "a b", "a*", "a) OR (owner_key:b", "用户", "a:b"])
def test_an_owner_key_with_syntax_in_it_is_refused(key: str) -> None:
    with pytest.raises(InvalidInput, match="owner key"):
        lucene_query(["cup"], OwnerKey(key))


def test_stored_text_is_capped() -> None:
    assert len(search_text("杯子 " * 4_000).split()) == MOST_STORED_TOKENS
    assert search_text("钛杯", "titanium cups") == "钛 钛杯 杯 titanium cup"


def test_threads_analyse_alike() -> None:
    texts = [f"running cups number {number} of organisations" for number in range(500)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(tokens, texts)) == [tokens(text) for text in texts]


@pytest.mark.parametrize(
    "text",
    [
        "User does not accept spicy food, and prefers to have lunch at noon near the office",
        "用户不接受辣味食物，希望每天中午在公司附近吃一点清淡的素菜，不要香菜",
    ],
)
def test_a_sentence_is_analysed_in_well_under_a_millisecond(text: str) -> None:
    tokens(text)
    best = min(_seconds(text) for _ in range(200))
    assert best < 0.000_5


def _seconds(text: str) -> float:
    start = time.perf_counter()
    tokens(text)
    return time.perf_counter() - start
