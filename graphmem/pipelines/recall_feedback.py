"""recallFeedback: whether a recall helped, counted behind like the uses (rule Q10)."""

from graphmem.domain.miss import MissReason
from graphmem.domain.owner import Owner
from graphmem.errors import InvalidInput, NotFound
from graphmem.ids import MemoryId, RecallId, new_id
from graphmem.pipelines.after_recall import QUERY_KEPT, missed
from graphmem.pipelines.bounds import MAX_QUERY, checked_count, checked_text
from graphmem.pipelines.recent_recalls import PastRecall
from graphmem.pipelines.requests import RecallFeedbackRequest
from graphmem.pipelines.services import Services

MOST_MEMORIES = 100


def recall_feedback(services: Services, owner: Owner, request: RecallFeedbackRequest) -> int:
    """Count a report, and return of how many memories it was; a report that repeats another one counts nothing.

    The recall is named by its id, or by its words where the id is unknown here: the process that gave it answered
    much since, or it was another one. Helpful is a hit of each memory named; unhelpful takes back the hit that a
    rendering was, of the memories named or of all, and keeps the recall as a miss. Memories of other users count for
    nobody. Raises NotFound, InvalidInput, LimitExceeded; waits for nothing.
    """
    past = _past(services, owner, request)
    if request.memory_ids:
        checked_count(len(request.memory_ids), "memoryIds", MOST_MEMORIES)
    named = dict.fromkeys(request.memory_ids)
    if not request.is_helpful and not named:
        named = dict.fromkeys(sorted(past.returned))
    fresh = [i for i in named if (i, request.is_helpful) not in past.reported]
    past.reported.update((i, request.is_helpful) for i in fresh)
    for memory_id in fresh:
        _count(services, owner, past, memory_id, is_helpful=request.is_helpful)
    if not request.is_helpful and past.query and (None, False) not in past.reported:
        past.reported.add((None, False))
        services.usage.miss(
            owner, missed(services, owner, past, MissReason.UNHELPFUL, count=0 if past.is_missed else 1)
        )
    return len(fresh)


def _past(services: Services, owner: Owner, request: RecallFeedbackRequest) -> PastRecall:
    """The recall that is reported of; one made of the words where the id is unknown."""
    recall_id = request.recall_id
    found = None if recall_id is None else services.usage.recent.find(owner.key, recall_id)
    if found is not None:
        return found
    if request.query is None and recall_id is not None:
        raise NotFound("recall")
    if request.query is None and not request.memory_ids:
        raise InvalidInput("Name the recall by recallId or query, or memories by memoryIds.", path=("recallId",))
    query = "" if request.query is None else checked_text(request.query, "query", MAX_QUERY)
    return PastRecall(
        id=RecallId(new_id()), owner=owner.key, query=query[:QUERY_KEPT], scores=(), at=services.clock.now()
    )


def _count(services: Services, owner: Owner, past: PastRecall, memory_id: MemoryId, *, is_helpful: bool) -> None:
    whose = past.returned.get(memory_id, owner)
    was_hit = past.is_rendered and memory_id in past.returned
    if not is_helpful:
        services.usage.unhelpful(whose, memory_id, at=past.at, was_hit=was_hit)
    elif not was_hit:
        services.usage.hit(whose, memory_id, at=services.clock.now())
