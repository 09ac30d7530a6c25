"""One real Neo4j for the whole run, with the real default embedder; each test has a tenant of its own."""

import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings

from graphmem.bootstrap import open_services
from graphmem.clock import SettableClock
from graphmem.domain.owner import Owner
from graphmem.domain.principal import Principal, Role
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.settings import Settings, load_settings

hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a service of its own folder; jars come from the user's cache, as in the product."""
    data: Path = tmp_path_factory.mktemp("graphmem")
    return load_settings(data_dir=data, neo4j_heap="768m", neo4j_page_cache="128m")


@pytest.fixture(scope="session")
async def started(settings: Settings) -> AsyncIterator[Services]:
    """The service's parts on a real local Neo4j, started once."""
    async with open_services(settings) as services:
        yield services


@pytest.fixture
def clock() -> SettableClock:
    """The time of one test; it stands still until the test moves it."""
    return SettableClock()


@pytest.fixture
def services(started: Services, clock: SettableClock) -> Services:
    """The started parts with the test's own clock."""
    return replace(started, clock=clock)


@pytest.fixture
def tenant() -> str:
    """A tenant that no other test uses."""
    return f"tenant-{secrets.token_hex(6)}"


@pytest.fixture
def call(tenant: str) -> Call:
    """An agent that writes about one user."""
    principal = Principal(subject="agent-1", tenant=tenant, role=Role.AGENT, agent_id="agent-1")
    return Call(principal=principal, owner=Owner(tenant, "ada"))
