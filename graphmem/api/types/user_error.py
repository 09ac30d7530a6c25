"""Errors that mutations return as data, and the handlers that make them of raised ones."""

from typing import Any

import strawberry
from strawberry.types.field import StrawberryField

from graphmem.api.enums import ErrorCode
from graphmem.errors import Conflict, IllegalTransition, InvalidInput, LimitExceeded, NotFound, UserError


@strawberry.interface(name="UserError", description="Something the caller can mend.")
class UserErrorType:
    """Common to all members of result unions but the payload."""

    message: str = strawberry.field(description="What happened, with which value, and what to do.")
    code: ErrorCode = strawberry.field(description="Stable code of the kind of error.")
    path: list[str] = strawberry.field(description="Where in the input the fault lies, outermost name first.")


@strawberry.type(description="The object is missing, deleted or belongs to somebody else; the answer is the same.")
class NotFoundError(UserErrorType):
    """Of `graphmem.errors.NotFound`."""


@strawberry.type(description="A value is out of its bounds or of the wrong form.")
class InvalidInputError(UserErrorType):
    """Of `graphmem.errors.InvalidInput`."""


@strawberry.type(description="The request clashes with what is stored: changed since it was read, or a reused key.")
class ConflictError(UserErrorType):
    """Of `graphmem.errors.Conflict`."""


@strawberry.type(description="The request asks for more than a limit allows.")
class LimitExceededError(UserErrorType):
    """Of `graphmem.errors.LimitExceeded`."""


@strawberry.type(description="The status of the memory can't change in this way.")
class IllegalTransitionError(UserErrorType):
    """Of `graphmem.errors.IllegalTransition`."""


class UserErrorHandler:
    """A `strawberry.ExceptionHandler`: turns one kind of error into its type, where the result union has that type."""

    def __init__(self, exception_type: type[UserError], error_type: type[UserErrorType]) -> None:
        self.exception_type = exception_type
        self.error_type = error_type

    def handle(self, exception: UserError, *, field: StrawberryField, info: strawberry.Info[Any, Any]) -> UserErrorType:
        """The error as data."""
        return self.error_type(message=exception.message, code=ErrorCode(exception.code), path=list(exception.path))


def user_error_handlers() -> list[UserErrorHandler]:
    """One handler a kind of error."""
    return [
        UserErrorHandler(NotFound, NotFoundError),
        UserErrorHandler(InvalidInput, InvalidInputError),
        UserErrorHandler(Conflict, ConflictError),
        UserErrorHandler(LimitExceeded, LimitExceededError),
        UserErrorHandler(IllegalTransition, IllegalTransitionError),
    ]
