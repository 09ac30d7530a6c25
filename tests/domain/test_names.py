"""How alike names are: spellings, scripts, titles, nicknames (rule E2)."""

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opencc import OpenCC

from graphmem.domain.names import EntityKind, is_name, normalised, similarity, sound_alike
from graphmem.domain.policy import EntityPolicy

POLICY = EntityPolicy()
KINDS = st.sampled_from(EntityKind)
LETTERS = "abcdeéorsțz AB-'.0129" + "张張伟偉陈陳王小明总總经理老师師公司" + "абв"
NAMES = st.text(st.sampled_from(LETTERS), max_size=14) | st.text(max_size=20)


@settings(deadline=None)
@given(NAMES, NAMES, KINDS)
def test_likeness_is_symmetric_and_between_0_and_1(one: str, other: str, kind: EntityKind) -> None:
    score = similarity(one, other, kind)
    assert 0.0 <= score <= 1.0
    assert score == similarity(other, one, kind)


@settings(deadline=None)
@given(NAMES, KINDS)
def test_a_name_is_wholly_like_itself_and_what_is_no_name_matches_nothing(name: str, kind: EntityKind) -> None:
    assert similarity(name, name, kind) == (1.0 if is_name(name) else 0.0)


@settings(deadline=None)
@given(NAMES, NAMES, KINDS)
def test_case_width_and_traditional_characters_make_no_difference(one: str, other: str, kind: EntityKind) -> None:
    score = similarity(one, other, kind)
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in one)
    for written in (one.lower(), wide, _traditional(one)):
        if normalised(written) == normalised(one):
            assert similarity(written, other, kind) == score


def _traditional(text: str) -> str:
    pairs = {"张": "張", "伟": "偉", "陈": "陳", "总": "總", "师": "師"}
    return "".join(pairs.get(c, c) for c in text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ＡＣＭＥ", "acme"),
        ("张伟", "張偉"),
        ("東京", "东京"),
        ("Zoë", "zoe"),
        ("Jean-Luc", "jean luc"),
        ("O’Neil", "ONEIL"),
    ],
)
def test_spellings_of_one_name_have_one_form(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)
    assert all(similarity(one, other, kind) == 1.0 for kind in EntityKind)


@pytest.mark.parametrize("name", ["", " ", "A", "王", "！？", "·", "x."])
def test_an_empty_name_and_one_of_one_letter_match_nothing(name: str) -> None:
    assert not is_name(name)
    assert similarity(name, name, EntityKind.PERSON) == similarity(name, "Ada", EntityKind.PERSON) == 0.0


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Bob", "Robert", EntityKind.PERSON),
        ("Liz Turner", "Elizabeth Turner", EntityKind.PERSON),
        ("Dr. Maria Keller", "Maria Keller", EntityKind.PERSON),
        ("Keller, Maria", "Maria Keller", EntityKind.PERSON),
        ("张总", "张经理", EntityKind.PERSON),
        ("李老师", "李教授", EntityKind.PERSON),
        ("张伟", "Zhang Wei", EntityKind.PERSON),
        ("Wei Zhang", "张伟", EntityKind.PERSON),
        ("Иван Петров", "Ivan Petrov", EntityKind.PERSON),
        ("Northwind Limited", "Northwind Ltd.", EntityKind.ORGANISATION),
        ("蓝海科技有限公司", "蓝海科技", EntityKind.ORGANISATION),
        ("3rd Street Cafe", "Third Street Café", EntityKind.PLACE),
    ],
)
def test_titles_nicknames_scripts_and_legal_forms_are_seen_through(one: str, other: str, kind: EntityKind) -> None:
    assert similarity(one, other, kind) >= POLICY.same_name


@pytest.mark.parametrize(
    ("latin", "han"), [("Chen Jing", "陈静怡"), ("Zhao Lei", "赵雷雷"), ("David Zhang Wei", "张伟")]
)
def test_a_transcription_of_a_part_of_a_name_is_for_review(latin: str, han: str) -> None:
    assert POLICY.maybe_same_name <= similarity(latin, han, EntityKind.PERSON) < POLICY.same_name
    assert similarity(latin, han, EntityKind.PERSON) == similarity(han, latin, EntityKind.PERSON)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("张老师", "张医生", EntityKind.PERSON),
        ("老张", "小张", EntityKind.PERSON),
        ("张总", "王总", EntityKind.PERSON),
        ("Anna Weber", "Paul Weber", EntityKind.PERSON),
        ("Bob", "Bill", EntityKind.PERSON),
        ("杭州", "广州", EntityKind.PLACE),
        ("Galaxy 8", "Galaxy 9", EntityKind.PRODUCT),
    ],
)
def test_different_things_are_told_apart(one: str, other: str, kind: EntityKind) -> None:
    assert similarity(one, other, kind) < POLICY.maybe_same_name


@pytest.mark.parametrize(
    ("one", "other"), [("张伟", "章伟"), ("李小明", "李晓明"), ("张总", "张伟"), ("小明", "王小明")]
)
def test_what_sounds_alike_or_has_one_surname_is_a_case_for_review_and_no_more(one: str, other: str) -> None:
    score = max(similarity(one, other, EntityKind.PERSON), 0.75 * sound_alike(one, other))
    assert POLICY.maybe_same_name <= score < POLICY.same_name


def test_only_chinese_names_sound_alike() -> None:
    assert sound_alike("张伟", "章伟")
    assert not sound_alike("张伟", "張偉")
    assert not sound_alike("Anna", "Ana")


def test_a_very_long_name_is_compared_in_bounded_time() -> None:
    assert 0.0 <= similarity("ab " * 50_000, "ba " * 50_000, EntityKind.ORGANISATION) <= 1.0


def test_traditional_characters_are_those_of_the_converter() -> None:
    convert = cast("Callable[[str], str]", OpenCC("s2t").convert)  # pyright: ignore[reportUnknownMemberType]
    assert convert("张伟陈总师") == _traditional("张伟陈总师")
