"""What is asked to be remembered without a pattern that understands it."""

import pytest

from graphmem.deciding.rules.explicit import named_topic, third_person
from graphmem.language.cues import cues
from graphmem.language.script import Language


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("I have a meeting every Monday", "User has a meeting every Monday"),
        ("I park my bike in the yard", "User parks user's bike in the yard"),
        ("I carry two keys", "User carries two keys"),
        ("I was in Rome", "User was in Rome"),
        ("I moved the boxes", "User moved the boxes"),
        ("the key is under the mat", "The key is under the mat"),
    ],
)
def test_english_is_written_about_the_user(words: str, written: str) -> None:
    assert third_person(words, cues(Language.ENGLISH)) == written


def test_chinese_is_written_about_the_user() -> None:
    assert third_person("我们每周三开会", cues(Language.CHINESE)) == "用户每周三开会"


def test_the_topic_is_what_concepts_it_names() -> None:
    assert named_topic("the spare titanium cup", cues(Language.ENGLISH)) == "titanium cup"
    assert named_topic("备用的钛杯", cues(Language.CHINESE)) == "titanium cup"
    assert named_topic("something else", cues(Language.ENGLISH)) is None
