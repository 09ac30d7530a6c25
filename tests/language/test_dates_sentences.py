"""Dates within sentences: tense, recurrence, what is no date, and how long it takes."""

import warnings
from datetime import UTC, datetime
from time import process_time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.dates import Choice, Precision, find_dates, names_recurrence, warm_up

ZONE = ZoneInfo("Asia/Shanghai")
SAID_AT = datetime(2026, 11, 30, 10, 0, tzinfo=ZONE)  # a Monday

NO_DATES = (
    "my number is 1984", "chapter 12 is the best", "It may rain, and I may go", "The army will march on",
    "I need two minutes of your time", "It costs $2019 or 12.50 euros", "Call me on 555-2019 or +44 20 7946 0958",
    "I scored 3:2 against them", "The second time was better", "My dog sat in the sun", "I like spring and autumn",
    "May is my sister and April is my aunt", "I fall asleep easily", "I fell on the second floor",
    "Room 1204 is on the 12th floor", "Version 3.11.2 works on Python 3", "I have worked there for three years",
    "He is in his 30s and she is 45", "I drink coffee in the morning", "I ordered 20 of 24 pieces",
    "Turn to page 2019", "Give me a second", "The march to the station was long", "I read 1984 by George Orwell",
    "Order number 2026-4411-88 arrived", "I sleep eight hours a night",
    "我的号码是1984", "三月不见，你瘦了", "我有一点累，一点都不想动", "请看第十二章第三节", "这本书卖20块5毛",
    "我的电话是13812345678", "比分是3:2", "我坐3号线上班，住6号楼", "给我一秒钟", "我工作了三十三年",
    "我喜欢春天和秋天", "我晚上不喝咖啡", "十一个人来了", "他今年级别低", "我住在五一路十一号楼", "这里有三点建议",
    "我妹妹叫周一围", "他差一点就赢了", "我要二十个包子", "两三天一次就够", "版本号是3.11.2", "我有五月天的唱片",
    "他是十号球员", "我不吃月饼", "一周两次健身",
)  # fmt: skip

RECURRING = (
    "I go swimming every Monday", "We meet on Mondays at 3 pm", "I pay rent monthly", "I call her every other week",
    "We travel every Christmas", "我每周三去游泳", "我每天晚上8点跑步", "周末我都去爬山", "每年9月到11月很忙",
    "每年春节我回家",
)  # fmt: skip


def _days(text: str, *, unmarked: Choice = Choice.COMING) -> list[str]:
    return [each.text for each in find_dates(text, said_at=SAID_AT, zone=ZONE, unmarked=unmarked)]


@pytest.mark.parametrize("text", NO_DATES)
def test_numbers_names_and_lengths_are_no_dates(text: str) -> None:
    assert _days(text) == []


@pytest.mark.parametrize("text", RECURRING)
def test_what_comes_back_is_recurring_and_no_date(text: str) -> None:
    assert _days(text) == []
    assert names_recurrence(text)


@pytest.mark.parametrize("text", ["See you on Friday", "下周五见", "I moved in 2019"])
def test_a_single_date_does_not_recur(text: str) -> None:
    assert not names_recurrence(text)


@pytest.mark.parametrize(
    ("english", "chinese", "period"),
    [
        ("I met her on Saturday", "我周六见过她", "2026-11-28"),
        ("I'm seeing her on Saturday", "我周六要见她", "2026-12-05"),
        ("I moved here in September", "我九月搬到这里了", "2026-09-01/2026-09-30"),
        ("I'll move in September", "我九月会搬家", "2027-09-01/2027-09-30"),
        ("Until last year I lived in Rome", "去年之前我住在罗马", "../2025-12-31"),
        ("I have lived here since March 2015", "我从2015年3月起住在这里", "2015-03-01/2026-11-30"),
        ("The exam is on Tuesday, December 8th at 9 am", "考试在12月8号星期二上午九点", "2026-12-08"),
        ("I'm away from the 3rd to the 7th of January", "我1月3号到7号不在", "2027-01-03/2027-01-07"),
        ("I started in the late 1980s", "我上世纪八十年代末开始的", "1988-01-01/1989-12-31"),
    ],
)
def test_the_tense_tells_the_direction(english: str, chinese: str, period: str) -> None:
    assert _days(english) == [period]
    assert _days(chinese) == [period]


