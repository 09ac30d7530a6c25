"""Cutting turns into clauses."""

import pytest

from graphmem.deciding.rules.clauses import Clause, clauses, without_lead
from graphmem.language.cues import cues
from graphmem.language.script import Language, detect_language
from graphmem.language.sentences import split_sentences


def cut(text: str) -> tuple[Clause, ...]:
    sentences = [(sentence.start, sentence.end) for sentence in split_sentences(text)]
    return clauses(text, sentences, cues(detect_language(text)))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I like tea, but I hate coffee.", ["I like tea", "I hate coffee."]),
        ("I live in Hangzhou and I work at Tencent", ["I live in Hangzhou", "I work at Tencent"]),
        ("My address is 12 Elm Street, Springfield, Ohio", ["My address is 12 Elm Street, Springfield, Ohio"]),
        ("No, steel", ["No, steel"]),
        ("Actually, I moved", ["Actually, I moved"]),
        ("In the morning, I drink tea", ["In the morning, I drink tea"]),
        ("I like tea, jazz and hiking", ["I like tea, jazz and hiking"]),
        ("我不吃辣，但我爱吃酸的", ["我不吃辣", "但我爱吃酸的"]),
        ("不对，还是钢的吧", ["不对，还是钢的吧"]),
        ("出差的时候，我喜欢安静的酒店", ["出差的时候，我喜欢安静的酒店"]),
        ("我的地址是杭州市西湖区，文三路12号", ["我的地址是杭州市西湖区，文三路12号"]),
        ("我养了一只猫，叫咪咪", ["我养了一只猫，叫咪咪"]),
    ],
)
def test_a_sentence_is_cut_where_another_statement_begins(text: str, parts: list[str]) -> None:
    assert [clause.text for clause in cut(text)] == parts


def test_a_question_mark_asks_only_for_the_last_clause() -> None:
    first, last = cut("I don't eat beef, can you help?")
    assert (first.is_question, last.is_question) == (False, True)


def test_a_tag_asks_for_the_clause_before_it() -> None:
    first, _ = cut("我住在杭州，对吗？")
    assert first.is_question


def test_positions_are_those_of_the_text() -> None:
    text = "  Hi there!  I like tea , but I hate coffee. "
    assert all(text[clause.start : clause.end] == clause.text for clause in cut(text))


def test_what_leads_in_is_stripped_as_often_as_it_does() -> None:
    english, chinese = cues(Language.ENGLISH), cues(Language.CHINESE)
    assert without_lead("Well, by the way, I told you that I like tea", english) == "I like tea"
    assert without_lead("对了，我跟你说过，请记住我不吃辣", chinese) == "我不吃辣"
    assert without_lead("No spicy food please", english) == "No spicy food please"
