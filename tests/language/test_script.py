"""Which language a text is in, for pure and for mixed texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.script import Language, detect_language, han_share

ENGLISH = [
    "User does not accept spicy food.",
    "ok",
    "Where is my parcel?",
    "I live in 杭州西湖区文三路",
    "my teacher's name is 王老师",
    "Please translate 你好 for the guests",
    "iPhone 15 Pro Max",
    "12345",
    "🙂",
    "",
    "¿Dónde está?",
    "What does 好久不见 mean?",
]
CHINESE = [
    "用户不接受辣味食物。",
    "好",
    "我喜欢 Visual Studio Code",
    "我在 Google 上班，用 Python 和 TypeScript",
    "帮我订 Marriott Hotel 的房间",
    "我的邮箱是 someone.with.a.long.name@example.com",
    "喜歡鈦杯",
    "用户决定买 iPhone 15 Pro Max",
    "明天 deadline",
    "iPhone 手机壳",
    "〇",
    "这个 API 返回 500 Internal Server Error",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_told(text: str) -> None:
    assert detect_language(text) is Language.ENGLISH


@pytest.mark.parametrize("text", CHINESE)
def test_chinese_is_told(text: str) -> None:
    assert detect_language(text) is Language.CHINESE


def test_a_han_character_weighs_as_two_and_a_half_latin_letters() -> None:
    assert han_share("中文 abcde") == pytest.approx(0.5)
    assert han_share("中文") == 1.0
    assert han_share("abc 123") == 0.0
    assert han_share("中 12345 !?") == 1.0


@given(st.text(max_size=200))
def test_any_text_has_a_share_and_a_language(text: str) -> None:
    assert 0.0 <= han_share(text) <= 1.0
    assert detect_language(text) in Language
