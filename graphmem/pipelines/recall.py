"""recall: the memories that matter for a question, in one round trip (spec §5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from graphmem.domain.owner import Owner, SharedSpace
from graphmem.domain.ranking import (
    Entrant,
    Ranked,
    beside_what_they_except,
    best_relevance,
    newest_of_each_slot,
    personal_ahead,
    rank,
    shared_gives_way,
)
from graphmem.domain.routing import Route, route
from graphmem.domain.status import RECALLABLE, Status
from graphmem.errors import InvalidInput
from graphmem.ids import MemoryId
from graphmem.language.routes import signs
from graphmem.pipelines.bounds import MAX_QUERY, checked_instant, checked_text
from graphmem.pipelines.reading_sessions import resolved_query, session
from graphmem.pipelines.requests import Order, RecallRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.ask import Asked, RecallWarning, look_for
from graphmem.pipelines.steps.gather import Reach, gather
from graphmem.pipelines.steps.rerank import reranked
from graphmem.store.candidates import Search

MAX_LIMIT = 100
MAX_TENTATIVE = 20
MAX_SIGHT = 2_000
"""Characters of a query that its route is read from."""
_PAST = RECALLABLE | {Status.INACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.ARCHIVED}
"""What answers a question about what was (rules Q3, Q5)."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that is not in the answer, and why."""

    memory_id: MemoryId
    reason: str
    space: SharedSpace | None = None
    """The shared space that it is of; none for the user's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """What an answer was chosen from, stage by stage (rule Q11)."""

    asked: Asked
    search: Search
    """The last one: with what is inactive, where nothing relevant was found without."""
    entrants: tuple[Entrant, ...]
    """Candidates that the caller may be given."""
    ranked: tuple[Ranked, ...]
    """All of them, by score."""
    kept: tuple[Ranked, ...]
    """In their last order, without the older values of a slot."""
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """An answer, the best first; `dropped` and `working` only where an explanation was asked for."""

    query: str
    """What was looked for: the question, with what it refers back to written out."""
    route: Route
    hits: tuple[Ranked, ...] = ()
    warnings: tuple[RecallWarning, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    best_relevance: float = 0.0
    working: Working | None = None


async def recall(services: Services, owner: Owner, request: RecallRequest) -> Recalled:
    """Find and rank an owner's memories for a question, and those of shared spaces; an unknown owner has none.

    The user's own go before what is shared (rule L2). One statement an owner reads them (rule Q1), a second one only
    where nothing relevant is found and what was not used for long may answer. Where the embedder fails, words alone
    decide and a warning says so. Raises InvalidInput, Unavailable.
    """
    query = checked_text(request.query, "query", MAX_QUERY)
    limit = _checked_limit(services, request)
    now = services.clock.now()
    as_of = checked_instant(request.as_of, "asOf", now=now)
    if request.session_id is not None:
        query = resolved_query(query, await session(services, owner, request.session_id, as_of=request.as_of))
    has_session = request.session_id is not None
    way = route(signs(query[:MAX_SIGHT]), has_session=has_session, chosen=request.route, past=request.includes_past)
    statuses = (_PAST if way.reaches_past else RECALLABLE) | (
        {Status.OBSERVED} if request.tentative else frozenset[Status]()
    )
    asked = await look_for(services, query, asked_at=request.asked_at or as_of or now)
    instant = as_of or now
    valid_at = None if way.reaches_past else request.valid_at or instant
    reach = Reach(statuses=statuses, as_of=as_of, valid_at=valid_at)
    found = await gather(services, owner, request, asked, reach)
    ranked = rank(asked.question, found.entrants, instant, services.policy, periods=asked.periods)
    if not reach.is_wide and best_relevance(ranked) < services.policy.misses.relevance:
        found = await gather(services, owner, request, asked, replace(reach, statuses=statuses | {Status.INACTIVE}))
        ranked = rank(asked.question, found.entrants, instant, services.policy, periods=asked.periods)
    ranked = personal_ahead(ranked, services.policy.ranking.personal_lead)
    kept, outdated = (ranked, []) if way.reaches_past else newest_of_each_slot(ranked)
    kept = beside_what_they_except(kept, {e.memory.id: e.excepts for e in found.entrants if e.excepts})
    kept, unranked = await reranked(services, query, kept)
    kept, gave_way = shared_gives_way(kept, services.policy.conflict)
    hits, beyond = _chosen(kept, limit, request.tentative)
    return Recalled(
        query=query,
        route=way,
        hits=tuple(sorted(hits, key=lambda r: (r.memory.occurred_at, r.memory.id)) if _by_time(request) else hits),
        warnings=(*asked.warnings, *([unranked] if unranked else [])),
        dropped=_dropped(beyond, outdated, [theirs for theirs, _ in gave_way]) if request.wants_explanation else (),
        best_relevance=best_relevance([*kept, *(theirs for theirs, _ in gave_way)]),
        working=Working(
            asked=asked,
            search=found.search,
            entrants=tuple(found.entrants),
            ranked=tuple(ranked),
            kept=tuple(kept),
            limit=limit,
        )
        if request.wants_explanation
        else None,
    )


def _checked_limit(services: Services, request: RecallRequest) -> int:
    limit = services.policy.ranking.default_limit if request.limit is None else request.limit
    bounds = ((limit, 1, MAX_LIMIT, "limit"), (request.tentative, 0, MAX_TENTATIVE, "tentative"))
    for value, least, most, name in bounds:
        if not least <= value <= most:
            raise InvalidInput(f"{name} must be {least} to {most}; it is {value}.", path=(name,))
    return limit


def _by_time(request: RecallRequest) -> bool:
    return request.order is Order.TIME


def _chosen(kept: Sequence[Ranked], limit: int, tentative: int) -> tuple[list[Ranked], list[Ranked]]:
    """The results, what is only observed after all that is held and no more of it than asked for; and the rest."""
    held = [r for r in kept if r.memory.status is not Status.OBSERVED]
    observed = [r for r in kept if r.memory.status is Status.OBSERVED]
    hits = held[:limit]
    hits += observed[: min(tentative, limit - len(hits))]
    chosen = {r.memory.id for r in hits}
    return hits, [r for r in kept if r.memory.id not in chosen]


def _dropped(beyond: list[Ranked], outdated: list[Ranked], shared: list[Ranked]) -> tuple[Dropped, ...]:
    return (
        *(Dropped(r.memory.id, "ranked below the limit", r.space) for r in beyond),
        *(Dropped(r.memory.id, "an older value of the same slot (Q3)", r.space) for r in outdated),
        *(Dropped(r.memory.id, "a memory of the user speaks of the same (L2)", r.space) for r in shared),
    )
