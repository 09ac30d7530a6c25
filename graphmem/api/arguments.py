"""Arguments that may be left out: absent and null mean the same to the pipelines."""

from typing import TypeVar

import strawberry

T = TypeVar("T")


def given(value: T | None) -> T | None:
    """The value, or none where it was left out or null."""
    return None if value is strawberry.UNSET else value


def given_set(values: list[T] | None) -> frozenset[T] | None:
    """The values as a set, or none where they were left out or null."""
    present = given(values)
    return None if present is None else frozenset(present)
