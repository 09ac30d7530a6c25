"""What a query refers back to is written out from the turns before, or left as it is (rule Q1)."""

import pytest

from graphmem.language.references import SaidBefore, resolve_query

RESOLVED = {
    "that thing": (
        ["I bought a titanium cup yesterday."],
        "How much was that cup from yesterday?",
        "How much was the titanium cup from yesterday?",
    ),
    "那个东西": (["我昨天买了一个钛金属水杯。"], "昨天那个杯子多少钱？", "昨天钛金属水杯多少钱？"),
    "a name": (
        ["We had dinner at a small restaurant called Bella Roma."],
        "Did I like that restaurant?",
        "Did I like the small restaurant called Bella Roma?",
    ),
    "那家": (["我们昨晚在蜀香火锅店吃的饭。"], "那家火锅店我喜欢吗？", "蜀香火锅店我喜欢吗？"),
    "numbered": (
        ["I'd suggest: 1. Hotel Mira - quiet 2. Hotel Sol - cheap"],
        "Does the second one have a pool?",
        "Does Hotel Sol have a pool?",
    ),
    "编号": (["推荐：1、青禾民宿 2、云栖酒店"], "第二家有泳池吗？", "云栖酒店有泳池吗？"),
    "series": (
        ["You could try ramen, udon or soba."],
        "Is the last one gluten-free?",
        "Is soba gluten-free?",
    ),
    "顿号": (["可以试试拉面、乌冬面和荞麦面。"], "最后一种含麸质吗？", "荞麦面含麸质吗？"),
    "there": (["I'm going to Kyoto in May."], "What should we eat there?", "What should we eat in Kyoto?"),
    "there, towards": (["I'm going to Kyoto in May."], "How do I get there?", "How do I get to Kyoto?"),
    "那边": (["我五月要去京都。"], "那边有什么好吃的？", "京都有什么好吃的？"),
    "it": (
        ["I'm looking for a titanium cup."],
        "What colour did I want it in?",
        "What colour did I want the titanium cup in?",
    ),
    "它": (["我想买一个钛金属水杯。"], "它是什么颜色的？", "钛金属水杯是什么颜色的？"),
    "she": (["My sister is coming over on Sunday."], "What does she like to eat?", "What does my sister like to eat?"),
    "她": (["我妹妹周日要来。"], "她喜欢吃什么？", "我妹妹喜欢吃什么？"),
    "what about": (["What is the weather like in Paris?"], "And what about Rome?", "What is the weather like in Rome?"),
    "呢": (["巴黎有什么好玩的？"], "那上海呢？", "上海有什么好玩的？"),
}
UNSURE = {
    "two of a kind": (["I bought a titanium cup and a steel cup."], "How much was that cup?"),
    "两个": (["我买了一个钛金属水杯，还有一个玻璃水杯。"], "那个水杯多少钱？"),
    "two places": (["I'll go from Paris to Rome."], "What should I eat there?"),
    "两地": (["我从上海飞到东京。"], "那边有什么好吃的？"),
    "two people": (["My sister and my mother are here."], "What does she like?"),
    "两人": (["我妹妹和我妈妈都来了。"], "她喜欢什么？"),
    "nothing before": (["Good morning."], "How much was it?"),
    "前面没有": (["早上好。"], "那个多少钱？"),
    "there is": (["I'm going to Kyoto."], "Is there a train on Sunday?"),
    "weather": (["I bought a titanium cup."], "Is it raining?"),
    "no list": (["I like tea."], "Is the second one better?"),
    "说全了": (["我五月要去京都。"], "我喜欢喝什么茶？"),
    "this week": (["It was a rainy week."], "What do I have this week?"),
    "那个时候": (["开会开了两小时。"], "那个时候我在哪里？"),
    "all said": (["I'm going to Kyoto."], "Which tea do I like?"),
    "first time": (["You could try ramen, udon or soba."], "When was the first time I ate ramen?"),
}


@pytest.mark.parametrize("name", RESOLVED)
def test_a_reference_is_written_out(name: str) -> None:
    before, query, expected = RESOLVED[name]
    assert resolve_query(query, [SaidBefore(text=text) for text in before]) == expected


@pytest.mark.parametrize("name", UNSURE)
def test_what_may_be_more_than_one_thing_or_none_is_left_as_it_is(name: str) -> None:
    before, query = UNSURE[name]
    assert resolve_query(query, [SaidBefore(text=text) for text in before]) == query


def test_the_last_turn_that_names_something_counts() -> None:
    turns = [
        SaidBefore(text="I want a bamboo desk."),
        SaidBefore(text="Then an oak desk it is."),
        SaidBefore(text="OK."),
    ]
    assert resolve_query("How wide is that desk?", turns) == "How wide is the oak desk?"


def test_without_turns_nothing_is_written_out() -> None:
    assert resolve_query("How much was it?", []) == "How much was it?"
