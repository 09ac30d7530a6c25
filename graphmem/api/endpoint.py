"""POST /graphql: one operation a request, from bytes to bytes."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from graphql import GraphQLError, GraphQLFormattedError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.execution import ExecutionResult, PreExecutionError
from strawberry.types.graphql import OperationType

from graphmem.api.context import Context
from graphmem.api.errors import STATUS, Refusal, code_of, log, masked, presented, refusal_of
from graphmem.api.graphql_schema import GraphmemSchema
from graphmem.api.loaders import make_loaders
from graphmem.api.metrics import Metrics
from graphmem.api.negotiation import JSON, response_type
from graphmem.api.options import Limits
from graphmem.api.principals import Principals
from graphmem.api.request_body import read_request
from graphmem.errors import GraphmemError
from graphmem.ids import new_id
from graphmem.pipelines.services import Services

OPERATIONS = (OperationType.QUERY, OperationType.MUTATION)
LENIENT = frozenset({"SYNTAX_ERROR", "INVALID_DOCUMENT", "INVALID_VARIABLES", "TOO_EXPENSIVE"})
"""Codes that `application/json` answers with status 200, as the draft asks for clients of old."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The parts of a response; without `data` the operation was not executed."""

    errors: Sequence[GraphQLFormattedError] = ()
    data: Mapping[str, Any] | None = None
    was_executed: bool = False

    @property
    def code(self) -> str:
        """OK, or the code of the first error."""
        return code_of(self.errors[0]) if self.errors else "OK"

    def status(self, media_type: str) -> int:
        """200 for what was executed, else by the code."""
        if self.was_executed or (media_type == JSON and self.code in LENIENT):
            return 200
        return STATUS.get(self.code, 400)

    def body(self) -> bytes:
        """The response as JSON; lone surrogates leave as escapes, so that any text can be written."""
        content: dict[str, Any] = {}
        if self.errors:
            content["errors"] = self.errors
        if self.was_executed:
            content["data"] = self.data
        return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()


@dataclass(slots=True)
class GraphQLEndpoint:
    """Answers GraphQL requests; every fault ends here, as an answer with a code."""

    schema: GraphmemSchema
    services: Services
    principals: Principals
    metrics: Metrics
    limits: Limits

    async def respond(self, request: Request) -> Response:
        """Answer one HTTP request."""
        started, request_id = perf_counter(), new_id()
        media_type = response_type(request.headers.get("accept"))
        context: list[Context] = []
        if media_type is None:
            refusal = Refusal("NOT_ACCEPTABLE", "Answers are application/graphql-response+json or application/json.")
            answer = Answer([refusal_of(refusal)])
        else:
            answer = await self._answer(request, context)
        self._record(answer, context[0] if context else None, request_id, perf_counter() - started)
        return _response(answer, media_type or JSON, request_id, has_token="authorization" in request.headers)

    async def _answer(self, request: Request, made: list[Context]) -> Answer:
        try:
            async with asyncio.timeout(self.limits.seconds):
                principal = await self.principals.of_header(request.headers.get("authorization"))
                asked = await read_request(request, self.limits.body_bytes)
                context = Context(
                    services=self.services,
                    principal=principal,
                    principals=self.principals,
                    loaders=make_loaders(self.services),
                    metrics=self.metrics,
                    limits=self.limits,
                )
                made.append(context)
                result = await self.schema.execute(
                    asked.query,
                    variable_values=asked.variables,
                    context_value=context,
                    operation_name=asked.operation_name,
                    allowed_operation_types=OPERATIONS,
                )
                return _answer_of(result)
        except (GraphmemError, Refusal) as error:
            return Answer([refusal_of(error)])
        except (CannotGetOperationTypeError, InvalidOperationTypeError) as error:
            refusal = Refusal("INVALID_DOCUMENT", _operation_message(error))
            return Answer([refusal_of(refusal)])
        except TimeoutError:
            refusal = Refusal(
                "TIMEOUT",
                f"The request took more than {self.limits.seconds:g} seconds. A write may still be done: "
                "send it again with the same idempotencyKey.",
            )
            return Answer([refusal_of(refusal)])
        except ClientDisconnect:
            return Answer([refusal_of(Refusal("BAD_REQUEST", "The client went away before its request was read."))])
        except Exception as error:  # noqa: BLE001 - the edge of the process: logged, masked, answered
            message, extensions = masked(error)
            return Answer([GraphQLFormattedError(message=message, extensions=extensions)])

    def _record(self, answer: Answer, context: Context | None, request_id: str, seconds: float) -> None:
        survey = context.survey if context else None
        operation = survey.name if survey else "none"
        self.metrics.count_request(operation, answer.code, seconds)
        log.info(
            "request",
            request_id=request_id,
            operation=operation,
            fields=len(survey.root_fields) if survey else 0,
            tenant=context.principal.tenant if context else None,
            role=context.principal.role.value if context else None,
            nodes=context.nodes if context else 0,
            code=answer.code,
            milliseconds=round(seconds * 1000, 1),
        )


def _answer_of(result: ExecutionResult) -> Answer:
    errors: list[GraphQLError] = result.errors or []
    was_executed = result.data is not None or any(error.path is not None for error in errors) or not errors
    default = "INVALID_DOCUMENT" if isinstance(result, PreExecutionError) else "INVALID_VARIABLES"
    shown = [presented(error, default) for error in errors]
    if result.data is None and shown and code_of(shown[0]) == "FORBIDDEN":
        was_executed = False
    return Answer(shown, result.data, was_executed)


def _operation_message(error: CannotGetOperationTypeError | InvalidOperationTypeError) -> str:
    if isinstance(error, InvalidOperationTypeError):
        return f"There are no {error.operation_type.value}s here."
    return "The document has no such operation. Name one of its operations in `operationName`."


def _response(answer: Answer, media_type: str, request_id: str, *, has_token: bool) -> Response:
    headers = {"X-Request-ID": request_id, "Cache-Control": "no-store", "Vary": "Accept, Authorization"}
    status = answer.status(media_type)
    if answer.code == "UNAUTHENTICATED":
        headers["WWW-Authenticate"] = 'Bearer error="invalid_token"' if has_token else "Bearer"
    if status == 503:  # noqa: PLR2004 - Service Unavailable
        headers["Retry-After"] = "1"
    return Response(answer.body(), status, headers=headers, media_type=f"{media_type}; charset=utf-8")
