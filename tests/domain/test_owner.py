"""Keys of owners: one opaque token each, whatever the two ids look like (rules L2, L3, P1)."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphmem.domain.owner import MAX_ID_LENGTH, Owner, check_id, owner_key
from graphmem.errors import InvalidInput

IDS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=MAX_ID_LENGTH).filter(
    lambda text: text == text.strip()
)
TOKEN = re.compile(r"u[a-z2-7]{32}\Z")


@given(IDS, IDS)
def test_a_key_is_one_token_of_ascii_letters_and_digits(tenant: str, user: str) -> None:
    assert TOKEN.match(Owner(tenant, user).key)


@given(IDS, IDS, IDS, IDS)
def test_other_ids_give_another_key(tenant: str, user: str, other_tenant: str, other_user: str) -> None:
    assume((tenant, user) != (other_tenant, other_user))
    assert owner_key(tenant, user) != owner_key(other_tenant, other_user)


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=2, max_size=40), st.data())
def test_no_two_ways_to_cut_a_text_into_tenant_and_user_share_a_key(text: str, data: st.DataObject) -> None:
    cuts = st.integers(min_value=1, max_value=len(text) - 1)
    one, other = data.draw(cuts), data.draw(cuts)
    assume(one != other)
    assert owner_key(text[:one], text[one:]) != owner_key(text[:other], text[other:])


def test_a_key_is_the_same_on_every_machine_and_in_every_version() -> None:
    assert owner_key("default", "ada") == "udmqyjm5rerddncebe3p6jrlfkt27s4yr"


def test_ids_that_look_alike_are_different_people() -> None:
    alike = [
        "u1",
        "u12",
        "U1",
        "u 1",
        "u1\u200b",
        "ｕ1",
        "u-1",
        "u'1",
        'u"1',
        "u*",
        "u1 OR u12",
        "張三",
        "张三",
        "é",
        "e\u0301",
    ]
    keys = {owner_key("tenant", user) for user in alike}
    assert len(keys) == len(alike)


def test_tenant_and_user_do_not_change_places() -> None:
    assert owner_key("a", "b") != owner_key("b", "a")


@pytest.mark.parametrize("bad", ["", " ", " u1", "u1 ", "u1\n", "u\0001", "u\x7f", "u\u0085x", "\ud800", "u" * 201])
def test_ids_that_could_be_mistaken_are_refused(bad: str) -> None:
    with pytest.raises(InvalidInput, match="userId must") as refused:
        Owner("tenant", bad)
    assert refused.value.path == ("userId",)
    with pytest.raises(InvalidInput, match="tenant must"):
        Owner(bad, "u1")


def test_the_longest_id_is_taken_and_the_message_of_a_longer_one_names_both_lengths() -> None:
    check_id("x" * MAX_ID_LENGTH, "userId")
    with pytest.raises(InvalidInput, match=r"1 to 200 characters; it has 201"):
        check_id("x" * (MAX_ID_LENGTH + 1), "userId")
