"""Taking personal data out (rule W1)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.screening.personal_data import redact

ALLOWED = frozenset({"name", "city", "home_address", "shipping_address", "employer", "birthday", "time_zone"})


def screened(text: str, *more: str) -> str:
    return redact(text, allowed=ALLOWED | frozenset(more)).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My phone is 13812345678.", "My phone is [PHONE]."),
        ("我的手机号是138 1234 5678，谢谢", "我的手机号是[PHONE]，谢谢"),
        ("座机010-62345678", "座机[PHONE]"),
        ("Call me at (415) 555-2671", "Call me at [PHONE]"),
        ("Call +44 20 7946 0958 please", "Call [PHONE] please"),
        ("ｍｙ ｐｈｏｎｅ １３８１２３４５６７８", "ｍｙ ｐｈｏｎｅ [PHONE]"),
        ("Mail bob.lee@example.com now", "Mail [EMAIL] now"),
        ("我的邮箱是li.lei@example.cn。", "我的邮箱是[EMAIL]。"),
        ("My card is 4111 1111 1111 1111, ok", "My card is [CARD], ok"),
        ("卡号6222021234567890123", "卡号[CARD]"),
        ("IBAN DE89 3704 0044 0532 0130 00 THANKS", "IBAN [IBAN] THANKS"),
        ("身份证11010519491231002X", "身份证[ID]"),
        ("身份证号 1101 0519 4912 3100 2X", "身份证号 [ID]"),
        ("SSN 536-90-4399", "SSN [ID]"),
        ("Passport E12345678", "Passport [PASSPORT]"),
        ("My password is hunter2.", "My password is [PASSWORD]."),
        ("密码是abc123", "密码是[PASSWORD]"),
        ("验证码 123456", "验证码 [PASSWORD]"),
        ("Use sk-abcdefghijklmnopqrstuvwx1234", "Use [SECRET]"),
        ("token ghp_abcdefghijklmnopqrstuvwxyz0123456789", "token [SECRET]"),
        ("https://bob:s3cret@host.example/x", "https://bob:[SECRET]@host.example/x"),
    ],
)
def test_personal_data_gives_way_to_a_placeholder_of_its_kind(text: str, expected: str) -> None:
    assert screened(text) == expected


def test_an_identity_number_with_a_slip_of_the_pen_is_personal_all_the_same() -> None:
    assert screened("身份证110105194912310021") == "身份证[ID]"


@pytest.mark.parametrize(
    "text",
    [
        "My order 13812345678 is late",
        "订单号13812345678到了吗",
        "快递单号 SF1234567890123",
        "Ticket 4111 1111 1111 1111",
        "On 2026-12-07 at 10:30",
        "My shoe size is 42 and I have 12345678 points",
        "My password is wrong",
        "忘记密码了",
        "My address is 12 Elm Street, Springfield",
        "我的收货地址是杭州市西湖区文三路12号3栋501室",
        "My birthday is 1990-05-12",
        "a@b",
    ],
)
def test_what_is_no_personal_data_or_fills_an_allowed_slot_stays(text: str) -> None:
    assert screened(text) == text


def test_a_slot_that_is_switched_on_lets_the_users_own_value_through() -> None:
    assert screened("我的手机号是13812345678", "phone") == "我的手机号是13812345678"
    assert screened("My e-mail is bob@example.com", "email") == "My e-mail is bob@example.com"
    assert screened("Tom's phone is 13812345678", "phone") == "Tom's phone is [PHONE]"


def test_addresses_go_where_no_slot_takes_them() -> None:
    assert redact("He lives at 12 Elm Street.", allowed=frozenset()).text == "He lives at [ADDRESS]."
    assert redact("他住在文三路12号。", allowed=frozenset()).text == "[ADDRESS]。"


def test_spans_are_those_of_the_original_text() -> None:
    text = "Call 13812345678 or mail bob@example.com!"
    found = redact(text, allowed=ALLOWED)
    assert [(text[r.start : r.end], r.kind, r.placeholder) for r in found.redactions] == [
        ("13812345678", "PHONE", "[PHONE]"),
        ("bob@example.com", "EMAIL", "[EMAIL]"),
    ]


_PIECES = st.sampled_from(
    ["13812345678", " ", "，", "order ", "bob@example.com", "4111111111111111", "11010519491231002X", "密码是abc123",
     "my phone is ", "+44 20 7946 0958", "DE89370400440532013000", "１３８", "-", "文三路12号"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(text=st.one_of(st.text(max_size=200), st.lists(_PIECES, max_size=8).map("".join)))
def test_any_text_is_screened_and_the_rest_of_it_stays(text: str) -> None:
    found = redact(text, allowed=ALLOWED)
    rebuilt, position = "", 0
    for redaction in found.redactions:
        assert position <= redaction.start < redaction.end <= len(text)
        rebuilt += text[position : redaction.start] + redaction.placeholder
        position = redaction.end
    assert rebuilt + text[position:] == found.text
    # a placeholder is never taken for personal data itself
    assert all(r.placeholder in found.text for r in found.redactions)


@pytest.mark.parametrize("text", ["1" * 50_000, "a@" * 20_000, "-----BEGIN PRIVATE KEY-----" * 500, "密码" * 20_000])
def test_a_very_long_text_is_screened_in_bounded_work(text: str) -> None:
    assert redact(text, allowed=ALLOWED).text
