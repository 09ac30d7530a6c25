"""The `DateTime` scalar: RFC 3339 with an offset, both ways."""

import re
from datetime import UTC, datetime

import strawberry
from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)")
_HINT = "Write an instant with its offset, as in 2026-11-30T12:00:00Z or 2026-11-30T20:00:00+08:00."


def parse_datetime(value: object) -> datetime:
    """Read an instant, cut to microseconds, in UTC; a GraphQLError for anything without an offset."""
    if not isinstance(value, str) or not _RFC_3339.fullmatch(value):
        raise GraphQLError(f"This is not a DateTime. {_HINT}")
    try:
        return datetime.fromisoformat(value.upper()).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise GraphQLError(f"There is no such day or time. {_HINT}") from error


def serialize_datetime(value: datetime) -> str:
    """Write an instant in UTC; a naive one is a fault of ours."""
    if value.tzinfo is None:
        raise ValueError("a naive datetime reached the schema")
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


DATE_TIME: ScalarDefinition = strawberry.scalar(
    name="DateTime",
    description=(
        "An instant as RFC 3339 with an offset, in microseconds: `2026-11-30T12:00:00Z`. "
        "One without an offset is refused."
    ),
    specified_by_url="https://scalars.graphql.org/andimarek/date-time",
    serialize=serialize_datetime,
    parse_value=parse_datetime,
)
