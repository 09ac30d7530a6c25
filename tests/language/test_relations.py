"""Relations between things, alike in both languages."""

import pytest

from graphmem.language.cues import cues
from graphmem.language.relations import attribute, relation_value, thing
from graphmem.language.script import Language

ENGLISH, CHINESE = cues(Language.ENGLISH), cues(Language.CHINESE)


@pytest.mark.parametrize(
    ("english", "chinese", "expected"),
    [
        ("author", "作者", "author"),
        ("written by", "写的", "author"),
        ("chief executive officer", "首席执行官", "ceo"),
        ("capital", "首都", "capital"),
        ("graduated from", "毕业于", "alma_mater"),
        ("married to", "嫁给了", "spouse"),
    ],
)
def test_both_languages_name_one_attribute(english: str, chinese: str, expected: str) -> None:
    assert attribute(english, ENGLISH) == expected
    assert attribute(chinese, CHINESE) == expected


def test_a_relation_that_no_table_knows_is_its_own_attribute() -> None:
    assert attribute("the Favourite Drink", ENGLISH) == "favourite_drink"
    assert attribute("吉祥物", CHINESE) == "吉祥物"


def test_a_thing_is_folded_to_its_bare_name() -> None:
    assert thing("The Glass Orchard") == "glass orchard"
    assert thing("《玻璃果园》") == "玻璃果园"
    assert thing("Paris") == thing("巴黎") == "paris"
    assert thing(" ") is None


def test_a_value_leaves_out_that_it_is_a_city() -> None:
    assert relation_value("located in the city of Paris", ENGLISH) == "paris"
    assert relation_value("巴黎", CHINESE) == "paris"
