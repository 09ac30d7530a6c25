"""Keyset cursors and pages: opaque, lossless, and refused when they are not ours."""

import base64
import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.page import MAX_PAGE, Cursor, Page, PageRequest
from graphmem.errors import InvalidInput

AT = datetime(2026, 3, 1, 9, 30, 15, 123456, tzinfo=UTC)
OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
INSTANTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=OFFSETS)
IDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)


def encoded(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@given(INSTANTS, IDS, st.none() | INSTANTS)
def test_a_cursor_comes_back_as_it_was(at: datetime, last_id: str, as_of: datetime | None) -> None:
    cursor = Cursor("memories", at, last_id, as_of)
    assert Cursor.decode(cursor.encode()) == cursor


@given(INSTANTS, IDS, st.none() | INSTANTS)
def test_a_cursor_is_safe_in_a_url(at: datetime, last_id: str, as_of: datetime | None) -> None:
    text = Cursor("memories", at, last_id, as_of).encode()
    assert text.isascii()
    assert not set(text) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@given(st.text(max_size=80) | st.binary(max_size=60).map(lambda b: base64.urlsafe_b64encode(b).decode()))
def test_any_other_text_is_refused_as_no_cursor(text: str) -> None:
    with pytest.raises(InvalidInput, match="`after` is not a cursor of this list"):
        Cursor.decode(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_any_json_that_is_no_cursor_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput):
        Cursor.decode(encoded(value))


@pytest.mark.parametrize(
    "value",
    [
        [2, AT.isoformat(), "id", None],
        [1, "2026-03-01T09:30:15", "id", None],
        [1, AT.isoformat(), "id", "2026-03-01T09:30:15"],
        [1, AT.isoformat(), 7, None],
        [1, AT.isoformat(), "\ud800", None],
        [1, AT.isoformat(), "id"],
        [1, "yesterday", "id", None],
        [1, "0001-01-01T00:00:00+14:00", "id", None],
        [1, "9999-12-31T23:00:00-14:00", "id", None],
        [1, AT.isoformat(), "id", ""],
        {"a": 1, "b": 2, "c": 3, "d": 4},
        "abcd",
        None,
    ],
)
def test_a_forged_cursor_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        Cursor.decode(encoded(value))
    assert refused.value.path == ("after",)


def test_a_nest_deeper_than_json_can_read_is_refused() -> None:
    text = base64.urlsafe_b64encode(b"[" * 100_000).decode()
    with pytest.raises(InvalidInput):
        Cursor.decode(text)


@pytest.mark.parametrize("first", [-1, 0, MAX_PAGE + 1, 10**9])
def test_a_page_holds_one_to_a_hundred_items(first: int) -> None:
    with pytest.raises(InvalidInput, match=f"`first` must be 1 to 100; it is {first}"):
        PageRequest.of(first, None)


def test_a_request_starts_at_the_beginning_or_after_a_cursor() -> None:
    cursor = Cursor("memories", AT, "id")
    assert PageRequest.of(MAX_PAGE, None) == PageRequest(MAX_PAGE, None)
    assert PageRequest.of(1, cursor.encode()) == PageRequest(1, cursor)


@pytest.mark.parametrize(
    ("fetched", "items", "has_next"), [([], (), False), ([1, 2], (1, 2), False), ([1, 2, 3], (1, 2), True)]
)
def test_a_page_is_cut_from_one_row_more_than_asked_for(
    fetched: list[int], items: tuple[int, ...], has_next: bool
) -> None:
    page = Page[int].cut(fetched, PageRequest(2), lambda i: Cursor("memories", AT, str(i)))
    assert page.items == items
    assert page.has_next is has_next
    assert [c.id for c in page.cursors] == [str(i) for i in items]
