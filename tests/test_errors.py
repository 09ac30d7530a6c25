"""Errors: one tree, a code each, words that can be shown."""

import pytest

from graphmem.errors import (
    AccessError,
    Busy,
    Conflict,
    DatabaseUnavailable,
    EmbeddingFailed,
    Forbidden,
    GraphmemError,
    InvalidInput,
    InvalidSettings,
    LimitExceeded,
    NotFound,
    StartupError,
    Unauthenticated,
    Unavailable,
    UserError,
)


def test_what_is_missing_and_what_belongs_to_another_are_told_in_the_same_words() -> None:
    error = NotFound("memory")
    assert str(error) == "No memory with this id is known for this user. Check the id and the user it belongs to."
    assert (error.code, error.path, error.retryable) == ("NOT_FOUND", (), False)


@pytest.mark.parametrize("kind", [InvalidInput, Conflict, LimitExceeded])
def test_an_error_of_the_caller_names_where_in_the_input_the_fault_lies(kind: type[UserError]) -> None:
    error = kind("It is so. Do this.", path=("items", "vector"))
    assert (str(error), error.message, error.path) == ("It is so. Do this.", "It is so. Do this.", ("items", "vector"))
    assert kind("It is so.").path == ()


@pytest.mark.parametrize("kind", [DatabaseUnavailable, Busy, EmbeddingFailed])
def test_only_what_passes_is_worth_trying_again(kind: type[GraphmemError]) -> None:
    assert issubclass(kind, Unavailable)
    assert kind("x").retryable


@pytest.mark.parametrize("kind", [UserError, AccessError, StartupError, InvalidSettings, Forbidden, Unauthenticated])
def test_what_stays_wrong_is_not(kind: type[GraphmemError]) -> None:
    assert not kind("x").retryable
