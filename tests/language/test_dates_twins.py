"""Phrases of both languages that name one period, said on Monday, 30 November 2026, 10:00 in Shanghai.

Columns: English, Chinese, the first moment and the moment after the last one (local time), the precision.
"""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from graphmem.language.dates import find_dates

ZONE: Final = ZoneInfo("Asia/Shanghai")
SAID_AT: Final = datetime(2026, 11, 30, 10, 0, tzinfo=ZONE)

Twin = tuple[str, str, str, str, str]

DAYS: Final[tuple[Twin, ...]] = (
    ("today", "今天", "2026-11-30", "2026-12-01", "day"),
    ("tomorrow", "明天", "2026-12-01", "2026-12-02", "day"),
    ("yesterday", "昨天", "2026-11-29", "2026-11-30", "day"),
    ("the day after tomorrow", "后天", "2026-12-02", "2026-12-03", "day"),
    ("the day before yesterday", "前天", "2026-11-28", "2026-11-29", "day"),
    ("in three days", "大后天", "2026-12-03", "2026-12-04", "day"),
    ("four days from now", "大大后天", "2026-12-04", "2026-12-05", "day"),
    ("three days ago", "大前天", "2026-11-27", "2026-11-28", "day"),
    ("ten days ago", "十天前", "2026-11-20", "2026-11-21", "day"),
    ("next Friday", "下周五", "2026-12-11", "2026-12-12", "day"),
    ("this Friday", "这周五", "2026-12-04", "2026-12-05", "day"),
    ("on Friday", "周五", "2026-12-04", "2026-12-05", "day"),
    ("this coming Friday", "本周五", "2026-12-04", "2026-12-05", "day"),
    ("last Friday", "上周五", "2026-11-27", "2026-11-28", "day"),
    ("on Wednesday next week", "下个星期三", "2026-12-09", "2026-12-10", "day"),
    ("December 12", "12月12日", "2026-12-12", "2026-12-13", "day"),
    ("the 12th of May", "五月十二号", "2027-05-12", "2027-05-13", "day"),
    ("May 12, 2019", "2019年5月12日", "2019-05-12", "2019-05-13", "day"),
    ("12 May 2028", "二零二八年五月十二日", "2028-05-12", "2028-05-13", "day"),
    ("2026-12-24", "2026-12-24", "2026-12-24", "2026-12-25", "day"),
    ("2026/12/24", "2026/12/24", "2026-12-24", "2026-12-25", "day"),
    ("on the 15th", "15号", "2026-12-15", "2026-12-16", "day"),
    ("on the 15th of next month", "下个月15号", "2026-12-15", "2026-12-16", "day"),
    ("in two weeks", "两周后", "2026-12-14", "2026-12-15", "day"),
    ("two weeks from now", "两个星期以后", "2026-12-14", "2026-12-15", "day"),
    ("a week ago", "一周前", "2026-11-23", "2026-11-24", "day"),
    ("the first Monday of March", "三月第一个星期一", "2027-03-01", "2027-03-02", "day"),
    ("the last day of the year", "今年最后一天", "2026-12-31", "2027-01-01", "day"),
)

FESTIVALS: Final[tuple[Twin, ...]] = (
    ("Christmas Eve", "平安夜", "2026-12-24", "2026-12-25", "day"),
    ("Christmas", "圣诞节", "2026-12-25", "2026-12-26", "day"),
    ("New Year's Day", "元旦", "2027-01-01", "2027-01-02", "day"),
    ("New Year's Eve 2025", "2025年跨年夜", "2025-12-31", "2026-01-01", "day"),
    ("Valentine's Day", "情人节", "2027-02-14", "2027-02-15", "day"),
    ("Chinese New Year", "春节", "2027-02-06", "2027-02-07", "day"),
    ("Chinese New Year's Eve", "除夕", "2027-02-05", "2027-02-06", "day"),
    ("the Lantern Festival", "元宵节", "2027-02-20", "2027-02-21", "day"),
    ("Mid-Autumn Festival 2025", "2025年中秋", "2025-10-06", "2025-10-07", "day"),
    ("the Dragon Boat Festival", "端午节", "2027-06-09", "2027-06-10", "day"),
    ("Qingming", "清明", "2027-04-05", "2027-04-06", "day"),
    ("Labour Day next year", "明年五一", "2027-05-01", "2027-05-02", "day"),
    ("Halloween 2027", "2027年万圣夜", "2027-10-31", "2027-11-01", "day"),
    ("Mother's Day", "母亲节", "2027-05-09", "2027-05-10", "day"),
    ("Thanksgiving 2025", "2025年感恩节", "2025-11-27", "2025-11-28", "day"),
    ("Easter 2027", "2027年复活节", "2027-03-28", "2027-03-29", "day"),
)

