"""Sentences and their places, in both languages."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.sentences import split_sentences


def texts_of(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["我住在杭州。", "我不吃辣！", "你呢？"],
        ["I live in Berlin.", "I don't eat meat!", "And you?"],
        ["我叫张三.", "我今年30岁."],
        ["所以呢?", "我不知道!", "好吧"],
        ["i don't like it.", "but he does.", "ok"],
        ["Dr. Smith lives in St. Paul.", "He pays $3.50 a day."],
        ["See www.example.com?q=1 now!", "It helps."],
        ["on Dec. 5 at 5 p.m.", "Tomorrow is fine, e.g. at noon etc. or later."],
        ["J. R. Smith called.", "So did I.", "He is vitamin C."],
        ["I was born in 1990.", "I have two cats."],
        ["“我不吃辣。我也不吃香菜。”她说。", "然后走了。"],
        ["她说：“我不去。”", "大家就散了。"],
        ['He said "I am tired. Let me sleep." and left.', "Fine."],
        ['"I am tired.', 'Let me sleep."'],
        ["真的（你信吗？）我不信。", "走吧。"],
        ["我……不想去了……", "明天再说吧"],
        ["So... I mean it.", "Let me think about that...", "Yes."],
        ["太好了！！！😀", "明天见~"],
    ],
)
def test_sentences_are_told_apart(sentences: list[str]) -> None:
    joiner = "" if any("一" <= char <= "鿿" for char in sentences[0]) else " "
    assert texts_of(joiner.join(sentences)) == sentences


def test_a_line_end_ends_a_sentence_and_a_list_number_does_not() -> None:
    assert texts_of("1. 不吃辣\n2. 不吃香菜。\n\n3.每天跑步\n- no nuts") == [
        "1. 不吃辣",
        "2. 不吃香菜。",
        "3.每天跑步",
        "- no nuts",
    ]
    assert texts_of("要求：1. 不吃辣") == ["要求：1. 不吃辣"]


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "！！！", "...", "🙂"])
def test_a_text_without_letters_has_no_sentences(text: str) -> None:
    assert split_sentences(text) == []


@given(st.text(st.sampled_from('ab A.。！?!… \n“”"（）1,，说'), max_size=80))
def test_places_are_exact_in_order_and_lose_no_letter(text: str) -> None:
    sentences = split_sentences(text)
    assert all(text[sentence.start : sentence.end] == sentence.text == sentence.text.strip() for sentence in sentences)
    assert all(a.end <= b.start for a, b in pairwise(sentences))
    assert [char for char in text if char.isalnum()] == [
        char for sentence in sentences for char in sentence.text if char.isalnum()
    ]


@pytest.mark.parametrize("piece", ["a. ", '"a." ', "（a。", "“", "。", "1. ", "A. ", "…"])
def test_a_hostile_text_takes_no_more_than_its_length(piece: str) -> None:
    start = time.perf_counter()
    split_sentences(piece * 10_000)
    assert time.perf_counter() - start < 2
