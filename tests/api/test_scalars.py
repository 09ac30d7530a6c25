"""DateTime: RFC 3339 with an offset, both ways."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from graphql import GraphQLError
from hypothesis import given, strategies

from graphmem.api.scalars import parse_datetime, serialize_datetime


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-30T12:00:00Z", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ("2026-11-30t12:00:00z", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ("2026-11-30T20:00:00+08:00", datetime(2026, 11, 30, 12, tzinfo=UTC)),
        ("2026-11-30T12:00:00.5Z", datetime(2026, 11, 30, 12, 0, 0, 500_000, tzinfo=UTC)),
        ("2026-11-30T12:00:00.123456789Z", datetime(2026, 11, 30, 12, 0, 0, 123_456, tzinfo=UTC)),
    ],
)
def test_reads_instants_in_utc(text: str, expected: datetime) -> None:
    assert parse_datetime(text) == expected
    assert parse_datetime(text).tzinfo is UTC


@pytest.mark.parametrize(
    "value",
    [
        "2026-11-30T12:00:00",
        "2026-11-30",
        "2026-11-30 12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-11-30T25:00:00Z",
        "2026-11-30T12:00:00+24:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "２０２６-11-30T12:00:00Z",
        "20261130T120000Z",
        "",
        1_764_504_000,
        None,
    ],
)
def test_refuses_what_is_not_an_instant_with_an_offset(value: object) -> None:
    with pytest.raises(GraphQLError, match="offset"):
        parse_datetime(value)


@given(strategies.datetimes(timezones=strategies.just(UTC)))
def test_what_is_written_is_read_back(value: datetime) -> None:
    assert parse_datetime(serialize_datetime(value)) == value


def test_writes_utc_whatever_the_offset() -> None:
    assert serialize_datetime(datetime(2026, 1, 1, 8, tzinfo=timezone(timedelta(hours=8)))) == "2026-01-01T00:00:00Z"


def test_a_naive_instant_is_never_written() -> None:
    with pytest.raises(ValueError, match="naive"):
        serialize_datetime(datetime(2026, 1, 1))
