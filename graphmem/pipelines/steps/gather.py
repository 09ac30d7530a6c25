"""Candidates for an answer, of the user and of the shared spaces read beside: one statement an owner (rules Q1, L2)."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.claim import slot_asked
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant
from graphmem.domain.status import RECALLABLE, Status
from graphmem.pipelines.requests import ReadableSpace, RecallRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.ask import Asked
from graphmem.store import candidates
from graphmem.store.candidates import Search
from graphmem.store.connection import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Which versions may answer."""

    statuses: frozenset[Status]
    as_of: datetime | None
    """Held at this instant; none: now."""
    valid_at: datetime | None
    """Leaves out what was over by then; none leaves nothing out."""

    @property
    def is_wide(self) -> bool:
        """Whether more is looked through than what is recallable now, which indexes hold apart."""
        return self.as_of is not None or not self.statuses <= RECALLABLE


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was looked for among the user's own, and candidates of all owners that the caller may be given."""

    search: Search
    entrants: list[Entrant]


async def gather(services: Services, owner: Owner, request: RecallRequest, asked: Asked, reach: Reach) -> Gathered:
    """Read the candidates of the user and, beside, of each shared space; every statement is restricted to one owner."""
    search = _search(services, owner, request, asked, reach)
    found = await asyncio.gather(
        _read(services, owner, search, reach.as_of),
        *(_shared(services, readable, request, asked, reach) for readable in request.spaces),
    )
    entrants = [e for part in found for e in part if e.memory.may_be_given(sees_sensitive=request.sees_sensitive)]
    return Gathered(search, entrants)


async def _shared(
    services: Services, readable: ReadableSpace, request: RecallRequest, asked: Asked, reach: Reach
) -> list[Entrant]:
    """What a space has to say; nothing there was said in a conversation, so that it has no neighbours."""
    types = readable.types if request.types is None else readable.types & request.types
    search = _search(services, readable.space, replace(request, types=types), asked, reach)
    found = await _read(services, readable.space, replace(search, around=0), reach.as_of)
    return [replace(e, space=readable.space, place=None) for e in found]


def _search(services: Services, owner: Owner, request: RecallRequest, asked: Asked, reach: Reach) -> Search:
    ranking = services.policy.ranking
    return Search(
        probes=asked.probes(owner.key, every=reach.is_wide),
        periods=asked.within(owner.key, every=reach.is_wide),
        names=asked.names,
        slots=tuple(dict.fromkeys(slot_asked(slot) for slot in asked.question.slots)),
        statuses=reach.statuses,
        types=request.types,
        valid_at=reach.valid_at,
        depth=2 * ranking.depth if reach.is_wide else ranking.depth,
        around=ranking.around,
    )


async def _read(services: Services, owner: Owner, search: Search, as_of: datetime | None) -> list[Entrant]:
    async def read(tx: Transaction) -> list[Entrant]:
        if as_of is None:
            return await candidates.current(tx, owner, search)
        return await candidates.as_of(tx, owner, search, as_of=as_of)

    return await services.database.read(read)
