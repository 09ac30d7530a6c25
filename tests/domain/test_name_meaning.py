"""Which names may be told to be of one thing by their vectors (rule E2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.entity import KnownName, Mention, NearName
from graphmem.domain.name_meaning import is_han, may_mean_one
from graphmem.domain.names import EntityKind
from graphmem.domain.policy import EntityPolicy
from graphmem.domain.resolution import resolve
from graphmem.ids import EntityId

PERSON, PLACE, ORGANISATION = EntityKind.PERSON, EntityKind.PLACE, EntityKind.ORGANISATION


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Green Leaf Café", "绿叶咖啡馆", ORGANISATION),
        ("Tom", "汤姆", PERSON),
        ("Anna", "安娜", PERSON),
        ("Uncle Wang", "王叔叔", PERSON),
        ("Terminal 2", "二号航站楼", PLACE),
        ("Second Avenue", "第二大道", PLACE),
        ("No. 23 Middle School", "第二十三中学", ORGANISATION),
        ("No. 20 Middle School", "第二十中学", ORGANISATION),
        ("Seven Stars Hotel", "七星酒店", ORGANISATION),
        ("Samsung", "三星", ORGANISATION),
        ("Gate B", "B 口", PLACE),
        ("ThinkPad X1", "ThinkPad X1 笔记本", EntityKind.PRODUCT),
        ("People's Square", "人民广场", PLACE),
    ],
)
def test_a_name_and_one_in_the_other_script_may_be_of_one_thing(one: str, other: str, kind: EntityKind) -> None:
    assert may_mean_one(one, other, kind)
    assert may_mean_one(other, one, kind)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Alice", "Alicia", PERSON),
        ("张伟", "张玮", PERSON),
        ("Terminal 1", "Terminal 2", PLACE),
        ("一号楼", "二号楼", PLACE),
        ("Terminal 1", "二号航站楼", PLACE),
        ("Terminal 1", "航站楼", PLACE),
        ("First Hospital", "第二医院", ORGANISATION),
        ("No. 12 Middle School", "第十三中学", ORGANISATION),
        ("Seven Stars Hotel", "九星酒店", ORGANISATION),
        ("Plan A", "B计划", EntityKind.OTHER),
        ("J. Smith", "史密斯", PERSON),
        ("ThinkPad T14", "ThinkPad X1 笔记本", EntityKind.PRODUCT),
        ("Wang Fang", "王小红", PERSON),
        ("Ouyang Xiu", "欧阳锋", PERSON),
    ],
)
def test_names_in_one_script_of_other_numbers_or_spelled_out_are_not_told_by_meaning(
    one: str, other: str, kind: EntityKind
) -> None:
    assert not may_mean_one(one, other, kind)
    assert not may_mean_one(other, one, kind)


@given(one=st.text(max_size=30), other=st.text("第一二十百零两〇三王张AbZ1 9号楼.·", max_size=30))
def test_whatever_the_names_are_the_answer_is_the_same_both_ways(one: str, other: str) -> None:
    for kind in EntityKind:
        assert may_mean_one(one, other, kind) is may_mean_one(other, one, kind)
        assert not (may_mean_one(one, other, kind) and is_han(one) is is_han(other))


def near(entity_id: str, name: str, kind: EntityKind, cosine: float) -> NearName:
    own = EntityId(entity_id)
    known = KnownName(entity_id=own, root_id=own, kind=kind, name=name, key=name, is_personal=True)
    return NearName(key="tom", known=known, cosine=cosine)


def test_meaning_lists_the_nearest_first_within_the_kind_and_merges_nothing() -> None:
    found = [
        near("b", "汤米", PERSON, 0.8),
        near("a", "汤姆", PERSON, 0.99),
        near("c", "汤姆", EntityKind.ANIMAL, 0.99),
    ]
    resolution = resolve(Mention(name="Tom", kind=PERSON, key="tom"), [], EntityPolicy(), found)
    assert (resolution.entity_id, resolution.maybe) == (None, ("a", "b"))
    assert resolve(Mention(name="Tim", kind=PERSON, key="tim"), [], EntityPolicy(), found).maybe == ()


def test_no_more_are_listed_than_the_policy_says() -> None:
    found = [near(f"e{i}", "汤姆", PERSON, 0.9) for i in range(9)]
    resolution = resolve(Mention(name="Tom", kind=PERSON, key="tom"), [], EntityPolicy(most_maybe=3), found)
    assert resolution.maybe == ("e0", "e1", "e2")
