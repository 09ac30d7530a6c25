"""What a sentence says beside personal data is read all the same (rule W1)."""

from datetime import UTC, datetime

import pytest

from graphmem.deciding.rules import RuleDecider
from graphmem.deciding.rules.signal import PERSONAL
from graphmem.domain.candidate import Extraction, MessageRole, Turn


async def read(text: str) -> Extraction:
    turn = Turn(role=MessageRole.USER, content=text, at=datetime(2026, 1, 1, tzinfo=UTC))
    return await RuleDecider().extract([turn], recent=[])


@pytest.mark.parametrize(
    ("text", "content", "aside"),
    [
        ("I live in Berlin and my phone is [PHONE].", "User lives in Berlin", "my phone is [PHONE]."),
        ("I live in Berlin, phone [PHONE]", "User lives in Berlin", "phone [PHONE]"),
        ("I live in Berlin and can be reached at [PHONE].", "User lives in Berlin", "and can be reached at [PHONE]"),
        ("I work at Acme, reach me at [EMAIL]", "User works at Acme", "reach me at [EMAIL]"),
        ("My name is Bob Smith, email [EMAIL]", "User's name is Bob Smith", "email [EMAIL]"),
        ("My daughter Mia (phone [PHONE]) loves painting", "User's daughter Mia loves painting", "(phone [PHONE])"),
        ("我住在杭州，电话是[PHONE]。", "用户住在杭州", "电话是[PHONE]。"),
        ("我住在杭州电话[PHONE]", "用户住在杭州", "电话[PHONE]"),
        ("我住在杭州，有事可以打[PHONE]", "用户住在杭州", "有事可以打[PHONE]"),
        ("我在腾讯工作邮箱是[EMAIL]", "用户在腾讯工作", "邮箱是[EMAIL]"),
        ("我叫李雷，手机号[PHONE]", "用户的名字是李雷", "手机号[PHONE]"),
        ("我住在杭州（电话[PHONE]）", "用户住在杭州", "（电话[PHONE]）"),
    ],
)
async def test_a_statement_is_read_without_the_data_given_beside_it(text: str, content: str, aside: str) -> None:
    found = await read(text)
    assert [c.content for c in found.candidates] == [content]
    assert [(text[i.span.start : i.span.end], i.reason) for i in found.ignored] == [(aside, PERSONAL)]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("My shipping address is [ADDRESS_1].", "shipping_address"),
        ("I live at [ADDRESS_1], Springfield.", "home_address"),
        ("My phone is [PHONE_1].", "phone"),
        ("我的收货地址是[ADDRESS_1]。", "shipping_address"),
        ("我住在[ADDRESS_1]。", "home_address"),
        ("我的手机号是[PHONE_1]。", "phone"),
    ],
)
async def test_a_numbered_placeholder_fills_the_slot_of_its_kind(text: str, slot: str) -> None:
    (candidate,) = (await read(text)).candidates
    assert candidate.claim.attribute == slot
    assert "_1]" in candidate.content
    assert "_1]" in (candidate.claim.value or "")


@pytest.mark.parametrize(
    "text",
    [
        "My phone is [PHONE].",
        "My sister's phone is [PHONE].",
        "Remember that my card is [CARD].",
        "我的电话是[PHONE]。",
        "我姐的电话是[PHONE]。",
        "记住我的卡号是[CARD]。",
    ],
)
async def test_what_says_nothing_else_is_not_kept(text: str) -> None:
    found = await read(text)
    assert found.candidates == ()
    assert {i.reason for i in found.ignored} == {PERSONAL}
