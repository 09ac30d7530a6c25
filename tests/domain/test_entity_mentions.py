"""Which names statements hold, in English and Chinese, with few false alarms (rule E2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.claim import Claim
from graphmem.domain.entity import KnownName
from graphmem.domain.entity_mentions import LONGEST_SCANNED, MOST_MENTIONS, mentions, phrases
from graphmem.domain.names import EntityKind
from graphmem.ids import EntityId

ANIMAL, PRODUCT = EntityKind.ANIMAL, EntityKind.PRODUCT
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("User's dog Biscuit is three years old", [("Biscuit", ANIMAL)]),
        ("User has a parrot named Anna", [("Anna", ANIMAL)]),
        ("The name of user's cat's brother is unknown. User's cat's name is Tom", [("Tom", ANIMAL)]),
        ("User's horse is called Bella Donna", [("Bella Donna", ANIMAL)]),
        ("用户的狗旺财三岁了", [("旺财", ANIMAL)]),
        ("用户家的猫叫团团", [("团团", ANIMAL)]),
        ("用户的鹦鹉名叫格格巫", [("格格巫", ANIMAL)]),
        ("用户养了一只小狗，名字叫多多", [("多多", ANIMAL)]),
        ("User's colleague Priya is a vegetarian", [("Priya", PERSON)]),
        ("用户的同事王小明喜欢喝茶", [("王小明", PERSON)]),
        ("User's daughter Florence sings", [("Florence", PERSON)]),
        ("User's son's name is Leo", [("Leo", PERSON)]),
        ("用户的女儿的名字是朵朵", [("朵朵", PERSON)]),
        ("User likes Jordan sneakers", [("Jordan", PRODUCT)]),
    ],
)
def test_whoever_is_introduced_by_name_is_of_a_kind(text: str, expected: list[tuple[str, EntityKind]]) -> None:
    assert [name for name in named(text) if name[0] not in {"daughter", "son", "女儿"}] == expected


@pytest.mark.parametrize(
    "text",
    [
        "用户的狗生病了",
        "用户的狗粮没了",
        "用户的猫毛过敏",
        "用户的狗乱叫",
        "邻居的狗叫了一晚上",
        "同事叫外卖",
        "用户的猫平时很安静",
        "用户的同学小气",
        "User's dog barks at night",
        "User's cat is called every evening",
    ],
)
def test_what_an_animal_or_somebody_does_is_no_name(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize(("text", "own"), [("User's name is Tom Baker", "tom baker"), ("用户的名字是王小明", "王小明")])
def test_the_users_own_name_names_nobody_else(text: str, own: str) -> None:
    assert named(text, Claim(attribute="name", value=own)) == []


@pytest.mark.parametrize(
    ("text", "city", "name"),
    [
        ("User lives in Leeds", "leeds", "Leeds"),
        ("User lives in Leeds", "leed", "Leeds"),
        ("用户住在利兹", "利兹", "利兹"),
    ],
)
def test_a_name_is_taken_whole(text: str, city: str, name: str) -> None:
    assert named(text, Claim(attribute="city", value=city)) == [(name, PLACE)]


@pytest.mark.parametrize(
    ("text", "known", "kind"),
    [
        ("User likes Jordan sneakers", "Jordan", PRODUCT),
        ("User would like to visit Jordan", "Jordan", PLACE),
        ("User has dinner with Jordan", "Jordan", PERSON),
        ("Jordan called yesterday", "Jordan", PERSON),
        ("用户想买乔丹鞋", "乔丹", PRODUCT),
        ("用户和乔丹吃饭", "乔丹", PERSON),
    ],
)
def test_the_words_around_a_known_name_say_what_it_is_here(text: str, known: str, kind: EntityKind) -> None:
    assert named(text, None, known_name(known, known.lower(), PERSON)) == [(known, kind)]


def test_a_name_that_only_begins_a_longer_word_is_not_meant() -> None:
    assert named("用户常用小红书", None, known_name("小红", "小红", PERSON)) == []
    assert named("用户和小红跳舞", None, known_name("小红", "小红", PERSON)) == [("小红", PERSON)]
