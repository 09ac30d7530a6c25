"""recall: the memories that matter for a question, in one round trip (spec §5)."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.memory import Flag
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant, Ranked, beside_what_they_except, newest_of_each_slot, rank
from graphmem.errors import EmbeddingFailed, InvalidInput
from graphmem.ids import MemoryId, OwnerKey
from graphmem.language.tokens import lucene_query, tokens
from graphmem.pipelines.bounds import MAX_QUERY, checked_instant, checked_text
from graphmem.pipelines.requests import RecallRequest
from graphmem.pipelines.services import Services
from graphmem.store import memories
from graphmem.store.connection import Transaction
from graphmem.store.memories import Found

MAX_LIMIT = 100
SHORT_QUERY = 500


@dataclass(frozen=True, slots=True)
class RecallWarning:
    """Something that made an answer poorer without failing it (rule Q8)."""

    code: str
    message: str


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

    One statement reads vectors and full text of this owner only (rule Q1). Where the embedder fails, words alone decide
    and a warning says so. Raises InvalidInput, Unavailable.
    """
    query = checked_text(request.query, "query", MAX_QUERY)
    limit = services.policy.ranking.default_limit if request.limit is None else request.limit
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInput(f"limit must be 1 to {MAX_LIMIT}; it is {limit}.", path=("limit",))
    now = services.clock.now()
    as_of = checked_instant(request.as_of, "asOf", now=now)
    vector, warnings = await _vector(services, query)
    found = await _candidates(services, owner, request, query, vector, as_of or now)
    barred = {Flag.SUSPECTED_INJECTION} | (set[Flag]() if request.sees_sensitive else {Flag.SENSITIVE})
    usable = [f for f in found if not barred & f.memory.flags]
    entrants = [Entrant(memory=f.memory, cosine=f.cosine if vector else 0.0, search_text=f.search_text) for f in usable]
    ranked = rank(query, entrants, as_of or now, services.policy)
    kept, outdated = newest_of_each_slot(ranked)
    kept = beside_what_they_except(kept, {f.memory.id: f.excepts for f in usable if f.excepts})
    return Recalled(
        hits=tuple(kept[:limit]),
        warnings=warnings,
        dropped=_dropped(kept[limit:], outdated) if request.wants_explanation else (),
        best_relevance=max((r.score.relevance for r in kept), default=0.0),
    )


async def _vector(services: Services, query: str) -> tuple[list[float] | None, tuple[RecallWarning, ...]]:
    try:
        return await services.embedder.embed_query(query), ()
    except (EmbeddingFailed, InvalidInput) as error:
        return None, (RecallWarning(error.code, f"Only words were compared, not meaning: {error.message}"),)


async def _candidates(
    services: Services,
    owner: Owner,
    request: RecallRequest,
    query: str,
    vector: list[float] | None,
    instant: datetime,
) -> list[Found]:
    depth, as_of = services.policy.ranking.depth, request.as_of
    words = await _words(query, owner.key, every_version=as_of is not None)

    async def read(tx: Transaction) -> list[Found]:
        if as_of is None:
            return await memories.recall(
                tx, owner.key, vector=vector, query=words, types=request.types, now=instant, depth=depth
            )
        return await memories.recall_as_of(
            tx, owner.key, vector=vector, query=words, types=request.types, as_of=as_of, depth=2 * depth
        )

    return await services.database.read(read)


async def _words(query: str, key: OwnerKey, *, every_version: bool) -> str | None:
    """The full-text query; a long one is analysed beside the event loop, which a short one is not worth."""

    def analyse() -> str | None:
        return lucene_query(tokens(query), key, every_version=every_version)

    return analyse() if len(query) <= SHORT_QUERY else await asyncio.to_thread(analyse)


def _dropped(beyond: list[Ranked], outdated: list[Ranked]) -> tuple[Dropped, ...]:
    return (
        *(Dropped(r.memory.id, "ranked below the limit") for r in beyond),
        *(Dropped(r.memory.id, "an older value of the same slot (Q3)") for r in outdated),
    )
