"""Errors outside GraphQL operations, in the same JSON form: wrong path, method or host."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from graphmem.api.errors import STATUS, Refusal, code_of, explained

_CODES = {404: "NO_SUCH_PAGE", 405: "METHOD_NOT_ALLOWED", 413: "TOO_LARGE"}
_MESSAGES = {
    404: "There is no such page. GraphQL is at POST /graphql, its schema at GET /schema.graphql.",
    405: "This method is not taken here. GraphQL is asked by POST.",
}


async def on_http_exception(request: Request, error: Exception) -> Response:
    """The answer to a request that no route takes."""
    if not isinstance(error, HTTPException):
        raise error
    refusal = Refusal(_CODES.get(error.status_code, "BAD_REQUEST"), _MESSAGES.get(error.status_code, error.detail))
    return problem_response(refusal, error.status_code, dict(error.headers or {}))


async def on_fault(request: Request, error: Exception) -> Response:
    """The answer where a page failed: logged under an id, and masked."""
    return problem_response(error)


def problem_response(error: Exception, status: int | None = None, headers: dict[str, str] | None = None) -> Response:
    """An error as JSON with the status of its code."""
    shown = explained(error)
    return JSONResponse({"errors": [shown]}, status or STATUS.get(code_of(shown), 400), headers)
