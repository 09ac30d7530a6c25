"""recall: the memories that matter for a question, in one round trip (spec §5)."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.memory import Flag
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant, Ranked, beside_what_they_except, newest_of_each_slot, rank
from graphmem.domain.status import RECALLABLE
from graphmem.errors import InvalidInput
from graphmem.ids import MemoryId
from graphmem.pipelines.bounds import MAX_QUERY, checked_instant, checked_text
from graphmem.pipelines.requests import RecallRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.ask import Asked, RecallWarning, look_for
from graphmem.store import candidates
from graphmem.store.candidates import Candidate, Search
from graphmem.store.connection import Transaction

MAX_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that is not in the answer, and why."""

    memory_id: MemoryId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """An answer, the best first; `dropped` only where an explanation was asked for."""

    hits: tuple[Ranked, ...] = ()
    warnings: tuple[RecallWarning, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    best_relevance: float = 0.0


async def recall(services: Services, owner: Owner, request: RecallRequest) -> Recalled:
    """Find and rank an owner's memories for a question; an unknown owner has none.

    One statement reads them (rule Q1). Where the embedder fails, words alone decide and a warning says so. Raises
    InvalidInput, Unavailable.
    """
    query = checked_text(request.query, "query", MAX_QUERY)
    limit = services.policy.ranking.default_limit if request.limit is None else request.limit
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInput(f"limit must be 1 to {MAX_LIMIT}; it is {limit}.", path=("limit",))
    now = services.clock.now()
    as_of = checked_instant(request.as_of, "asOf", now=now)
    asked = await look_for(
        services, owner.key, query, asked_at=request.asked_at or as_of or now, every=as_of is not None
    )
    found = await _candidates(services, owner, request, asked, as_of=as_of, now=now)
    barred = {Flag.SUSPECTED_INJECTION} | (set[Flag]() if request.sees_sensitive else {Flag.SENSITIVE})
    usable = [f for f in found if not barred & f.memory.flags]
    ranked = rank(asked.question, [_entrant(f) for f in usable], as_of or now, services.policy, periods=asked.periods)
    kept, outdated = newest_of_each_slot(ranked)
    kept = beside_what_they_except(kept, {f.memory.id: f.excepts for f in usable if f.excepts})
    return Recalled(
        hits=tuple(kept[:limit]),
        warnings=asked.warnings,
        dropped=_dropped(kept[limit:], outdated) if request.wants_explanation else (),
        best_relevance=max((r.score.relevance.value for r in kept), default=0.0),
    )


def _entrant(found: Candidate) -> Entrant:
    return Entrant(
        memory=found.memory,
        cosines=found.cosines,
        search_text=found.search_text,
        place=found.place,
        is_surrounded=found.is_surrounded,
    )


async def _candidates(
    services: Services, owner: Owner, request: RecallRequest, asked: Asked, *, as_of: datetime | None, now: datetime
) -> list[Candidate]:
    ranking = services.policy.ranking
    search = Search(
        probes=asked.probes,
        names=asked.names,
        statuses=RECALLABLE,
        types=request.types,
        valid_at=as_of or now,
        depth=ranking.depth if as_of is None else 2 * ranking.depth,
        around=ranking.around,
    )

    async def read(tx: Transaction) -> list[Candidate]:
        if as_of is None:
            return await candidates.current(tx, owner, search)
        return await candidates.as_of(tx, owner, search, as_of=as_of)

    return await services.database.read(read)


def _dropped(beyond: list[Ranked], outdated: list[Ranked]) -> tuple[Dropped, ...]:
    return (
        *(Dropped(r.memory.id, "ranked below the limit") for r in beyond),
        *(Dropped(r.memory.id, "an older value of the same slot (Q3)") for r in outdated),
    )