PERIODS: Final[tuple[Twin, ...]] = (
    ("this week", "这周", "2026-11-30", "2026-12-07", "week"),
    ("next week", "下周", "2026-12-07", "2026-12-14", "week"),
    ("last week", "上周", "2026-11-23", "2026-11-30", "week"),
    ("the week before last", "上上周", "2026-11-16", "2026-11-23", "week"),
    ("the week after next", "下下周", "2026-12-14", "2026-12-21", "week"),
    ("this weekend", "这个周末", "2026-12-05", "2026-12-07", "weekend"),
    ("next weekend", "下周末", "2026-12-12", "2026-12-14", "weekend"),
    ("last weekend", "上周末", "2026-11-28", "2026-11-30", "weekend"),
    ("the second week of June 2025", "2025年六月第二周", "2025-06-09", "2025-06-16", "week"),
    ("this month", "这个月", "2026-11-01", "2026-12-01", "month"),
    ("next month", "下个月", "2026-12-01", "2027-01-01", "month"),
    ("last month", "上个月", "2026-10-01", "2026-11-01", "month"),
    ("in April", "四月", "2027-04-01", "2027-05-01", "month"),
    ("in April 2019", "2019年4月", "2019-04-01", "2019-05-01", "month"),
    ("next March", "明年三月", "2027-03-01", "2027-04-01", "month"),
    ("in three months", "三个月后", "2027-02-01", "2027-03-01", "month"),
    ("six months ago", "半年前", "2026-05-01", "2026-06-01", "month"),
    ("Q3 2025", "2025年第三季度", "2025-07-01", "2025-10-01", "quarter"),
    ("next quarter", "下个季度", "2027-01-01", "2027-04-01", "quarter"),
    ("the summer of 2019", "2019年夏天", "2019-06-01", "2019-09-01", "season"),
    ("this summer", "今年夏天", "2026-06-01", "2026-09-01", "season"),
    ("next spring", "明年春天", "2027-03-01", "2027-06-01", "season"),
    ("in 2019", "2019年", "2019-01-01", "2020-01-01", "year"),
    ("this year", "今年", "2026-01-01", "2027-01-01", "year"),
    ("next year", "明年", "2027-01-01", "2028-01-01", "year"),
    ("last year", "去年", "2025-01-01", "2026-01-01", "year"),
    ("the year before last", "前年", "2024-01-01", "2025-01-01", "year"),
    ("the year after next", "后年", "2028-01-01", "2029-01-01", "year"),
    ("five years ago", "五年前", "2021-01-01", "2022-01-01", "year"),
    ("in two years", "两年后", "2028-01-01", "2029-01-01", "year"),
    ("the 1990s", "上世纪九十年代", "1990-01-01", "2000-01-01", "decade"),
    ("the 18th century", "18世纪", "1700-01-01", "1800-01-01", "century"),
)

PARTS: Final[tuple[Twin, ...]] = (
    ("mid-March", "三月中旬", "2027-03-11", "2027-03-21", "span"),
    ("late October 2025", "2025年十月下旬", "2025-10-21", "2025-11-01", "span"),
    ("at the end of the month", "月底", "2026-11-25", "2026-12-01", "span"),
    ("at the end of next month", "下个月底", "2026-12-25", "2027-01-01", "span"),
    ("at the end of the year", "年底", "2026-11-01", "2027-01-01", "span"),
    ("at the beginning of next year", "明年年初", "2027-01-01", "2027-03-01", "span"),
    ("the first half of 2025", "2025年上半年", "2025-01-01", "2025-07-01", "span"),
    ("tonight", "今晚", "2026-11-30T18:00", "2026-12-01", "part_of_day"),
    ("last night", "昨晚", "2026-11-29T18:00", "2026-11-30", "part_of_day"),
    ("this morning", "今天上午", "2026-11-30T06:00", "2026-11-30T12:00", "part_of_day"),
    ("tomorrow afternoon", "明天下午", "2026-12-01T12:00", "2026-12-01T18:00", "part_of_day"),
    ("Friday evening", "周五晚上", "2026-12-04T18:00", "2026-12-05", "part_of_day"),
    ("at 3pm", "下午三点", "2026-11-30T15:00", "2026-11-30T16:00", "hour"),
    ("tomorrow at 3:30 pm", "明天下午3点半", "2026-12-01T15:30", "2026-12-01T15:31", "minute"),
    ("at 8 am on December 12", "12月12日早上8点", "2026-12-12T08:00", "2026-12-12T09:00", "hour"),
    ("next Wednesday at 14:15", "下周三14:15", "2026-12-09T14:15", "2026-12-09T14:16", "minute"),
    ("yesterday at noon", "昨天中午", "2026-11-29T12:00", "2026-11-29T13:00", "part_of_day"),
    ("in three hours", "三小时后", "2026-11-30T13:00", "2026-11-30T14:00", "hour"),
    ("half an hour ago", "半小时前", "2026-11-30T09:30", "2026-11-30T09:31", "minute"),
    ("in 20 minutes", "20分钟后", "2026-11-30T10:20", "2026-11-30T10:21", "minute"),
)

