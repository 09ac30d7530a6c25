"""What an agent offers, and which of it an answer takes, in both languages."""

import pytest

from graphmem.language.alternatives import offer_in

CUPS = "Would you like the titanium cup or the steel cup?"
BEI = "您要钛杯还是钢杯？"


@pytest.mark.parametrize(
    ("asked", "things", "is_of_likes"),
    [
        (CUPS, ("the titanium cup", "the steel cup"), False),
        (BEI, ("钛杯", "钢杯"), False),
        ("Do you prefer tea or coffee?", ("tea", "coffee"), True),
        ("您喜欢茶还是咖啡？", ("茶", "咖啡"), True),
        ("您喜欢喝茶还是喝咖啡呢？", ("茶", "咖啡"), True),
        ("I found two flights. Shall I book the morning flight or the evening flight?",
         ("the morning flight", "the evening flight"), False),
        ("找到两个航班。要订早班还是晚班？", ("早班", "晚班"), False),
        ("Red, green or blue?", ("Red", "green", "blue"), False),
        ("红色、绿色还是蓝色？", ("红色", "绿色", "蓝色"), False),
        ("We have a titanium cup and a steel cup. Which one would you like?", ("a titanium cup", "a steel cup"), False),
        ("我们有钛杯和钢杯两种。您要哪一个？", ("钛杯", "钢杯"), False),
        ("Which do you prefer, jazz or rock?", ("jazz", "rock"), True),
        ("Do you want the new phone or the old phone?", ("the new phone", "the old phone"), False),
    ],
)  # fmt: skip
def test_an_offer_is_read(asked: str, things: tuple[str, ...], is_of_likes: bool) -> None:
    offer = offer_in(asked)
    assert offer is not None
    assert (offer.things, offer.is_of_likes) == (things, is_of_likes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Would you like me to book it?",
        "要我帮您订吗？",
        "You can take the train or the bus.",
        "Are you leaving today or is it tomorrow that your mother comes to stay with you for the whole of the week?",
        "Did you sleep well or not?",
        "您还是住在杭州，对吗？",
    ],
)
def test_what_is_no_offer(text: str) -> None:
    offer = offer_in(text)
    assert offer is None or offer.chosen("the second one") == () or "not" in offer.things


@pytest.mark.parametrize(
    ("asked", "answer", "places"),
    [
        (CUPS, "The second one.", (1,)),
        (CUPS, "the first, please", (0,)),
        (CUPS, "Steel.", (1,)),
        (CUPS, "The steel one, please.", (1,)),
        (CUPS, "I'll take the titanium one", (0,)),
        (CUPS, "the latter", (1,)),
        (CUPS, "Both, please!", (0, 1)),
        (CUPS, "cup", ()),
        (CUPS, "Neither.", ()),
        (CUPS, "I don't know", ()),
        (CUPS, "glass", ()),
        (CUPS, "the third one", ()),
        (BEI, "后者", (1,)),
        (BEI, "前者吧", (0,)),
        (BEI, "第二个", (1,)),
        (BEI, "钢的", (1,)),
        (BEI, "那就钢杯吧。", (1,)),
        (BEI, "两个都要", (0, 1)),
        (BEI, "都不要", ()),
        (BEI, "随便", ()),
        ("Do you want the new phone or the old phone?", "The new one", (0,)),
        ("Do you want the new phone or the old phone?", "the old one", (1,)),
        ("您要新手机还是旧手机？", "新的那个", (0,)),
        ("您要新手机还是旧手机？", "旧的", (1,)),
        (CUPS, "The new one", ()),
        ("Red, green or blue?", "the last one", (2,)),
        ("红色、绿色还是蓝色？", "最后一个", (2,)),
    ],
)
def test_an_answer_takes_one_or_all(asked: str, answer: str, places: tuple[int, ...]) -> None:
    offer = offer_in(asked)
    assert offer is not None
    assert offer.chosen(answer) == places
