"""What a text passes before a model sees it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.embedding.preparation import LONGEST_TEXT, prepare
from graphmem.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "prepared"),
    [
        ("  two\n\nlines\tof text ", "two lines of text"),
        ("a\x00b \ud800", "ab \ufffd"),
        ("哈" * 500 + "好", "哈" * 8 + "好"),
        ("no!!!", "no!!!"),
        ("🙂", "🙂"),
    ],
)
def test_what_is_embedded(text: str, prepared: str) -> None:
    assert prepare(text) == prepared


def test_a_text_is_cut() -> None:
    assert len(prepare("用户不吃辣，" * 10_000)) == LONGEST_TEXT
    assert len(prepare("x" * 10_000_000)) == 8


@pytest.mark.parametrize("text", ["", "  \n\t ", "\x00\x01", "　"])
def test_a_text_without_anything_visible_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="no text"):
        prepare(text)


@given(st.text(st.characters(codec=None, exclude_categories=()), min_size=1, max_size=200))
def test_preparing_twice_changes_nothing(text: str) -> None:
    try:
        prepared = prepare(text)
    except InvalidInput:
        return
    assert prepare(prepared) == prepared
