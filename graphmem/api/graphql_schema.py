"""Strawberry's schema with what the service needs of it beside execution."""

from graphql import GraphQLError, GraphQLSchema
from strawberry import Schema
from strawberry.types.execution import ExecutionContext


class GraphmemSchema(Schema):
    """The schema; errors are logged where the answer is made, once and without text of people."""

    @property
    def definition(self) -> GraphQLSchema:
        """The types as graphql-core knows them."""
        return self._schema

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Leave logging to `graphmem.api.endpoint`."""
