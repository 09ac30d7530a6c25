"""The store's parts of the started services, and a hand that writes what a test enters in a ledger."""

from datetime import datetime

import pytest

from graphmem.domain.owner import Owner
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.store.connection import Database
from tests.store.scribe import Scribe


@pytest.fixture
def database(services: Services) -> Database:
    """The connection to the real server."""
    return services.database


@pytest.fixture
def owner(call: Call) -> Owner:
    """A user that no other test writes about."""
    return call.owner


@pytest.fixture
def now(services: Services) -> datetime:
    """The present of the test's clock, which stands still."""
    return services.clock.now()


@pytest.fixture
def scribe(services: Services, call: Call) -> Scribe:
    """Writes for the test's owner."""
    return Scribe(services, call)
