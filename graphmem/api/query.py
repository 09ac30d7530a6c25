"""The root of queries."""

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.api.arguments import given
from graphmem.api.connections import After, Connection, First, connection_of, page_request
from graphmem.api.context import Info
from graphmem.api.nodes import find_node, find_nodes
from graphmem.api.permissions import AUTHENTICATED, needs
from graphmem.api.types.miss import Miss
from graphmem.api.types.node import Node
from graphmem.api.types.shared_space import SharedSpace, load_space, reached_space
from graphmem.api.types.user import User, user_of
from graphmem.api.types.viewer import Viewer
from graphmem.domain.page import Cursor, Page
from graphmem.domain.principal import Operation
from graphmem.pipelines import reading
from graphmem.pipelines.bounds import checked_text
from graphmem.pipelines.reading_misses import misses_page
from graphmem.pipelines.shared_spaces import ReachedSpace, spaces_page
from graphmem.store.users import KnownUser

LONGEST_SEARCH = 200


@strawberry.type(description="What can be read.")
class Query:
    """Root fields; each names the operation of the role table that it needs."""

    @strawberry.field(metadata=needs(AUTHENTICATED), description="Who calls, and what it may do.")
    def viewer(self, info: Info) -> Viewer:
        return Viewer.of(info.context.principal)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description=(
            "A user by the application's own user id (not a global id). A user that nothing was written for is empty, "
            "not an error."
        ),
    )
    def user(
        self,
        info: Info,
        user_id: Annotated[
            strawberry.ID, strawberry.argument(name="id", description="The application's own id of the user.")
        ],
        as_of: Annotated[
            datetime | None,
            strawberry.argument(description="Answer for this instant, all the way down; now where left out."),
        ] = strawberry.UNSET,
    ) -> User | None:
        return user_of(info, user_id, given(as_of))

    @strawberry.field(
        metadata=needs(Operation.LIST_USERS), description="Users of the tenant, in the order of their ids."
    )
    async def users(
        self,
        info: Info,
        search: Annotated[
            str | None, strawberry.argument(description="Only ids that begin with this.")
        ] = strawberry.UNSET,
        first: First = 20,
        after: After = strawberry.UNSET,
    ) -> Connection[User]:
        context = info.context
        request = page_request("users", first, after, as_of=None)
        prefix = given(search)
        rows = await reading.users_page(
            context.services,
            context.principal.tenant,
            prefix=None if prefix is None else checked_text(prefix, "search", LONGEST_SEARCH),
            after_id=request.after.id if request.after else "",
            limit=request.fetched,
        )
        page = Page[KnownUser].cut(rows, request, lambda known: Cursor("users", known.created_at, known.id))
        return connection_of(page, request, lambda known: user_of(info, known.id), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="A shared space by its name; an error NOT_FOUND where the caller may neither read nor write it.",
    )
    async def space(
        self,
        info: Info,
        name: Annotated[str, strawberry.argument(description="Its name.")],
        as_of: Annotated[
            datetime | None,
            strawberry.argument(description="Answer for this instant, all the way down; now where left out."),
        ] = strawberry.UNSET,
    ) -> SharedSpace | None:
        return await load_space(info, name, given(as_of))

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="Shared spaces that the caller may read or write, in the order of their names.",
    )
    async def spaces(self, info: Info, first: First = 20, after: After = strawberry.UNSET) -> Connection[SharedSpace]:
        context = info.context
        request = page_request("spaces", first, after, as_of=None)
        rows = await spaces_page(
            context.services,
            context.principal,
            after_name=request.after.id if request.after else "",
            limit=request.fetched,
        )
        page = Page[ReachedSpace].cut(rows, request, lambda r: Cursor("spaces", r.known.created_at, r.known.name))
        return connection_of(page, request, lambda reached: reached_space(info, reached), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MISSES),
        description="Questions that recall did not answer, of all users or of one, the newest first.",
    )
    async def misses(
        self,
        info: Info,
        user_id: Annotated[
            strawberry.ID | None, strawberry.argument(description="Only those of this user.")
        ] = strawberry.UNSET,
        first: First = 20,
        after: After = strawberry.UNSET,
    ) -> Connection[Miss]:
        context = info.context
        request = page_request("misses", first, after, as_of=None)
        wanted = given(user_id)
        owner = None if wanted is None else context.principal.owner(wanted)
        page = await misses_page(context.services, context.principal.tenant, owner, request)
        return connection_of(page, request, lambda miss: Miss.of(miss, context), info)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="Any object by its global id, as it is now; an error NOT_FOUND where there is none such.",
    )
    async def node(
        self, info: Info, global_id: Annotated[strawberry.ID, strawberry.argument(name="id", description="Global id.")]
    ) -> Node | None:
        return await find_node(info, global_id)

    @strawberry.field(
        metadata=needs(Operation.READ_MEMORY),
        description="Objects by their global ids, in the order given, with null for those that are not there.",
    )
    async def nodes(
        self,
        info: Info,
        ids: Annotated[list[strawberry.ID], strawberry.argument(description="At most 100 global ids.")],
    ) -> list[Node | None]:
        return await find_nodes(info, ids)
