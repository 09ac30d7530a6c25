"""A teller with a fresh tenant."""

import pytest

from graphmem.pipelines.services import Services
from tests.pipelines.teller import Teller


@pytest.fixture
def ada(services: Services, tenant: str) -> Teller:
    """A user nobody knows yet."""
    return Teller(services, tenant, "ada")