RANGES: Final[tuple[Twin, ...]] = (
    ("from 2015 to 2018", "从2015年到2018年", "2015-01-01", "2019-01-01", "span"),
    ("between 2015 and 2018", "2015年至2018年", "2015-01-01", "2019-01-01", "span"),
    ("2015–2018", "2015-2018年", "2015-01-01", "2019-01-01", "span"),
    ("from March to May 2019", "2019年3月到5月", "2019-03-01", "2019-06-01", "span"),
    ("from Monday to Wednesday next week", "下周一到周三", "2026-12-07", "2026-12-10", "span"),
    ("December 12-15", "12月12-15日", "2026-12-12", "2026-12-16", "span"),
    ("from December 20 to January 3", "12月20日到1月3日", "2026-12-20", "2027-01-04", "span"),
    ("tomorrow from 2 pm to 4 pm", "明天下午2点到4点", "2026-12-01T14:00", "2026-12-01T16:00", "span"),
    ("by the end of the month", "月底前", "2026-11-30T10:00", "2026-12-01", "span"),
    ("by Friday", "周五之前", "2026-11-30T10:00", "2026-12-05", "span"),
    ("until next Wednesday", "到下周三为止", "2026-11-30T10:00", "2026-12-10", "span"),
    ("since 2019", "2019年以来", "2019-01-01", "2026-11-30T10:00", "span"),
    ("since last week", "从上周起", "2026-11-23", "2026-11-30T10:00", "span"),
    ("within three days", "三天内", "2026-11-30T10:00", "2026-12-04", "span"),
    ("in the next two weeks", "未来两周", "2026-11-30T10:00", "2026-12-14", "span"),
    ("over the past six months", "过去半年", "2026-05-30", "2026-11-30T10:00", "span"),
    ("in the last three days", "过去三天", "2026-11-27", "2026-11-30T10:00", "span"),
    ("in the next hour", "一个小时内", "2026-11-30T10:00", "2026-11-30T11:00", "span"),
)

SHIFTS: Final[tuple[Twin, ...]] = (
    ("two days after Christmas", "圣诞节后两天", "2026-12-27", "2026-12-28", "day"),
    ("a week before Chinese New Year", "春节前一周", "2027-01-30", "2027-01-31", "day"),
    ("two weeks ago, on Friday", "两周前的周五", "2026-11-20", "2026-11-21", "day"),
    ("at the end of next week", "下周底", "2026-12-11", "2026-12-14", "span"),
    ("from December 25 to New Year's Day", "12月25日到元旦", "2026-12-25", "2027-01-02", "span"),
    ("after 6 pm tomorrow", "明天晚上六点以后", "2026-12-01T18:00", "", "span"),
    ("after Friday", "周五之后", "2026-12-05", "", "span"),
    ("half past three", "三点半", "2026-11-30T15:30", "2026-11-30T15:31", "minute"),
)

ALL: Final = DAYS + FESTIVALS + PERIODS + PARTS + RANGES + SHIFTS


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=ZONE) if text else None


@pytest.mark.parametrize(("english", "chinese", "begins", "ends", "precision"), ALL, ids=[each[0] for each in ALL])
def test_both_languages_name_the_same_period(
    english: str, chinese: str, begins: str, ends: str, precision: str
) -> None:
    for text in (f"I think of {english}.", f"我说的是{chinese}。"):
        found = find_dates(text, said_at=SAID_AT, zone=ZONE)
        periods = [(each.valid_from, each.valid_to, each.precision) for each in found]
        assert periods == [(_moment(begins), _moment(ends), precision)], text
