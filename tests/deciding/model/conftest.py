"""A decider that asks the stub."""

from collections.abc import AsyncIterator, Iterator

import pytest

from graphmem.clock import SettableClock
from graphmem.deciding.model import ModelDecider
from tests.deciding.model.stub import Stub, serving_stub


@pytest.fixture
def stub() -> Iterator[Stub]:
    with serving_stub() as stub:
        yield stub


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
async def decider(stub: Stub, clock: SettableClock) -> AsyncIterator[ModelDecider]:
    """Asks once, without retries."""
    decider = ModelDecider(stub.options(), clock)
    yield decider
    await decider.close()
