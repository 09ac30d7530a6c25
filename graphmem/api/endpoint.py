"""POST /graphql: one operation a request, from bytes to bytes."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from graphql import GraphQLError, GraphQLFormattedError
from starlette.requests import Request
from starlette.responses import Response
from strawberry.types.execution import ExecutionResult, PreExecutionError
from strawberry.types.graphql import OperationType

from graphmem.api.context import Context
from graphmem.api.errors import STATUS, Refusal, code_of, explained, log, presented
from graphmem.api.graphql_schema import GraphmemSchema
from graphmem.api.loaders import make_loaders
from graphmem.api.metrics import Metrics
from graphmem.api.negotiation import JSON, response_type
from graphmem.api.options import Limits
from graphmem.api.principals import Principals
from graphmem.api.request_body import read_request
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
class Exchange:
    """One request under way."""

    request_id: str
    started: float
    context: Context | None = None
    """Null until the caller is known and the request was read."""


@dataclass(frozen=True, slots=True)
class GraphQLEndpoint:
    """Answers GraphQL requests; every fault ends here, as an answer with a code."""

    schema: GraphmemSchema
    services: Services
    principals: Principals
    metrics: Metrics
    limits: Limits

    async def respond(self, request: Request) -> Response:
        """Answer one HTTP request."""
        exchange = Exchange(new_id(), perf_counter())
        media_type = response_type(request.headers.get("accept"))
        try:
            if media_type is None:
                raise Refusal("NOT_ACCEPTABLE", "Answers are application/graphql-response+json or application/json.")
            async with asyncio.timeout(self.limits.seconds):
                answer = _answer_of(await self._execute(request, exchange))
        except Exception as error:  # noqa: BLE001 - the edge of the process: masked, logged and answered
            answer = Answer([explained(error)])
        self._record(answer, exchange)
        return _response(answer, media_type or JSON, exchange, has_token="authorization" in request.headers)

    async def _execute(self, request: Request, exchange: Exchange) -> ExecutionResult:
        principal = await self.principals.of_header(request.headers.get("authorization"))
        asked = await read_request(request, self.limits.body_bytes)
        exchange.context = Context(
            services=self.services,
            principal=principal,
            principals=self.principals,
            loaders=make_loaders(self.services),
            metrics=self.metrics,
            limits=self.limits,
            operation_name=asked.operation_name,
        )
        return await self.schema.execute(
            asked.query,
            variable_values=asked.variables,
            context_value=exchange.context,
            operation_name=asked.operation_name,
            allowed_operation_types=OPERATIONS,
        )

    def _record(self, answer: Answer, exchange: Exchange) -> None:
        context, seconds = exchange.context, perf_counter() - exchange.started
        survey = context.survey if context else None
        operation = survey.name if survey else "none"
        self.metrics.count_request(operation, answer.code, seconds)
        log.info(
            "request",
            request_id=exchange.request_id,
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


def _response(answer: Answer, media_type: str, exchange: Exchange, *, has_token: bool) -> Response:
    headers = {"X-Request-ID": exchange.request_id, "Cache-Control": "no-store", "Vary": "Accept, Authorization"}
    status = answer.status(media_type)
    if answer.code == "UNAUTHENTICATED":
        headers["WWW-Authenticate"] = 'Bearer error="invalid_token"' if has_token else "Bearer"
    if status == 503:  # noqa: PLR2004 - Service Unavailable
        headers["Retry-After"] = "1"
    return Response(answer.body(), status, headers=headers, media_type=f"{media_type}; charset=utf-8")
