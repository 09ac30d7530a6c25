"""Global ids: they name type and user; anything else is not found."""

import base64
from contextlib import suppress

import pytest
from hypothesis import given, strategies

from graphmem.api.global_ids import MemoryRef, UserRef, decode, decode_memory, encode_memory, encode_user
from graphmem.errors import NotFound
from graphmem.ids import MemoryId, new_id

USER_IDS = strategies.text(strategies.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200)


@given(USER_IDS)
def test_a_memory_id_names_its_user_whatever_its_characters(user_id: str) -> None:
    memory_id = MemoryId(new_id())
    assert decode(encode_memory(memory_id, user_id)) == MemoryRef(memory_id, user_id)


@given(USER_IDS)
def test_a_user_id_is_read_back(user_id: str) -> None:
    assert decode(encode_user(user_id)) == UserRef(user_id)


@given(strategies.text())
def test_any_text_is_read_or_not_found(text: str) -> None:
    with suppress(NotFound):
        decode(text)


@pytest.mark.parametrize(
    "plain",
    [
        "Memory:not-a-uuid:ada",
        f"Memory:{new_id()}",
        f"Memory:{new_id()}:",
        f"memory:{new_id()}:ada",
        "Spaceship:1",
        "User:",
        "",
    ],
)
def test_an_id_of_no_object_is_not_found(plain: str) -> None:
    with pytest.raises(NotFound):
        decode(base64.b64encode(plain.encode()).decode())


def test_every_id_that_names_no_memory_is_refused_in_the_same_words() -> None:
    texts = [encode_user("ada"), "garbage", "", base64.b64encode(b"Spaceship:1").decode(), "A" * 100_000, "\ud800"]
    messages = set[str]()
    for text in texts:
        with pytest.raises(NotFound) as caught:
            decode_memory(text)
        messages.add(caught.value.message)
    assert messages == {NotFound("memory").message}
