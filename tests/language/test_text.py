"""`clean_text`: nothing that a database, a model or an analyser can't carry gets past it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.text import clean_text


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  plain text \n", "plain text"),
        ("a\x00b\x01c\x7fd\x85e", "abcde"),
        ("one\r\ntwo\rthree\tfour", "one\ntwo\nthree\tfour"),
        ("cafe\u0301", "café"),
        ("lone \ud800 surrogate", "lone \ufffd surrogate"),
        ("pair \ud83d\ude00", "pair 😀"),
        ("ＡＢＣ ① ﬁ", "ＡＢＣ ① ﬁ"),
        ("　用户不吃辣　", "用户不吃辣"),
        ("\x00\x1f", ""),
        ("", ""),
    ],
)
def test_what_a_text_becomes(raw: str, clean: str) -> None:
    assert clean_text(raw) == clean


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=200))
def test_any_text_comes_out_storable_and_stays_as_it_is(raw: str) -> None:
    clean = clean_text(raw)
    clean.encode("utf-8")
    assert not any(char < " " and char not in "\n\t" for char in clean)
    assert clean_text(clean) == clean
