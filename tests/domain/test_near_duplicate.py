"""What is a near duplicate, a part, an echo: by words as well as by likeness (rules D1, D2, W11)."""

import time

import pytest

from graphmem.domain.near_duplicate import covers, is_echo, is_near_duplicate
from graphmem.domain.policy import ConflictPolicy

POLICY = ConflictPolicy()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User keeps a bonsai", "User has a bonsai."),
        ("User really enjoys old maps", "User loves old maps"),
        ("User's sister teaches chemistry", "User's sister is teaching chemistry"),
        ("用户很喜欢旧地图", "用户喜爱旧地图"),
        ("用户在河边有一个菜园", "用户河边有菜园"),
        ("如何修剪盆景", "盆景怎么修剪"),
    ],
)
def test_these_say_the_same(one: str, other: str) -> None:
    assert is_near_duplicate(one, other, 0.85, POLICY)
    assert is_near_duplicate(other, one, 0.85, POLICY)
    assert not is_near_duplicate(one, other, 0.84, POLICY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User's office is in Leeds", "User's office is in York"),
        ("User's spare key hangs on hook 3", "User's spare key hangs on hook 4"),
        ("User's dog chased the cat", "User's cat chased the dog"),
        ("User trusts the new plumber", "User does not trust the new plumber"),
        ("用户住杭州", "用户住北京"),
        ("用户的备用钥匙挂在3号钩子上", "用户的备用钥匙挂在4号钩子上"),
        ("用户的狗追着猫跑", "用户的猫追着狗跑"),
        ("用户信任新来的水管工", "用户不信任新来的水管工"),
        ("怎么去图书馆", "为什么去图书馆"),
    ],
)
def test_these_do_not_however_alike_they_are(one: str, other: str) -> None:
    assert not is_near_duplicate(one, other, 0.99, POLICY)


@pytest.mark.parametrize(
    ("whole", "part", "expected"),
    [
        ("User keeps a small bonsai on the balcony", "User keeps a bonsai", True),
        ("User keeps a bonsai", "User keeps a small bonsai", False),
        ("User never keeps a bonsai", "User keeps a bonsai", False),
        ("用户在阳台养了一盆小文竹", "用户养了一盆文竹", True),
        ("用户不养文竹", "用户养文竹", False),
        ("User keeps a bonsai", "!?", False),
    ],
)
def test_a_sentence_covers_another_whose_words_it_has(whole: str, part: str, expected: bool) -> None:
    assert covers(whole, part) is expected


@pytest.mark.parametrize(
    ("words", "heard", "is_resolve", "expected"),
    [
        ("I like quiet hotels", "You like quiet hotels.", False, True),
        ("我喜欢安静的酒店", "您喜欢安静的酒店。", False, True),
        ("I don't like quiet hotels", "You like quiet hotels.", False, False),
        ("我不喜欢安静的酒店", "您喜欢安静的酒店。", False, False),
        ("I'll take the steel cup", "I recommend the steel cup.", True, False),
        ("我要那个钢杯", "我推荐这个钢杯。", True, False),
    ],
)
def test_an_echo_has_no_word_against_what_was_heard(words: str, heard: str, is_resolve: bool, expected: bool) -> None:
    assert is_echo(words, heard, 0.9, POLICY, is_resolve=is_resolve) is expected
    assert not is_echo(words, heard, 0.84, POLICY, is_resolve=is_resolve)


def test_long_and_odd_texts_take_linear_time() -> None:
    started = time.perf_counter()
    for text in ("a " * 2_000, "啊" * 4_000, "是不是" * 1_300, "x" * 4_000, "\u200b" * 4_000, "1" * 4_000):
        is_near_duplicate(text, text + "b", 0.99, POLICY)
        covers(text, text)
    assert time.perf_counter() - started < 20
