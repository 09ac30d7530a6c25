"""What no rule reads: other languages, data, code, markup, pictures."""

from datetime import UTC, datetime

import pytest

from graphmem.deciding.rules import RuleDecider
from graphmem.deciding.rules.unreadable import UNREAD_LANGUAGE, is_foreign, why_not_read
from graphmem.domain.candidate import Extraction, MessageRole, Turn

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


async def read(text: str) -> Extraction:
    return await RuleDecider().extract([Turn(role=MessageRole.USER, content=text, at=NOW)], recent=[])


@pytest.mark.parametrize(
    "text",
    [
        "Je n'aime pas le café.",
        "Ich trinke keinen Kaffee.",
        "No me gusta el café.",
        "Não gosto de café com leite.",
        "Non mi piace il caffè.",
        "Ik hou niet van koffie.",
        "私はコーヒーが好きです。",
        "저는 커피를 좋아해요.",
        "Я не люблю кофе.",
        "أنا لا أحب القهوة.",
    ],
)
async def test_another_language_is_kept_as_it_was_said_and_too_unsure_to_be_active(text: str) -> None:
    (candidate,) = (await read(text)).candidates
    assert (candidate.content, candidate.reason) == (text, UNREAD_LANGUAGE)
    assert candidate.certainty < 0.6
    assert candidate.claim.is_empty


@pytest.mark.parametrize(
    "text",
    [
        "Call me Al.",
        "My friend Pierre lives in Le Mans.",
        "I ordered pasta al dente.",
        "We love El Niño and Los Lobos.",
        "我喜欢 La La Land 这部电影。",
        "我叫佐藤さん的朋友。",
        "The déjà vu café is nice.",
    ],
)
def test_a_foreign_name_makes_no_foreign_sentence(text: str) -> None:
    assert not is_foreign(text)


async def test_a_question_in_another_language_is_not_kept() -> None:
    assert not (await read("Où est la gare de Lyon ?")).candidates


async def test_a_sentence_in_another_language_leaves_its_neighbours_alone() -> None:
    extraction = await read("I like tea. Je n'aime pas le café. 我不吃辣。")
    assert [c.claim.topic for c in extraction.candidates] == ["tea", None, "spicy"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"city": "Paris", "likes": ["tea"]}', "data or code"),
        ('[{"名字": "王芳"}]', "data or code"),
        ("def live(city):\n    return city", "data or code"),
        ("const a = 1;\nlet b = 2;\nreturn a;", "data or code"),
        ("<ul><li>I like tea</li></ul>", "data or code"),
        ("😀😀", "no words, only signs or pictures"),
        ("!!! ???", "no words, only signs or pictures"),
    ],
)
async def test_what_is_no_sentence_is_ignored_with_a_reason(text: str, reason: str) -> None:
    extraction = await read(text)
    assert not extraction.candidates
    assert [(i.rule, i.reason) for i in extraction.ignored] == [("W3", reason)]


async def test_words_around_code_are_read() -> None:
    extraction = await read("I live in Paris.\n```\nI live in Rome\n```\n我不吃辣。")
    assert [c.claim.value for c in extraction.candidates] == ["paris", "spicy"]


def test_a_number_alone_is_no_picture() -> None:
    assert why_not_read("42") is None
