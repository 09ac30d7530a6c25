"""The lexicon of concepts and the topics made of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.antonyms import are_antonyms, are_opposed
from graphmem.language.concepts import fold_in_place, lexicon
from graphmem.language.cues import cues
from graphmem.language.script import Language, detect_language
from graphmem.language.topics import split_list, topic


def fold(text: str) -> str | None:
    return topic(text, cues(detect_language(text)))


@pytest.mark.parametrize(
    ("english", "chinese", "expected"),
    [
        ("spicy food", "辣的食物", "spicy"),
        ("the titanium cup", "钛杯", "titanium cup"),
        ("coffee", "咖啡", "coffee"),
        ("drinking coffee", "喝咖啡", "coffee"),
        ("peanuts", "花生", "peanut"),
        ("stainless steel", "不锈钢", "steel"),
        ("window seats", "靠窗的座位", "window"),
        ("the colour blue", "蓝色", "blue"),
        ("Hangzhou", "杭州市", "hangzhou"),
        ("a piano", "钢琴", "piano"),
    ],
)
def test_both_languages_fold_to_one_topic(english: str, chinese: str, expected: str) -> None:
    assert fold(english) == expected
    assert fold(chinese) == expected


def test_words_that_are_not_known_stay_as_they_are() -> None:
    assert fold("aerial photos of castles") == "aerial photo castle"
    assert fold("小笼包") == "小笼包"


def test_filler_alone_is_no_topic() -> None:
    assert fold("it") is None
    assert fold("的") is None


@pytest.mark.parametrize(
    ("phrase", "parts"),
    [
        ("tea and jazz", ("tea", "jazz")),
        ("tea, coffee and milk", ("tea", "coffee", "milk")),
        ("rock and roll", ("rock and roll",)),
        ("葱、姜和蒜", ("葱", "姜", "蒜")),
        ("葱姜蒜", ("葱", "姜", "蒜")),
        ("和牛", ("和牛",)),
        ("钛杯", ("钛杯",)),
    ],
)
def test_a_list_is_cut_into_its_things(phrase: str, parts: tuple[str, ...]) -> None:
    assert split_list(phrase, cues(detect_language(phrase))) == parts


def test_the_longest_word_wins_and_positions_are_those_of_the_text() -> None:
    text = "我会弹钢琴，喝绿茶，在香港。Also ICED DRINKS"
    found = [(text[m.start : m.end], m.concept.id) for m in lexicon().mentions(text)]
    assert found == [("弹钢琴", "piano"), ("绿茶", "green_tea"), ("香港", "hong_kong"), ("ICED DRINKS", "iced_drink")]


def test_a_word_within_a_word_is_no_mention() -> None:
    assert lexicon().mentions("teammate steeled himself") == ()


def test_what_is_broader_is_known() -> None:
    assert lexicon().broader("beef") == ("meat",)
    assert lexicon().are_opposite("vegetarian", "beef")
    assert not lexicon().are_opposite("tea", "coffee")


def test_every_concept_has_words_in_both_languages_or_is_kin() -> None:
    known = lexicon()
    for kind in ("taste", "food", "drink", "material", "colour", "city", "thing", "seat"):
        for word in known.words_of(kind, Language.ENGLISH):
            concept = known.mentions(word)[0].concept
            assert concept.label(Language.CHINESE) != concept.id, concept.id


@pytest.mark.parametrize(
    ("a", "b"), [("quiet", "noisy"), ("安静", "吵闹"), ("室内", "室外"), ("spicy", "mild"), ("window", "aisle")]
)
def test_antonyms_are_known_in_both_languages(a: str, b: str) -> None:
    assert are_antonyms(a, b)
    assert are_antonyms(b, a)


def test_topics_are_opposed_by_one_word() -> None:
    assert are_opposed("quiet hotel", "noisy hotel")
    assert not are_opposed("quiet hotel", "noisy bar")


@given(text=st.text(max_size=80))
def test_folding_in_place_keeps_every_position(text: str) -> None:
    assert len(fold_in_place(text)) == len(text)
    for mention in lexicon().mentions(text):
        assert 0 <= mention.start < mention.end <= len(text)


@pytest.mark.parametrize("name", ["slots", "phrases", "say", "statements", "words"])
def test_both_languages_have_the_same_tables(name: str) -> None:
    english, chinese = getattr(cues(Language.ENGLISH), name), getattr(cues(Language.CHINESE), name)
    assert set(english) == set(chinese)


def test_both_languages_know_the_same_circumstances() -> None:
    english, chinese = cues(Language.ENGLISH).conditions, cues(Language.CHINESE).conditions
    assert {name for name, _ in english} == {name for name, _ in chinese}


@pytest.mark.parametrize(
    ("phrase", "folded"),
    [
        ("Leeds", "leeds"),
        ("leeds", "leeds"),
        ("James", "james"),
        ("the Jenkins method", "jenkins method"),
        ("Professor Hodges", "professor hodges"),
        ("gadgets", "gadget"),
        ("the blue gadgets", "blue gadget"),
        ("Mondays", "monday"),
    ],
)
def test_a_name_that_ends_in_s_keeps_it_and_many_things_are_one(phrase: str, folded: str) -> None:
    assert topic(phrase, cues(Language.ENGLISH)) == folded
