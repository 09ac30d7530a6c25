"""Writing memories as the product does: entered in a ledger, committed in one transaction under the owner's lock."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from graphmem.domain.change import NewVersion
from graphmem.domain.ledger import Ledger, Why
from graphmem.domain.memory import Memory, State
from graphmem.domain.owner import Owner
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Written
from graphmem.store.connection import ConnectionOptions, Database
from tests.domain.factories import new_version, why


@dataclass(frozen=True)
class ByHand:
    """The request of a write that a test makes itself."""


@dataclass(frozen=True)
class Scribe:
    """Writes for one owner; every method is one transaction."""

    services: Services
    call: Call

    def about(self, user_id: str) -> "Scribe":
        """A scribe for another user of the same tenant."""
        return replace(self, call=replace(self.call, owner=Owner(self.call.owner.tenant, user_id)))

    async def enter(self, entries: Callable[[Ledger], object]) -> Ledger:
        """Commit what `entries` puts into a ledger, and return the ledger."""
        ledgers: list[Ledger] = []

        async def work(draft: Draft) -> Written:
            entries(draft.ledger)
            ledgers.append(draft.ledger)
            return Written(decisions=())

        await write(self.services, self.call, ByHand(), work, Written)
        return ledgers[-1]

    async def add(self, memory: Memory, *, angle: float = 0.0, words: str = "green tea") -> Memory:
        """Write a memory whose vector stands at an angle, and return it as recorded."""
        version = new_version(memory, vector=self.vector(angle), search_text=words)
        ledger = await self.enter(lambda ledger: ledger.add(version, why()))
        return ledger.current[memory.id]

    async def supersede(self, old: Memory, new: Memory, reason: Why, *, angle: float = 0.0) -> tuple[Memory, Memory]:
        """Replace a memory, and return both as they stand after it."""
        version: NewVersion = new_version(new, vector=self.vector(angle))
        ledger = await self.enter(lambda ledger: ledger.supersede(old, version, reason))
        return ledger.current[old.id], ledger.current[new.id]

    async def change(self, memory: Memory, state: State, reason: Why) -> Memory:
        """Put a memory into another state, and return it as it stands."""
        ledger = await self.enter(lambda ledger: ledger.change(memory, state, reason))
        return ledger.current[memory.id]

    def vector(self, angle: float = 0.0) -> list[float]:
        """A unit vector of the space; two of them have the cosine of the difference of their angles."""
        return [math.cos(angle), math.sin(angle), *[0.0] * (self.services.embedder.space.dimension - 2)]


def options_of(database: Database) -> ConnectionOptions:
    """How the started services reached their server, to reach it once more."""
    return database._options  # pyright: ignore[reportPrivateUsage]  nothing in the product asks for it
