"""The schema, and its text."""

from datetime import datetime
from functools import cache

from strawberry.schema.config import StrawberryConfig

from graphmem.api.admission import Admission
from graphmem.api.document_cache import ParsedDocuments, ValidatedDocuments
from graphmem.api.graphql_schema import GraphmemSchema
from graphmem.api.mutation import Mutation
from graphmem.api.query import Query
from graphmem.api.scalars import DATE_TIME
from graphmem.api.types.user_error import user_error_handlers


@cache
def build_schema() -> GraphmemSchema:
    """The one schema of the process, with its extensions in their order of entry."""
    return GraphmemSchema(
        query=Query,
        mutation=Mutation,
        config=StrawberryConfig(scalar_map={datetime: DATE_TIME}),
        extensions=[Admission, ParsedDocuments, ValidatedDocuments],
        exception_handlers=user_error_handlers(),
    )


@cache
def sdl() -> str:
    """The schema in its definition language, ending in a line feed; what `schema.graphql` holds."""
    return f"{build_schema()}\n"
