"""What is sensitive about a statement, by rule (rule P5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.screening.sensitive import SensitiveKind, sensitive_kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I'm allergic to peanuts.", "health"),
        ("User takes insulin.", "health"),
        ("I was diagnosed with ADHD last year.", "health"),
        ("我对花生过敏。", "health"),
        ("我妈妈有糖尿病。", "health"),
        ("用户下个月要做手术。", "health"),
        ("I'm a Muslim and fast in Ramadan.", "beliefs"),
        ("She voted for the other party.", "beliefs"),
        ("我信佛，吃素。", "beliefs"),
        ("他是共产党员。", "beliefs"),
        ("My brother is gay.", "sexuality"),
        ("I came out to my parents.", "sexuality"),
        ("我去年出柜了。", "sexuality"),
        ("My salary is 90k.", "finances"),
        ("We still owe the bank a mortgage.", "finances"),
        ("我月薪两万。", "finances"),
        ("我还有三十万房贷。", "finances"),
        ("My daughter is 6 years old.", "minors"),
        ("My 5-year-old loves trains.", "minors"),
        ("Our kids hate broccoli.", "minors"),
        ("我女儿今年六岁。", "minors"),
        ("我儿子上幼儿园。", "minors"),
        ("I live at 12 Elm Street.", "location"),
        ("The cabin is at 59.91273, 10.74609.", "location"),
        ("我住在文三路12号3栋。", "location"),
    ],
)
def test_a_sensitive_matter_is_named(text: str, kind: str) -> None:
    assert SensitiveKind(kind) in sensitive_kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "I like healthy food.",
        "I drink tea in the morning.",
        "I'm going to Paris in May.",
        "I live in Oslo.",
        "My laptop is 5 years old.",
        "My 5-year-old laptop is slow.",
        "My son is 35 years old.",
        "User's sister's birthday is 4 May.",
        "He has 10 old cars.",
        "She is 6 feet tall.",
        "That's a minor issue.",
        "I like Christian Dior bags.",
        "I love kidney beans.",
        "I work as a kindergarten teacher.",
        "Daylight savings confuses me.",
        "我喜欢健康食品。",
        "我早上喝咖啡。",
        "我女儿今年二十六岁。",
        "用户的妹妹的生日是5月4日。",
        "女同学请我吃饭。",
        "我住在杭州。",
        "我的电脑用了五年。",
        "我喜欢在公园跑步。",
        "",
    ],
)
def test_an_ordinary_statement_is_not_sensitive(text: str) -> None:
    assert sensitive_kinds(text) == frozenset()


def test_several_matters_are_all_named() -> None:
    assert sensitive_kinds("My 4-year-old has asthma.") == {SensitiveKind.HEALTH, SensitiveKind.MINORS}
    assert sensitive_kinds("我四岁的儿子有哮喘，他今年四岁。") >= {SensitiveKind.HEALTH}


@settings(max_examples=100)
@given(text=st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert sensitive_kinds(text) <= set(SensitiveKind)
