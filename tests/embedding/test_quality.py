"""What the similarities of the default embedder mean, on sentences that nothing was fitted on."""

import pytest

from graphmem.embedding import CentredEmbedder, cosine

MEMORIES = (
    "User does not accept spicy food.",
    "User decided to buy the titanium cup.",
    "User lives in Hangzhou.",
    "User's flight to Tokyo leaves on 5 May at 9:40.",
    "User works at a bank as a security analyst.",
    "User's mother has diabetes.",
    "User wants to be addressed as Captain.",
    "用户每周三晚上学习油画。",
    "用户对青霉素过敏。",
    "用户的女儿今年上小学一年级。",
    "用户希望周报用表格的形式。",
    "用户的车是一辆蓝色的电动车。",
    "用户讨厌被推销电话打扰。",
    "用户在准备十二月的马拉松比赛。",
)


async def similarity(embedder: CentredEmbedder, left: str, right: str) -> float:
    one, other = await embedder.embed_passages([left, right])
    return embedder.calibration.similarity(cosine(one, other))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("用户不接受辣味食物。", "User does not accept spicy food."),
        ("User plays the guitar in a band.", "用户在乐队里弹吉他。"),
        ("User is a vegetarian.", "User follows a vegetarian diet."),
        ("User's favourite colour is green.", "User likes the colour green best."),
        ("用户养了两只猫。", "用户家里有两只猫。"),
        ("用户下个月要去上海出差。", "用户下月去上海出差。"),
    ],
)
async def test_one_thing_said_twice_is_most_alike(use: CentredEmbedder, left: str, right: str) -> None:
    assert await similarity(use, left, right) >= 0.75


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("用户不接受辣味食物。", "User's printer is out of ink."),
        ("User plays the guitar in a band.", "用户的房租每月三千元。"),
        ("User is a vegetarian.", "User parks behind the library."),
        ("用户养了两只猫。", "用户想换一份工作。"),
    ],
)
async def test_what_has_nothing_in_common_is_at_the_bottom(use: CentredEmbedder, left: str, right: str) -> None:
    assert await similarity(use, left, right) < 0.1


async def test_the_identical_text_is_one_and_an_opposite_is_not_told_by_likeness(use: CentredEmbedder) -> None:
    assert await similarity(use, "用户住在杭州。", "用户住在杭州。") == pytest.approx(1.0, abs=1e-3)
    assert await similarity(use, "User likes coffee.", "User does not like coffee.") > 0.6


@pytest.mark.parametrize(
    ("query", "memory"),
    [
        ("我能吃辣的吗？", MEMORIES[0]),
        ("那个杯子我决定买哪个了？", MEMORIES[1]),
        ("我住在哪个城市？", MEMORIES[2]),
        ("When does my plane leave?", MEMORIES[3]),
        ("我妈妈得了什么病？", MEMORIES[5]),
        ("When do I have painting lessons?", MEMORIES[7]),
        ("Which medicine am I allergic to?", MEMORIES[8]),
        ("How old is my daughter, which grade is she in?", MEMORIES[9]),
        ("What format should the weekly report have?", MEMORIES[10]),
        ("What colour is my car?", MEMORIES[11]),
        ("Do I like sales calls?", MEMORIES[12]),
        ("Which race am I training for?", MEMORIES[13]),
    ],
)
async def test_a_question_finds_its_memory_across_languages(use: CentredEmbedder, query: str, memory: str) -> None:
    asked = await use.embed_query(query)
    vectors = await use.embed_passages(MEMORIES)
    order = sorted(MEMORIES, key=lambda text: -cosine(asked, vectors[MEMORIES.index(text)]))
    assert memory in order[:3]
    assert use.query_calibration.similarity(cosine(asked, vectors[MEMORIES.index(memory)])) > 0.1
