"""`fold`: one spelling for what readers take for the same."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.folding import fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Coffee", "coffee"),
        ("ＡＢＣ１２３", "abc123"),
        ("São Paulo, Zoë, café", "sao paulo, zoe, cafe"),
        ("STRASSE straße", "strasse strasse"),
        ("İstanbul", "istanbul"),
        ("鈦金屬水杯", "钛金属水杯"),
        ("後面的乾麵", "后面的干面"),
        ("ｶﾀｶﾅ", "カタカナ"),
        ("①②", "12"),
        ("豈", "岂"),
        ("", ""),
    ],
)
def test_what_a_text_folds_to(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_half_of_a_phrase_folds_like_the_whole() -> None:
    assert fold("乾隆皇帝") == fold("乾") + fold("隆皇帝")


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=100))
@settings(max_examples=500)
def test_folding_a_folded_text_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_every_character_folds_to_the_end_at_once() -> None:
    once = fold("\n".join(chr(point) for point in range(0x32400) if chr(point) not in "\r\n"))
    assert fold(once) == once


def test_threads_fold_alike() -> None:
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(fold, ["鈦杯"] * 64)) == {"钛杯"}