@pytest.mark.parametrize(("english", "chinese"), [("the third week of March", "3月第三周")])
def test_the_caller_decides_where_no_tense_does(english: str, chinese: str) -> None:
    for text in (english, chinese):
        assert _days(text) == ["2027-03-15/2027-03-21"]
        assert _days(text, unmarked=Choice.PAST) == ["2026-03-16/2026-03-22"]


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("1991年农历八月廿三", "1991-09-30"),
        ("2025年农历闰六月", "2025-07-25/2025-08-22"),
        ("腊月廿三我回老家", "2027-01-30"),
        ("大年初三去拜年", "2027-02-08"),
        ("我１２月１２日出发", "2026-12-12"),
    ],
)
def test_chinese_has_its_own_calendar_and_widths(text: str, period: str) -> None:
    assert _days(text) == [period]


@pytest.mark.parametrize("text", ["on February 30", "2月30日", "2026-13-40", "农历十三月初一", "the 31st of April"])
def test_a_day_that_does_not_exist_is_none(text: str) -> None:
    assert _days(text) == []


def test_every_date_of_a_text_is_found_in_order() -> None:
    text = "I go on Friday, 下周三回来, and fly again on 2027-01-05."
    found = find_dates(text, said_at=SAID_AT, zone=ZONE)
    assert [text[each.start : each.end] for each in found] == ["Friday", "下周三", "2027-01-05"]
    assert [each.text for each in found] == ["2026-12-04", "2026-12-09", "2027-01-05"]


def test_days_are_those_of_the_zone() -> None:
    late = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)  # already Tuesday in Shanghai
    (tomorrow,) = find_dates("tomorrow", said_at=late, zone=ZONE)
    assert tomorrow.text == "2026-12-02"
    assert tomorrow.begins == datetime(2026, 12, 1, 16, 0, tzinfo=UTC)
    assert tomorrow.begins.tzinfo is UTC
    assert tomorrow.precision is Precision.DAY
    assert tomorrow.is_future(late)
    assert not tomorrow.is_past(late)


def test_a_day_of_23_hours_is_a_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    (day,) = find_dates("on March 28, 2027", said_at=SAID_AT, zone=berlin)
    assert (day.ends - day.begins).total_seconds() == 23 * 3600


def test_a_moment_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        find_dates("today", said_at=SAID_AT.replace(tzinfo=None), zone=ZONE)


def test_the_tables_load_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warm_up()
    assert _days("春节") == ["2027-02-06"]


@pytest.mark.parametrize(
    "unit",
    [
        "On Friday we ate 12 cakes in March 2019. ",
        "我下周五下午3点半去东京，3月到5月都在。",
        "1 ",
        "一二三四",
        "May ",
        "12:",
        "   ",
    ],
)
def test_the_time_grows_with_the_length(unit: str) -> None:
    warm_up()
    times: list[float] = []
    for length in (5_000, 20_000):
        text = (unit * length)[:length]
        start = process_time()
        find_dates(text, said_at=SAID_AT, zone=ZONE)
        times.append(process_time() - start)
    assert times[1] <= 9 * times[0] + 0.5  # four times the text; sixteen times would be quadratic


@given(
    text=st.text(
        alphabet="0123456789年月日号周一二三十五六初廿闰农历正腊前后下上个星期天点半:-/. abdefinorstuyMJF", max_size=40
    ),
    unmarked=st.sampled_from(Choice),
)
def test_any_text_is_read(text: str, unmarked: Choice) -> None:
    end = 0
    for each in find_dates(text, said_at=SAID_AT, zone=ZONE, unmarked=unmarked):
        assert end <= each.start < each.end <= len(text)
        assert each.begins < each.ends
        assert each.text
        end = each.end
