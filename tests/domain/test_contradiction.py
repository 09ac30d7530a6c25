"""Whether two statements can both hold (rule D14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.contradiction import ContradictionKind, adds_nothing, contradicts, same_claim


def like(thing: str, *, condition: str | None = None, subject: str = "user") -> Claim:
    return Claim(topic=thing, value=thing, condition=condition, subject=subject)


def refuse(thing: str, *, condition: str | None = None) -> Claim:
    return Claim(topic=thing, value=thing, polarity=Polarity.NEGATIVE, condition=condition)


def slot(name: str, value: str, polarity: Polarity = Polarity.POSITIVE) -> Claim:
    return Claim(attribute=name, value=value, polarity=polarity)


def choice(topic: str, value: str) -> Claim:
    return Claim(topic=topic, value=value)


def kind(a: Claim, b: Claim) -> ContradictionKind | None:
    found = contradicts(a, b, "", "")
    assert found == contradicts(b, a, "", ""), "the order makes no difference"
    return None if found is None else found.kind


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (like("spicy"), refuse("spicy"), ContradictionKind.NEGATION),
        (like("beef"), refuse("meat"), ContradictionKind.NEGATION),
        (like("vegetarian"), like("beef"), ContradictionKind.ANTONYM),
        (like("quiet room"), like("noisy room"), ContradictionKind.ANTONYM),
        (like("安静 room"), like("吵闹 room"), ContradictionKind.ANTONYM),
        (slot("city", "hangzhou"), slot("city", "beijing"), ContradictionKind.PLACE),
        (slot("age", "34"), slot("age", "35"), ContradictionKind.NUMBER),
        (slot("birthday", "--05-12"), slot("birthday", "--05-13"), ContradictionKind.DATE),
        (slot("employer", "huawei"), slot("employer", "tencent"), ContradictionKind.SLOT),
        (slot("city", "paris"), slot("city", "paris", Polarity.NEGATIVE), ContradictionKind.NEGATION),
        (choice("cup", "titanium"), choice("cup", "steel"), ContradictionKind.VALUE),
        (choice("seat", "window"), choice("seat", "aisle"), ContradictionKind.VALUE),
        (choice("shoe_size", "42"), choice("shoe_size", "43"), ContradictionKind.NUMBER),
        (choice("favourite colour", "blue"), choice("favourite colour", "red"), ContradictionKind.VALUE),
        (choice("tokyo", "2026-12-07"), choice("tokyo", "2026-12-14"), ContradictionKind.DATE),
    ],
)
def test_these_can_not_both_hold(a: Claim, b: Claim, expected: ContradictionKind) -> None:
    assert kind(a, b) is expected


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (like("tea"), like("coffee")),
        (refuse("beef"), like("meat")),
        (like("coffee", condition="morning"), refuse("coffee", condition="evening")),
        (like("coffee"), refuse("coffee", condition="evening")),
        (like("spicy", subject="mother"), refuse("spicy")),
        (refuse("spicy"), refuse("mild")),
        (slot("name", "tom"), slot("name", "tom smith")),
        (slot("home_address", "杭州市西湖区文三路12号"), slot("home_address", "西湖区文三路12号")),
        (slot("device", "iphone 15"), slot("device", "xiaomi 12")),
        (slot("employer", "zorblax"), slot("employer", "佐布拉克斯")),
        (slot("city", "rome"), slot("city", "paris", Polarity.NEGATIVE)),
        (slot("city", "hangzhou"), slot("work_city", "beijing")),
        (choice("cup", "titanium"), choice("cup", "blue")),
        (choice("cup", "titanium"), choice("cup", "blue titanium")),
        (choice("cup", "titanium"), choice("bottle", "steel")),
        (choice("tokyo", "2026-12-07"), Claim(topic="tokyo")),
        (like("tea"), slot("city", "paris")),
    ],
)
def test_these_can_both_hold(a: Claim, b: Claim) -> None:
    assert kind(a, b) is None


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("The lift works", "The lift does not work", ContradictionKind.NEGATION),
        ("电梯能用", "电梯不能用", ContradictionKind.NEGATION),
        ("The shop opens at 9", "The shop opens at 10", ContradictionKind.NUMBER),
        ("商店9点开门", "商店10点开门", ContradictionKind.NUMBER),
        ("The office is in Paris", "The office is in London", ContradictionKind.PLACE),
        ("办公室在杭州", "办公室在北京", ContradictionKind.PLACE),
        ("The meeting is on Monday", "The meeting is on Tuesday", ContradictionKind.DATE),
        ("会议在周一开", "会议在周二开", ContradictionKind.DATE),
        ("公司同意远程办公", "公司反对远程办公", ContradictionKind.ANTONYM),
        ("展览在室内", "展览在室外", ContradictionKind.ANTONYM),
        ("The room is quiet", "The room is noisy", ContradictionKind.ANTONYM),
    ],
)
def test_texts_count_where_nothing_was_understood(a: str, b: str, expected: ContradictionKind) -> None:
    found = contradicts(Claim(), Claim(), a, b)
    assert found is not None
    assert found.kind is expected
    assert found == contradicts(Claim(), Claim(), b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The lift works", "The lift works"),
        ("The lift works", "The stairs are closed"),
        ("The lift works", "电梯不能用"),
        ("The key is blue", "The key is heavy"),
        ("", ""),
    ],
)
def test_texts_that_do_not_exclude_each_other(a: str, b: str) -> None:
    assert contradicts(Claim(), Claim(), a, b) is None


def test_texts_do_not_count_where_something_was_understood() -> None:
    assert contradicts(like("tea"), like("coffee"), "It opens at 9", "It opens at 10") is None


def test_a_topic_alone_says_nothing() -> None:
    assert contradicts(Claim(topic="cup"), Claim(topic="cup"), "The cup is clean", "The cup is dirty") is not None
    assert not same_claim(Claim(topic="cup"), Claim(topic="cup"))


def test_the_same_claim_is_the_same_in_all_its_parts() -> None:
    assert same_claim(like("tea"), like("tea"))
    assert not same_claim(like("tea"), like("tea", condition="morning"))
    assert not same_claim(like("tea"), refuse("tea"))
    assert not same_claim(Claim(), Claim())


def test_a_part_of_what_is_known_adds_nothing() -> None:
    known = slot("home_address", "12 elm street springfield")
    assert adds_nothing(known, slot("home_address", "12 elm street"))
    assert not adds_nothing(slot("home_address", "12 elm street"), known)
    assert not adds_nothing(known, Claim())


_WORDS = st.sampled_from(["spicy", "beef", "meat", "titanium", "steel", "cup", "42", "杭州", "hangzhou", "2026-12-07"])
_CLAIMS = st.builds(
    Claim,
    attribute=st.sampled_from([None, "city", "device"]),
    topic=st.none() | _WORDS,
    value=st.none() | st.lists(_WORDS, max_size=3).map(" ".join),
    polarity=st.sampled_from(Polarity),
    condition=st.sampled_from([None, "morning"]),
)


@given(a=_CLAIMS, b=_CLAIMS, text_a=st.text(max_size=40), text_b=st.text(max_size=40))
def test_a_contradiction_has_no_direction_and_nothing_contradicts_itself(
    a: Claim, b: Claim, text_a: str, text_b: str
) -> None:
    assert contradicts(a, b, text_a, text_b) == contradicts(b, a, text_b, text_a)
    assert contradicts(a, a, text_a, text_a) is None
    if same_claim(a, b):
        assert contradicts(a, b, text_a, text_b) is None
        assert adds_nothing(a, b)


def test_amounts_contradict_by_their_number_in_one_measure() -> None:
    two, three = (Claim(topic="amount drink coffee day", value=value) for value in ("2 cup", "3 cup"))
    found = contradicts(two, three, "", "")
    assert found is not None
    assert found.kind is ContradictionKind.NUMBER
    assert contradicts(two, Claim(topic="amount drink coffee day", value="1 litre"), "", "") is None
    assert contradicts(two, Claim(topic="amount drink coffee week", value="3 cup"), "", "") is None
    assert contradicts(two, Claim(topic="amount drink tea day", value="3 cup"), "", "") is None
    assert contradicts(two, Claim(topic="coffee", value="coffee"), "", "") is None
    refused = Claim(topic="coffee", value="coffee", polarity=Polarity.NEGATIVE)
    assert contradicts(two, refused, "", "") is not None
    assert contradicts(refused, two, "", "") is not None
