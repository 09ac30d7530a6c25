"""Which slots a question asks for, in both languages (rule Q1)."""

import pytest

from graphmem.language.asked_slots import FAVOURITE, MOST_SLOTS, AskedSlot, asked_slots
from graphmem.language.cues import cues
from graphmem.language.script import Language

TWINS: list[tuple[str, str, list[tuple[str, str | None]]]] = [
    ("Where do I live?", "我住在哪里？", [("city", None), ("home_address", None)]),
    ("What is my shipping address?", "我的收货地址是什么？", [("shipping_address", None)]),
    ("home address", "住址", [("home_address", None)]),
    ("When is my mother's birthday?", "我妈妈的生日是哪天？", [("birthday", "mother")]),
    ("what's my name", "我叫什么名字", [("name", None)]),
    ("What's the name of my dog?", "我的狗叫什么？", [("name", "dog")]),
    ("Which company does my wife work for?", "我老婆在哪家公司？", [("employer", "wife")]),
    ("What languages do I speak?", "我会说哪些语言？", [("speaks", None)]),
    ("Do I have any brothers or sisters?", "我有没有兄弟姐妹？", [("sibling", None)]),
    ("What is the name of the restaurant?", "那家餐厅叫什么？", []),
    ("What did I say about the meeting at work?", "关于开会的事我说了什么？", []),
    ("I moved house last week and it rained all day.", "上周搬家，一整天都在下雨，东西全湿透了，真是倒霉的一天。", []),
    ("", "。", []),
]


@pytest.mark.parametrize(("english", "chinese", "slots"), TWINS)
def test_a_question_asks_for_the_same_slots_in_either_language(
    english: str, chinese: str, slots: list[tuple[str, str | None]]
) -> None:
    for question in (english, chinese):
        assert [(slot.attribute, slot.subject) for slot in asked_slots(question)] == slots


@pytest.mark.parametrize("question", ["What is my favourite colour?", "我最喜欢的颜色是什么？", "favorite color"])
def test_a_favourite_is_asked_for_by_its_kind(question: str) -> None:
    assert asked_slots(question) == (AskedSlot(FAVOURITE, None, "colour"),)


@pytest.mark.parametrize("language", list(Language))
def test_every_question_that_a_slot_is_found_by_asks_for_it(language: Language) -> None:
    """What is stored as the ways a slot may be asked for is read as asking for it."""
    questions = [(name, question) for name, slot in cues(language).slots.items() for question in slot.asks]
    assert len(questions) > 40
    for name, question in questions:
        assert name in {slot.attribute for slot in asked_slots(question)}, question


def test_a_text_asks_for_no_more_slots_than_can_be_looked_up() -> None:
    text = "What's my name, age, job, birthday, phone number, time zone, employer, home address, and where do I work?"
    assert len(asked_slots(text)) == MOST_SLOTS
    assert asked_slots(text * 4) == ()
