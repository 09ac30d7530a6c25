"""Telling stories in tests: who says what, and what is held afterwards."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.candidate import MessageRole
from graphmem.domain.lineage import Lineage
from graphmem.domain.memory import Memory
from graphmem.domain.owner import Owner
from graphmem.domain.page import PageRequest
from graphmem.domain.principal import Principal, Role
from graphmem.domain.status import Status
from graphmem.ids import MemoryId
from graphmem.pipelines import reading
from graphmem.pipelines.observe import observe
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import Call, ObserveRequest, RecallRequest, SaidTurn
from graphmem.pipelines.services import Services
from graphmem.pipelines.written import Written
from graphmem.store.memories import ListFilter

EVERY_STATUS = frozenset(Status)


def call_for(tenant: str, user: str, *, key: str | None = None) -> Call:
    """An agent of a tenant that writes about a user."""
    principal = Principal(subject="agent-1", tenant=tenant, role=Role.AGENT)
    return Call(principal=principal, owner=Owner(tenant, user), idempotency_key=key)


@dataclass(frozen=True, slots=True)
class Teller:
    """One user of one tenant, who talks and is asked about."""

    services: Services
    tenant: str
    user: str = "ada"

    @property
    def owner(self) -> Owner:
        return Owner(self.tenant, self.user)

    def call(self, key: str | None = None) -> Call:
        return call_for(self.tenant, self.user, key=key)

    async def says(self, *lines: str, session: str = "s1", key: str | None = None) -> Written:
        """Say lines in one exchange."""
        turns = tuple(SaidTurn(role=MessageRole.USER, content=line) for line in lines)
        return await observe(self.services, self.call(key), ObserveRequest(turns=turns, session_id=session))

    async def held(
        self, *, as_of: datetime | None = None, statuses: frozenset[Status] = EVERY_STATUS, heads_only: bool = True
    ) -> list[Memory]:
        """Current versions, newest first."""
        wanted = ListFilter(statuses=statuses, heads_only=heads_only)
        page = await reading.memories_page(self.services, self.owner, PageRequest.of(100, None), wanted, as_of=as_of)
        return list(page.items)

    async def contents(self, *, as_of: datetime | None = None) -> set[tuple[str, Status]]:
        """What is held, with its status."""
        return {(m.content, m.status) for m in await self.held(as_of=as_of)}

    async def asks(self, query: str, *, as_of: datetime | None = None, limit: int = 5) -> list[str]:
        """The contents of an answer, the best first."""
        recalled = await recall(self.services, self.owner, RecallRequest(query=query, limit=limit, as_of=as_of))
        return [hit.memory.content for hit in recalled.hits]

    async def lineage(self, memory_id: MemoryId | None, *, as_of: datetime | None = None) -> Lineage:
        """The lineage of a memory that a decision named."""
        assert memory_id is not None
        return await reading.lineage(self.services, self.owner, memory_id, as_of=as_of)
