"""The application on the real services, asked over HTTP in the same process."""

from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2
import pytest
from starlette.applications import Starlette

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions
from graphmem.domain.principal import Principal, Role
from graphmem.pipelines.access import NewKeyRequest, create_api_key
from graphmem.pipelines.services import Services
from tests.api.calling import Caller

CallerOf = Callable[..., Awaitable[Caller]]


@pytest.fixture
def options() -> ApiOptions:
    """What the application is told; a test module may override it."""
    return ApiOptions(allowed_hosts=("localhost",))


@pytest.fixture
def app(services: Services, options: ApiOptions) -> Starlette:
    """The application."""
    return create_app(services, options)


@pytest.fixture
async def http(app: Starlette) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of the application, in the same process."""
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def caller_of(http: httpx2.AsyncClient, services: Services, tenant: str) -> CallerOf:
    """Makes a caller of a role, with a key of its own, in the test's tenant or another."""

    async def make(role: Role = Role.ADMIN, subject: str = "tester", tenant: str = tenant) -> Caller:
        maker = Principal(subject="maker", tenant=tenant, role=Role.ADMIN)
        request = NewKeyRequest(role=role, subject=subject, name="for a test")
        return Caller(http, (await create_api_key(services, maker, request))[1])

    return make


@pytest.fixture
async def admin(caller_of: CallerOf) -> Caller:
    """A caller that may do everything in the test's tenant."""
    return await caller_of()
