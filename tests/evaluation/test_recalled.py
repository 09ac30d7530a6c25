"""Measuring recall: what counts as found, what a question brings along, and the baselines beside it."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from graphmem.errors import InvalidSettings
from graphmem.evaluation import bilingual, locomo_plus, recall_cases, recalled
from graphmem.evaluation.baselines import corpus_of
from graphmem.evaluation.measure import Case, Measure
from graphmem.evaluation.recalled import Wanted, by_prefix, nowhere
from graphmem.evaluation.stage import Stage
from graphmem.language.script import detect_language
from graphmem.pipelines.bounds import MAX_CONTENT
from graphmem.pipelines.services import Services

Ways = tuple[float, float | None, float | None]


def item(name: str, text: str) -> Case:
    return {"id": name, "text": text, "time": None}


def asked(text: str, *gold: str, category: str = "own", items: Sequence[Case] | None = None) -> Case:
    query: Case = {"text": text, "gold": list(gold), "category": category, "time": None}
    return query if items is None else query | {"items": list(items)}


async def measured(services: Services, wanted: Wanted, items: Sequence[Case], *queries: Case) -> dict[str, Measure]:
    stage = Stage(services, lambda _: None)
    measures = await recalled.runner(wanted)(stage, [{"user": "u", "items": list(items), "queries": list(queries)}])
    return {m.name: m for m in measures}


NOTES = {
    "en": (
        [item("tea", "I like black tea."), item("bike", "My bike is red."), item("dog", "The dog is called Rex.")],
        asked("Which tea do I like?", "tea"),
        asked("What colour is the bike?", "bike", "tea"),
    ),
    "zh": (
        [item("tea", "我喜欢喝红茶。"), item("bike", "我的自行车是蓝色的。"), item("dog", "狗的名字叫旺财。")],
        asked("我喜欢喝什么茶？", "tea"),
        asked("自行车是什么颜色？", "bike", "tea"),
    ),
}


@pytest.mark.parametrize("language", NOTES)
async def test_each_way_is_measured_on_the_same_questions(services: Services, language: str) -> None:
    items, one, two = NOTES[language]
    found = await measured(services, Wanted(set="s", depth=1, session=nowhere), items, one, two)
    assert [(m.name, m.value, m.bm25, m.vectors, m.cases) for m in found.values()] == [
        ("recall@1", 0.75, 0.75, 0.75, 2),
        ("recall@1, own", 0.75, 0.75, 0.75, 2),
    ]


EXCHANGES = {
    "en": (
        item("d:0", "The weather was nice in May."),
        [item("x:0", "My knee has hurt since the fall from the ladder.")],
        [item("y:0", "We sold the boat because nobody used it.")],
        ("Why does my knee hurt?", "Why did we sell the boat?"),
    ),
    "zh": (
        item("d:0", "五月的天气很好。"),
        [item("x:0", "从梯子上摔下来以后，我的膝盖一直疼。")],
        [item("y:0", "没人用，我们就把船卖了。")],
        ("我的膝盖为什么疼？", "我们为什么把船卖了？"),
    ),
}


@pytest.mark.parametrize("language", EXCHANGES)
async def test_what_a_question_brings_along_is_there_for_it_alone(services: Services, language: str) -> None:
    turn, knee, boat, (about_knee, about_boat) = EXCHANGES[language]
    found = await measured(
        services,
        Wanted(set="s", depth=3, session=by_prefix(":"), counts_any=True),
        [turn],
        asked(about_knee, "x:0", category="its own", items=knee),
        asked(about_boat, "y:0", category="its own", items=boat),
        asked(about_knee, "x:0", category="another's", items=boat),
        asked(about_knee, "x:0", category="nothing"),
    )
    ways: dict[str, Ways] = {name: (m.value, m.bm25, m.vectors) for name, m in found.items()}
    assert ways == {
        "hit@3": (0.5, 0.5, 0.5),
        "hit@3, its own": (1.0, 1.0, 1.0),
        "hit@3, another's": (0.0, 0.0, 0.0),
        "hit@3, nothing": (0.0, 0.0, 0.0),
    }


async def test_both_sides_count_only_together_and_only_where_there_are_two(services: Services) -> None:
    items = [item("yes", "I have been to Rome."), item("no", "I have never been to Rome."), item("x", "Tea is fine.")]
    found = await measured(
        services,
        Wanted(set="s", depth=2, session=nowhere, both_sides="contradiction"),
        items,
        asked("Have I been to Rome?", "yes", "no", category="contradiction"),
        asked("Have I been to Rome?", "yes", "x", category="contradiction"),
        asked("Have I been to Rome?", "yes", category="contradiction"),
        asked("Have I been to Rome?", "yes", "x", category="other"),
    )
    sides = found["all sides@2, contradiction"]
    assert (sides.value, sides.bm25, sides.vectors, sides.cases) == (0.5, 0.5, 0.5, 2)


async def test_a_text_too_long_for_a_memory_is_found_by_a_piece(services: Services) -> None:
    end = "The boat is called Aurora."
    long = "tea and cake, " * (MAX_CONTENT // 14 + 1) + end
    found = await measured(
        services,
        Wanted(set="s", depth=1, session=nowhere),
        [item("long", long), item("x", "Bread is baked on Monday.")],
        asked("What is the boat called?", "long"),
    )
    assert (found["recall@1"].value, found["recall@1"].bm25, found["recall@1"].vectors) == (1.0, 1.0, 1.0)


async def test_words_alone_weigh_rare_words_and_leave_out_what_shares_none(services: Services) -> None:
    texts = ["black tea", "green tea", "black tea with the very long story of a ship", "红茶"]
    corpus = await corpus_of(services.embedder, ["a", "b", "c", "d"], texts)
    assert corpus.by_words("Black tea?", 10) == ["a", "c", "b"]
    assert corpus.by_words("green tea", 1) == ["b"]
    assert corpus.by_words("红茶", 10) == ["d"]
    assert corpus.by_words("?", 10) == []


async def test_vectors_alone_find_the_other_language(services: Services) -> None:
    texts = ["My dog is afraid of thunder.", "The rent is due on the first.", "I sing in a choir."]
    corpus = await corpus_of(services.embedder, ["dog", "rent", "choir"], texts)
    assert corpus.by_meaning(await services.embedder.embed_query("房租哪天交？"), 1) == ["rent"]


def test_labels_of_speakers_are_taken_off_both_sides(tmp_path: Path) -> None:
    exchange = {
        "relation_type": "causal",
        "cue_dialogue": "A: Plan B: none.\nB: Oh.\\nA: Yes.",
        "trigger_query": "A: Well?",
    }
    dialogue = {"items": [item("D1:1", "Ann: Hello.")], "queries": []}
    paths = [tmp_path / "plus.gz", tmp_path / "locomo.gz"]
    for path, line in zip(paths, (exchange, dialogue), strict=True):
        path.write_bytes(gzip.compress(json.dumps(line).encode()))
    (case,) = locomo_plus.read(paths)
    (query,) = case["queries"]
    assert [i["text"] for i in case["items"]] == ["Ann: Hello."]
    assert ([i["text"] for i in query["items"]], query["text"]) == (["Plan B: none.\nOh.\nYes."], "Well?")


def test_an_exchange_that_is_none_is_told(tmp_path: Path) -> None:
    paths = [tmp_path / "plus.gz", tmp_path / "locomo.gz"]
    for path, line in zip(paths, ({"cue_dialogue": "A: Oh."}, {"items": [item("a", "b")], "queries": []}), strict=True):
        path.write_bytes(gzip.compress(json.dumps(line).encode()))
    with pytest.raises(InvalidSettings, match=r"plus\.gz, line 1: there is no trigger_query"):
        locomo_plus.read(paths)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"items": [item("a", "Tea.")]}, r"line 1, queries: Field required"),
        ({"items": [], "queries": []}, r"line 1, items: List should have at least 1 item"),
        ({"items": [item("a", " ")], "queries": []}, r"line 1, items\.0\.text: String should match"),
        ({"items": [item("a", "Tea.")], "queries": [{"text": "?"}]}, r"line 1, queries\.0\.gold: Field required"),
    ],
)
def test_a_line_that_is_no_texts_and_questions_is_told(tmp_path: Path, line: Case, words: str) -> None:
    path = tmp_path / "own.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(line).encode()))
    with pytest.raises(InvalidSettings, match=words):
        recall_cases.read([path])


def test_our_own_set_asks_each_language_about_the_other() -> None:
    cases = bilingual.cases()
    assert [len(case["queries"]) for case in cases] == [50, 50]
    for case, (said, questions) in zip(cases, (("en", "zh"), ("zh", "en")), strict=True):
        texts = {i["id"]: i["text"] for i in case["items"]}
        assert len(set(texts.values())) == len(case["items"]) >= 60
        assert {detect_language(q["text"]).value for q in case["queries"]} == {questions}
        assert {detect_language(texts[name]).value for q in case["queries"] for name in q["gold"]} == {said}
