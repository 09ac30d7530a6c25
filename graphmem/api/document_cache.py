"""Parsed and validated documents are kept, but none with a text or comment: it may hold words of a person (P4)."""

from collections.abc import Iterator

from strawberry.extensions import ParserCache, ValidationCache
from strawberry.types.execution import ExecutionContext


class ParsedDocuments(ParserCache):
    """Keeps the documents of clients that pass their texts as variables."""

    def on_parse(self) -> Iterator[None]:
        if _may_be_kept(self.execution_context):
            yield from super().on_parse()
        else:
            yield


class ValidatedDocuments(ValidationCache):
    """Keeps the result of validation of the same documents."""

    def on_validate(self) -> Iterator[None]:
        if _may_be_kept(self.execution_context):
            yield from super().on_validate()
        else:
            yield


def _may_be_kept(execution: ExecutionContext) -> bool:
    return not {'"', "#"} & set(execution.query or "")
