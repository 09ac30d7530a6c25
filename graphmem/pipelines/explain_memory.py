"""explainMemory: why a recall did, or did not, find one memory (rule Q11)."""

from dataclasses import replace

from graphmem.domain.access import EVERY_TYPE, Types
from graphmem.domain.explanation import Explanation, ListKind, ListPlace
from graphmem.domain.owner import Owner
from graphmem.domain.ranking import Entrant
from graphmem.errors import NotFound
from graphmem.ids import MemoryId
from graphmem.pipelines import reading
from graphmem.pipelines.memory_checks import Case, checks_of, flaw_of
from graphmem.pipelines.recall import Working, recall
from graphmem.pipelines.requests import RecallRequest
from graphmem.pipelines.services import Services
from graphmem.store import places, vectors
from graphmem.store.candidates import BESIDE, MOST_OF_ONE, MOST_RELATED
from graphmem.store.connection import Transaction
from graphmem.store.places import Place

FURTHER = 1_000
"""Entries of a list that are read to tell how far down a memory is."""


async def explain_memory(
    services: Services, owner: Owner, memory_id: MemoryId, request: RecallRequest, *, types: Types = EVERY_TYPE
) -> Explanation:
    """Recall as asked, count nothing, and follow one memory through it.

    NotFound where the owner lacks the memory, or lacked it at the instant asked for, or where it is of a type that the
    caller may not read. What is kept from the caller for another reason is followed no further than that. Raises what
    `recall` raises, but not for what is wrong with this memory.
    """
    known = await reading.memories_by_ids(services, owner, [memory_id], as_of=request.as_of, types=types)
    memory = known.get(memory_id)
    if memory is None:
        raise NotFound("memory")
    case = Case(
        memory=memory,
        request=request,
        vector=await services.database.read(lambda tx: vectors.stored(tx, owner.key, memory_id)),
        dimension=services.embedder.space.dimension,
    )
    if flaw_of(case.vector, case.dimension) is None:
        recalled = await recall(services, owner, replace(request, wants_explanation=True, is_counted=False))
        case = replace(case, recalled=recalled)
        if case.working is not None and _may_be_listed(case, case.working):
            case = replace(case, lists=await _lists(services, owner, case, case.working))
    return Explanation(
        memory=memory,
        query=None if case.recalled is None else case.recalled.query,
        checks=checks_of(case),
        lists=case.lists,
        score=case.score,
        standing=case.standing,
    )


def _may_be_listed(case: Case, working: Working) -> bool:
    """Whether lists can hold the memory, and the caller may know what leads to it."""
    may_be_given = case.memory.may_be_given(sees_sensitive=case.request.sees_sensitive)
    return may_be_given and case.memory.status in working.search.statuses


async def _lists(services: Services, owner: Owner, case: Case, working: Working) -> tuple[ListPlace, ...]:
    """The memory's place in every list that this recall took candidates from."""
    search, as_of, memory_id = working.search, case.request.as_of, case.memory.id

    async def read(tx: Transaction, depth: int) -> list[Place]:
        if as_of is None:
            return list(await places.current(tx, owner, search, memory_id, depth=depth))
        return list(await places.as_of(tx, owner, search, memory_id, as_of=as_of, depth=depth))

    found = await services.database.read(lambda tx: read(tx, search.depth))
    if any(place.place is None for place in found):
        further = await services.database.read(lambda tx: read(tx, FURTHER))
        found = [*found, *(place for place in further if (place.place or 0) > search.depth)]
    keys = [key for key in dict.fromkeys(_key(place) for place in found) if _is_looked_through(key, working)]
    made = [_list_place(key, found, working) for key in keys]
    beside = None if as_of is not None else _neighbour(memory_id, working.entrants)
    return (*made, *([] if beside is None else [beside]))


_LENGTHS = {ListKind.ENTITY: MOST_OF_ONE, ListKind.RELATED: MOST_RELATED, ListKind.SLOT: MOST_OF_ONE}
"""Of lists that are not made by words, which all have the depth of the search."""
_Key = tuple[ListKind, int, int | None]


def _key(place: Place) -> _Key:
    return (place.kind, place.probe, place.period)


def _is_looked_through(key: _Key, working: Working) -> bool:
    """Whether there was anything to look for: a query may have no vector, and no telling word."""
    kind, probe, period = key
    if kind is ListKind.VECTOR:
        return working.search.probes[probe].vector is not None
    if kind is ListKind.TEXT:
        words = working.search.probes[probe].words if period is None else working.search.periods[period].words
        return words is not None
    return True


def _list_place(key: _Key, found: list[Place], working: Working) -> ListPlace:
    """One list, of all that was read of it; a memory that several entities lead to has the best of their places."""
    kind, probe, period = key
    question, periods = working.asked.question, working.asked.periods
    is_of_words = kind in {ListKind.VECTOR, ListKind.TEXT}
    return ListPlace(
        kind=kind,
        looked_for=(question.text, *question.parts)[probe] if is_of_words else None,
        period=None if period is None else periods[period],
        place=min((p.place for p in found if _key(p) == key and p.place is not None), default=None),
        length=_LENGTHS.get(kind, working.search.depth),
    )


def _neighbour(memory_id: MemoryId, entrants: tuple[Entrant, ...]) -> ListPlace | None:
    """How near the memory stands to one of the best whose neighbours recall has looked for."""
    own = next((e for e in entrants if e.memory.id == memory_id), None)
    if own is None or own.place is None:
        return None
    steps = [
        abs(e.place - own.place)
        for e in entrants
        if e.is_surrounded and e.place is not None and e.memory.session_id == own.memory.session_id and e is not own
    ]
    nearest = min(steps, default=None)
    if nearest is None or nearest > BESIDE:
        return None
    return ListPlace(kind=ListKind.NEIGHBOUR, place=nearest, length=BESIDE)
