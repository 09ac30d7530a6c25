"""Reading the questions that recall did not answer, of one user or of a tenant (rule Q10)."""

from collections.abc import AsyncIterator

from graphmem.domain.miss import Miss
from graphmem.domain.owner import Owner
from graphmem.domain.page import MAX_PAGE, Page, PageRequest
from graphmem.pipelines.services import Services
from graphmem.store import misses
from graphmem.store.connection import Transaction


async def misses_page(services: Services, tenant: str, owner: Owner | None, request: PageRequest) -> Page[Miss]:
    """A page of misses, the newest first: of one user, else of all users of the tenant."""

    async def read(tx: Transaction) -> Page[Miss]:
        if owner is not None:
            return await misses.page(tx, owner.key, request)
        return await misses.page_of_tenant(tx, tenant, request)

    return await services.database.read(read)


async def every_miss(services: Services, tenant: str, owner: Owner | None) -> AsyncIterator[Miss]:
    """All misses, the newest first, page by page."""
    request: PageRequest | None = PageRequest(MAX_PAGE)
    while request is not None:
        page = await misses_page(services, tenant, owner, request)
        for miss in page.items:
            yield miss
        request = PageRequest(MAX_PAGE, page.cursors[-1]) if page.has_next else None
