"""Letting an operation in: token limit before parsing; permissions and limits of the document before it runs."""

from collections.abc import Iterator

from graphql import GraphQLError, TokenKind
from strawberry.extensions import SchemaExtension

from graphmem.api.context import Context
from graphmem.api.graphql_schema import GraphmemSchema
from graphmem.api.options import Limits
from graphmem.api.permissions import Anyone
from graphmem.api.survey import Survey, survey
from graphmem.errors import Forbidden

NUMBERS = frozenset({TokenKind.INT, TokenKind.FLOAT})
LONGEST_NUMBER = 100
"""Digits of a number; Python refuses to read some thousands."""


class Admission(SchemaExtension):
    """Rejects as a whole what may not run: no part of a document is executed where any part is refused."""

    def on_operation(self) -> Iterator[None]:
        self.execution_context.parse_options["max_tokens"] = self._context.limits.tokens
        yield

    def on_validate(self) -> Iterator[None]:
        document = self.execution_context.graphql_document
        token = document.loc.start_token if document is not None and document.loc is not None else None
        while token is not None:
            if token.kind in NUMBERS and len(token.value or "") > LONGEST_NUMBER:
                raise _too_expensive(
                    f"The document has a number of {len(token.value or '')} digits", LONGEST_NUMBER, ""
                )
            token = token.next
        yield

    def on_execute(self) -> Iterator[None]:
        execution = self.execution_context
        schema = execution.schema
        if not isinstance(schema, GraphmemSchema) or execution.graphql_document is None:
            raise TypeError("Admission belongs to a GraphmemSchema and comes after parsing")
        context = self._context
        found = survey(schema.definition, execution.graphql_document, context.operation_name, execution.variables or {})
        context.survey = found
        if found.unguarded:
            raise Forbidden(f"No permission is declared for {', '.join(found.unguarded)}, so nobody may call it.")
        for need in sorted(found.needs, key=str):
            if not isinstance(need, Anyone):
                context.principal.require(need)
        _check(found, context.limits)
        yield

    @property
    def _context(self) -> Context:
        context: Context = self.execution_context.context
        return context


def _check(found: Survey, limits: Limits) -> None:
    if found.depth > limits.depth:
        raise _too_expensive(f"The document is {found.depth} levels deep", limits.depth, "Ask in several requests.")
    if found.aliases > limits.aliases:
        raise _too_expensive(f"The document has {found.aliases} aliases", limits.aliases, "Split the request.")
    if found.is_mutation and len(found.root_fields) > limits.root_mutations:
        raise _too_expensive(
            f"The document has {len(found.root_fields)} mutations", limits.root_mutations, "Split the request."
        )
    if found.nodes > limits.nodes:
        raise _too_expensive(f"The pages hold up to {found.nodes} objects", limits.nodes, "Ask for smaller pages.")


def _too_expensive(what: str, limit: int, remedy: str) -> GraphQLError:
    return GraphQLError(f"{what}; the limit is {limit}. {remedy}".strip(), extensions={"code": "TOO_EXPENSIVE"})
