"""Which names statements hold, in English and Chinese, with few false alarms (rule E2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.claim import Claim
from graphmem.domain.entity import KnownName
from graphmem.domain.entity_mentions import LONGEST_SCANNED, MOST_MENTIONS, mentions, phrases
from graphmem.domain.names import EntityKind
from graphmem.ids import EntityId

PERSON, PLACE, ORGANISATION, OTHER = (
    EntityKind.PERSON,
    EntityKind.PLACE,
    EntityKind.ORGANISATION,
    EntityKind.OTHER,
)


def named(text: str, claim: Claim | None = None, *known: KnownName) -> list[tuple[str, EntityKind]]:
    return [(m.name, m.kind) for m in mentions(text, claim or Claim(), known)]


def known_name(name: str, key: str, kind: EntityKind = OTHER) -> KnownName:
    own = EntityId("e1")
    return KnownName(entity_id=own, root_id=own, kind=kind, name=name, key=key, is_personal=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("User's mother lives in Hangzhou", [("mother", PERSON), ("Hangzhou", PLACE)]),
        ("用户的妈妈住在杭州", [("妈妈", PERSON), ("杭州", PLACE)]),
        ("User is friends with Bob Carter", [("Bob Carter", PERSON)]),
        ("用户的朋友张伟喜欢喝茶", [("张伟", PERSON)]),
        ("User's sister Anna is vegetarian", [("Anna", PERSON)]),
        ("用户的同事叫欧阳小雨", [("欧阳小雨", PERSON)]),
        ("User met Dr. Maria Keller on Monday", [("Maria Keller", PERSON)]),
        ("用户和张总开会", [("张总", PERSON)]),
        ("老王和李老师一起去了上海", [("老王", PERSON), ("李老师", PERSON), ("上海", PLACE)]),
        ("User works at Northwind Traders Ltd", [("Northwind Traders Ltd", ORGANISATION)]),
        ("用户在华为工作", [("华为", ORGANISATION)]),
        ("User plays Civilization with Tom", [("Civilization", OTHER), ("Tom", PERSON)]),
        ("张先生是用户的客户", [("张先生", PERSON)]),
    ],
)
def test_names_are_found(text: str, expected: list[tuple[str, EntityKind]]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "User likes spicy food",
        "用户喜欢吃辣",
        "User never works on Sunday in December",
        "用户很高兴",
        "The weather was nice. Breakfast was great.",
        "用户喜欢吃黄瓜",
        "USER WANTS TEA AND TOAST",
        "任何老师都可以",
        "User has a friend who speaks French",
        "用户的朋友喜欢喝茶",
        "User's phone is [PHONE]",
        "用户经常加班",
        "User wants a window seat",
        "用户认识了新朋友",
        "",
        "。！？",
    ],
)
def test_words_that_are_no_names_are_left_alone(text: str) -> None:
    assert named(text) == []


def test_a_family_member_has_one_key_in_both_languages() -> None:
    keys = {mentions(text, Claim())[0].key for text in ("User's mom sings", "用户的母亲会唱歌", "my mother sings")}
    assert keys == {"mother"}


def test_what_the_claim_says_is_an_employer_or_a_place_is_one() -> None:
    assert named("User works at initech", Claim(attribute="employer", value="initech")) == [("initech", ORGANISATION)]
    assert named("用户住在青石镇", Claim(attribute="city", value="青石镇")) == [("青石镇", PLACE)]


def test_a_subject_other_than_the_user_is_named() -> None:
    claim = Claim(subject="zorbia", attribute="capital", value="zed city")
    assert ("Zorbia", OTHER) in named("The capital of Zorbia is Zed City", claim)


@pytest.mark.parametrize("text", ["User eats at the Blue Door every day", "用户常去the blue door吃饭"])
def test_a_known_name_is_found_in_any_spelling(text: str) -> None:
    assert [m.key for m in mentions(text, Claim(), [known_name("The Blue Door", "bluedoor")])] == ["bluedoor"]


def test_the_longest_known_name_is_meant() -> None:
    known = [known_name("蓝门", "蓝门"), known_name("蓝门餐厅", "蓝门餐厅")]
    assert named("用户常去蓝门餐厅吃饭", None, *known) == [("蓝门餐厅", OTHER)]


def test_a_word_that_is_also_a_name_is_one_only_where_it_is_written_so() -> None:
    will = known_name("Will", "will", PERSON)
    assert named("User will go home", None, will) == []
    assert named("User goes home with Will", None, will) == [("Will", PERSON)]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_read_and_every_name_has_a_key(text: str) -> None:
    found = mentions(text, Claim(value=text[:5] or None, attribute="city"))
    assert len(found) <= MOST_MENTIONS
    assert all(len(m.key) > 1 and m.name in text for m in found)


@pytest.mark.parametrize("unit", ["Aa ", "张总", "my mother ", "a", "叫", "朋友王", "A. "])
def test_a_long_text_is_read_up_to_a_bound(unit: str) -> None:
    assert len(mentions(unit * 20_000, Claim())) <= MOST_MENTIONS
    assert all(p.end <= LONGEST_SCANNED for p in phrases(unit * 20_000))
