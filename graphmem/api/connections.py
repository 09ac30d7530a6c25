"""Connections: lists in a fixed order, continued by keyset cursors, so that writes do not shift the pages."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Generic, TypeVar

import strawberry

from graphmem.api.arguments import given
from graphmem.api.context import Info
from graphmem.domain.owner import check_id
from graphmem.domain.page import Page, PageRequest
from graphmem.errors import InvalidInput

T = TypeVar("T")
D = TypeVar("D")

First = Annotated[int, strawberry.argument(description="How many items, 1 to 100.")]
After = Annotated[str | None, strawberry.argument(description="The `endCursor` of the page before.")]


@strawberry.type(description="Where a page stands in its list.")
class PageInfo:
    """Forward pages only."""

    has_next_page: bool = strawberry.field(description="Whether more items follow.")
    has_previous_page: bool = strawberry.field(description="Whether this page continues an earlier one.")
    start_cursor: str | None = strawberry.field(description="Cursor of the first item.")
    end_cursor: str | None = strawberry.field(description="Cursor of the last item; pass it as `after`.")


@strawberry.type(name="Edge", description="An item with its cursor.")
class ItemEdge(Generic[T]):
    """One item of a connection."""

    cursor: str = strawberry.field(description="Opaque place of the item in its list.")
    node: T = strawberry.field(description="The item.")


@strawberry.type(description="A page of a list.")
class Connection(Generic[T]):
    """A page, as edges and, for short, as its bare items."""

    edges: list[ItemEdge[T]] = strawberry.field(description="The items with their cursors.")
    nodes: list[T] = strawberry.field(description="The items alone.")
    page_info: PageInfo = strawberry.field(description="Where the page stands.")


def page_request(of: str, first: int, after: str | None, *, as_of: datetime | None) -> PageRequest:
    """Check a connection's arguments; a cursor must be of the same list, answering for the same instant."""
    request = PageRequest.of(first, given(after))
    if request.after is not None:
        check_id(request.after.id, "after")
        if request.after.of != of:
            raise InvalidInput(f"`after` is of a list of {request.after.of[:20]}, not of {of}.", path=("after",))
        if request.after.as_of != as_of:
            raise InvalidInput("`after` is of a list at another instant. Keep `asOf` the same.", path=("after",))
    return request


def connection_of(page: Page[D], request: PageRequest, make: Callable[[D], T], info: Info) -> Connection[T]:
    """A page of domain values as a connection of their types."""
    info.context.spend(len(page.items))
    nodes = [make(item) for item in page.items]
    cursors = [cursor.encode() for cursor in page.cursors]
    return Connection(
        edges=[ItemEdge(cursor=c, node=n) for c, n in zip(cursors, nodes, strict=True)],
        nodes=nodes,
        page_info=PageInfo(
            has_next_page=page.has_next,
            has_previous_page=request.after is not None,
            start_cursor=cursors[0] if cursors else None,
            end_cursor=cursors[-1] if cursors else None,
        ),
    )
