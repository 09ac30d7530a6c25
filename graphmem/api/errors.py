"""How errors leave the service: with a code, and masked where they are a fault of ours.

Codes are those of `graphmem.errors` and these: BAD_REQUEST, SYNTAX_ERROR, INVALID_DOCUMENT, INVALID_VARIABLES,
TOO_EXPENSIVE, TIMEOUT, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, NOT_ACCEPTABLE, METHOD_NOT_ALLOWED, NO_SUCH_PAGE,
HOST_NOT_ALLOWED, INTERNAL.
"""

import traceback
from collections.abc import Mapping
from typing import Any

import structlog
from graphql import GraphQLError, GraphQLFormattedError, GraphQLSyntaxError
from starlette.requests import ClientDisconnect
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from structlog.typing import FilteringBoundLogger

from graphmem.errors import GraphmemError, StartupError, UserError
from graphmem.ids import new_id

log: FilteringBoundLogger = structlog.get_logger("graphmem.api")

STATUS: Mapping[str, int] = {
    "BAD_REQUEST": 400,
    "SYNTAX_ERROR": 400,
    "HOST_NOT_ALLOWED": 400,
    "UNAUTHENTICATED": 401,
    "FORBIDDEN": 403,
    "NO_SUCH_PAGE": 404,
    "METHOD_NOT_ALLOWED": 405,
    "NOT_ACCEPTABLE": 406,
    "TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "INVALID_DOCUMENT": 422,
    "INVALID_VARIABLES": 422,
    "TOO_EXPENSIVE": 422,
    "INTERNAL": 500,
    "TIMEOUT": 503,
    "UNAVAILABLE": 503,
    "DATABASE_UNAVAILABLE": 503,
    "BUSY": 503,
}
"""HTTP status of a request that was not executed, by the code of its first error."""


class Refusal(Exception):
    """A request that is not executed: its code, and what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def presented(error: GraphQLError, default_code: str) -> GraphQLFormattedError:
    """An error as callers see it, with a code; a fault of ours is logged under an id and masked."""
    original = _root_of(error)
    shown = GraphQLFormattedError(message=error.message)
    if error.locations:
        shown["locations"] = [location.formatted for location in error.locations]
    if error.path is not None:
        shown["path"] = error.path
    if isinstance(original, GraphmemError) and not isinstance(original, StartupError):
        shown["message"] = original.message
        shown["extensions"] = _extensions_of(original)
    elif isinstance(original, GraphQLError):
        code = "SYNTAX_ERROR" if isinstance(original, GraphQLSyntaxError) else default_code
        shown["extensions"] = {"code": code} | (original.extensions or {})
    else:
        shown["message"], shown["extensions"] = masked(original)
    return shown


def masked(error: BaseException) -> tuple[str, dict[str, Any]]:
    """Log a fault of ours, by its class and place but without its words, and return what to say of it."""
    error_id = new_id()
    frames = traceback.extract_tb(error.__traceback__)
    log.error(
        "fault",
        error_id=error_id,
        error=type(error).__name__,
        at=[f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]],
    )
    message = f"Something went wrong on our side. Tell the operator this id: {error_id}."
    return message, {"code": "INTERNAL", "id": error_id}


def explained(error: Exception) -> GraphQLFormattedError:
    """An error that ended a request before its operation was executed."""
    match error:
        case Refusal():
            message, extensions = error.message, {"code": error.code}
        case GraphmemError() if not isinstance(error, StartupError):
            message, extensions = error.message, _extensions_of(error)
        case InvalidOperationTypeError():
            message, extensions = f"There are no {error.operation_type.value}s here.", {"code": "INVALID_DOCUMENT"}
        case CannotGetOperationTypeError():
            message = "The document has no such operation. Name one of its operations in `operationName`."
            extensions = {"code": "INVALID_DOCUMENT"}
        case TimeoutError():
            message = "The request took too long. A write may still be done: send it again with its idempotencyKey."
            extensions = {"code": "TIMEOUT", "retryable": True}
        case ClientDisconnect():
            message, extensions = "The client went away before its request was read.", {"code": "BAD_REQUEST"}
        case _:
            message, extensions = masked(error)
    return GraphQLFormattedError(message=message, extensions=extensions)


def code_of(error: GraphQLFormattedError) -> str:
    """The code of an error that was presented."""
    return str(error.get("extensions", {}).get("code", "INTERNAL"))


def _extensions_of(error: GraphmemError) -> dict[str, Any]:
    extensions: dict[str, Any] = {"code": error.code}
    if isinstance(error, UserError) and error.path:
        extensions["argument"] = list(error.path)
    if error.retryable:
        extensions["retryable"] = True
    return extensions


def _root_of(error: GraphQLError) -> BaseException:
    """The error that was raised first; graphql-core wraps what resolvers raise, sometimes twice."""
    root: BaseException = error
    while isinstance(root, GraphQLError) and root.original_error is not None:
        root = root.original_error
    return root
