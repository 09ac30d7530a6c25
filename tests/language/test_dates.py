"""Periods named in a text."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.dates import find_date, month_and_day, number
from graphmem.language.script import Language

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(
    ("english", "chinese", "period"),
    [
        ("today", "今天", "2026-11-30"),
        ("tomorrow", "明天", "2026-12-01"),
        ("the day after tomorrow", "后天", "2026-12-02"),
        ("next week", "下周", "2026-12-07/2026-12-13"),
        ("next Friday", "下周五", "2026-12-11"),
        ("on Friday", "周五", "2026-12-04"),
        ("this weekend", "这个周末", "2026-12-05/2026-12-06"),
        ("next month", "下个月", "2026-12-01/2026-12-31"),
        ("next year", "明年", "2027-01-01/2027-12-31"),
        ("on December 12", "12月12日", "2026-12-12"),
        ("on May 12", "5月12号", "2027-05-12"),
        ("on 12 May 2028", "2028年5月12日", "2028-05-12"),
        ("in April", "四月", "2027-04-01/2027-04-30"),
        ("in 3 days", "3天后", "2026-12-03"),
        ("in two weeks", "两周后", "2026-12-14"),
        ("2026-12-24", "2026-12-24", "2026-12-24"),
    ],
)
def test_both_languages_name_the_same_period(english: str, chinese: str, period: str) -> None:
    for text, language in ((f"I leave {english}, I think", Language.ENGLISH), (f"我{chinese}出发", Language.CHINESE)):
        found = find_date(text, NOW, language)
        assert found is not None, text
        assert found.text == period, text


def test_a_day_that_does_not_exist_is_none() -> None:
    assert find_date("on February 30", NOW, Language.ENGLISH) is None
    assert find_date("2月30日", NOW, Language.CHINESE) is None


def test_the_place_of_the_words_is_exact() -> None:
    text = "I'm going to Tokyo next week."
    found = find_date(text, NOW, Language.ENGLISH)
    assert found is not None
    assert text[found.start : found.end] == "next week"


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("May 12", Language.ENGLISH, "--05-12"),
        ("the 12th of May", Language.ENGLISH, "--05-12"),
        ("12 May 1990", Language.ENGLISH, "1990-05-12"),
        ("5月12日", Language.CHINESE, "--05-12"),
        ("1990年五月二十号", Language.CHINESE, "1990-05-20"),
        ("February 30", Language.ENGLISH, None),
        ("tomorrow", Language.ENGLISH, None),
    ],
)
def test_a_birthday_is_a_day_of_the_year(text: str, language: Language, expected: str | None) -> None:
    assert month_and_day(text, language) == expected


@pytest.mark.parametrize(
    ("text", "value"), [("12", 12), ("十", 10), ("二十五", 25), ("十二", 12), ("两", 2), ("", None), ("seven", 7)]
)
def test_numbers_are_read_in_digits_and_characters(text: str, value: int | None) -> None:
    assert number(text) == value


@given(text=st.text(max_size=60), language=st.sampled_from(Language))
def test_any_text_is_read(text: str, language: Language) -> None:
    found = find_date(text, NOW, language)
    assert found is None or (0 <= found.start < found.end <= len(text) and found.begins < found.ends)
