"""Taking personal data out (rule W1)."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phonenumbers import (
    SUPPORTED_REGIONS,
    PhoneNumberFormat,
    PhoneNumberType,
    example_number_for_type,
    format_number,
)
from stdnum import iban, luhn

from graphmem.screening.personal_data import KINDS, find, redact

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
        ("aws AKIAABCDEFGHIJKLMNOP", "aws [SECRET]"),
        ("密钥是abcd1234efgh5678", "密钥是[SECRET]"),
        ("Call +49 30 901820 or +81 3-3224-9999", "Call [PHONE] or [PHONE]"),
        ("my phone: 020 7946 0958", "my phone: [PHONE]"),
        ("电话021-62345678转123", "电话[PHONE]"),
        ("My IP is 203.0.113.45.", "My IP is [IP]."),
        ("我的IP是2001:db8:85a3::8a2e:370:7334", "我的IP是[IP]"),
        ("I parked at 39.90872, 116.39748", "I parked at [LOCATION]"),
        ("我的车牌是粤B12345", "我的车牌是[PLATE]"),
        ("My license plate is ABC-1234", "My license plate is [PLATE]"),
        ("My driver's license is D1234567", "My driver's license is [ID]"),
        ("驾照号是D12345678", "驾照号是[ID]"),
        ("HKID A123456(3)", "HKID [ID]"),
        ("护照号是G12345678", "护照号是[PASSPORT]"),
        ("AB123456", "[PASSPORT]"),
        ("He lives at 12 Elm Street, Apt 4B.", "He lives at [ADDRESS]."),
        ("My mom moved to 12 Elm Street", "My mom moved to [ADDRESS]"),
        ("她住在北京市朝阳区建国路88号院3号楼502室。", "她住在[ADDRESS]。"),
        ("我妈家在阳光花园3栋2单元501", "我妈家在[ADDRESS]"),
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
        "12 Elm Street",
        "My wife and I moved to 12 Elm Street",
        "我和老婆住在文三路12号",
        "送到文三路12号",
        "User's home address is 12 Elm Street",
        "用户的收货地址是文三路12号",
        "110101199001011234",
        "Server on 127.0.0.1 runs version 10.0.19045.3803",
        "运单号010-62345678",
        "tracking 1Z999AA10123456784",
        "from 2015-2018, score 102-98",
        "这条路12号通车",
        "地铁10号线",
        "统一社会信用代码91310000552936878J",
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
    assert redact("他住在文三路12号。", allowed=frozenset()).text == "他住在[ADDRESS]。"


def test_spans_are_those_of_the_original_text() -> None:
    text = "Call 13812345678 or mail bob@example.com!"
    found = redact(text, allowed=ALLOWED)
    assert [(text[r.start : r.end], r.kind, r.placeholder) for r in found.redactions] == [
        ("13812345678", "PHONE", "[PHONE]"),
        ("bob@example.com", "EMAIL", "[EMAIL]"),
    ]


def test_each_redaction_is_explained_by_its_kind_and_place() -> None:
    text = "订单号13812345678，电话13812345678，邮箱li@example.cn"
    assert [(f.kind, text[f.start : f.end]) for f in find(text)] == [
        ("PHONE", "13812345678"),
        ("EMAIL", "li@example.cn"),
    ]
    assert find(text)[0].start == text.rindex("13812345678")
    assert {f.kind for f in find(text)} <= set(KINDS)


@pytest.mark.parametrize("kind", [PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE])
def test_a_phone_of_any_country_is_found_with_its_code(kind: int) -> None:
    numbers = [n for region in sorted(SUPPORTED_REGIONS) if (n := example_number_for_type(region, kind)) is not None]
    written = [format_number(number, PhoneNumberFormat.INTERNATIONAL) for number in numbers]
    missed = [number for number in written if screened(f"Reach me on {number}.") != "Reach me on [PHONE]."]
    assert len(written) > 200
    assert missed == []


def _cards() -> list[str]:
    made: list[str] = []
    for prefix, length in (("4", 16), ("51", 16), ("34", 15), ("6011", 16), ("62", 16), ("36", 14), ("62", 19)):
        for seed in range(20):
            bare = prefix + str(seed * 7_919_201_933).zfill(length)[-(length - len(prefix) - 1) :]
            number = bare + luhn.calc_check_digit(bare)
            made += [number, " ".join(re.findall(".{1,4}", number))]
    return made


@pytest.mark.parametrize("sentence", ["My card is {}.", "Charge {}, please", "我的卡号是{}。"])
def test_cards_of_every_brand_are_found(sentence: str) -> None:
    found = [card for card in _cards() if screened(sentence.format(card)) == sentence.format("[CARD]")]
    assert len(found) >= 0.95 * len(_cards())


@pytest.mark.parametrize("sentence", ["My IBAN is {}.", "Send the refund to {}, please", "退款打到{}。"])
@pytest.mark.parametrize("country", [("DE", 18), ("FR", 23), ("ES", 20), ("CH", 17), ("NO", 11), ("IT", 23)])
def test_account_numbers_of_many_countries_are_found(sentence: str, country: tuple[str, int]) -> None:
    for seed in range(20):
        account = str(seed * 104_729_777_331 + 11).zfill(country[1])[-country[1] :]
        account = "X" + account[1:] if country[0] == "IT" else account
        number = country[0] + iban.calc_check_digits(f"{country[0]}00{account}") + account
        assert screened(sentence.format(number)) == sentence.format("[IBAN]")
        spaced = " ".join(re.findall(".{1,4}", number))
        assert screened(sentence.format(spaced)) == sentence.format("[IBAN]")


_PIECES = st.sampled_from(
    ["13812345678", " ", "，", "order ", "bob@example.com", "4111111111111111", "11010519491231002X", "密码是abc123",
     "my phone is ", "+44 20 7946 0958", "DE89370400440532013000", "１３８", "-", "文三路12号"]
)  # fmt: skip


@settings(max_examples=150)
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


LONG = [
    "1", "a@", "-----BEGIN PRIVATE KEY-----", "密码", "eyJ", "A1 ", "1 Aa ", "路1号", "住在路", "::ab", "password is ",
    "1.2.3.", "passport ", "plate ", "AB12 ", "SG.", "my ", "的", "12 elm street ", "ID number ",
    "一", "one ", "a at b dot ", "a(at)", "AKIAABCDEFGHIJKLMNOP ", "user a ", "login is a/", "é@", "1 ", "is 1",
]  # fmt: skip


@pytest.mark.parametrize("part", LONG)
def test_the_work_grows_with_the_length_only(part: str) -> None:
    def seconds(length: int) -> float:
        text = (part * (length // len(part) + 1))[:length]
        start = time.process_time()
        redact(text, allowed=ALLOWED)
        return time.process_time() - start

    seconds(1_000)
    short, long = min(seconds(5_000) for _ in range(3)), min(seconds(20_000) for _ in range(2))
    # four times the length: quadratic work would take sixteen times as long
    assert long < 10 * short + 0.2
