"""Asking missed questions again, with other settings or with another embedder, and writing nothing (rule Q10)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC

from graphmem.domain.memory import Flag, Memory
from graphmem.domain.miss import Miss
from graphmem.domain.owner import Owner
from graphmem.domain.page import MAX_PAGE, PageRequest
from graphmem.domain.ranking import Entrant, Ranked, best_relevance, newest_of_each_slot, rank
from graphmem.domain.status import RECALLABLE
from graphmem.embedding.embedder import Embedder, Vector, cosine
from graphmem.ids import MemoryId
from graphmem.language.questions import periods, read_question
from graphmem.pipelines import reading
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import RecallRequest
from graphmem.pipelines.services import Services
from graphmem.store import memories
from graphmem.store.memories import ListFilter

SHOWN = 5
"""Results whose order is compared."""
MOST_MEMORIES = 5_000
"""Of one user, the newest first, that are embedded again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question finds: the best relevance, and the first results in their order."""

    best: float
    order: tuple[MemoryId, ...]

    @staticmethod
    def of(ranked: Sequence[Ranked], best: float) -> "Answer":
        """The answer that a ranked list is."""
        return Answer(best, tuple(r.memory.id for r in ranked[:SHOWN]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A missed question asked again."""

    miss: Miss
    now: Answer
    """With the settings and the embedder of this process."""
    other: Answer | None = None
    """With the other embedder."""

    @property
    def then(self) -> Answer:
        """What it found when it was missed."""
        return Answer(self.miss.best_relevance, tuple(s.memory_id for s in self.miss.scores[:SHOWN]))

    @property
    def before(self) -> Answer:
        """What the last answer is compared with."""
        return self.then if self.other is None else self.now

    @property
    def after(self) -> Answer:
        """The answer that is judged."""
        return self.now if self.other is None else self.other

    def is_found(self, least: float) -> bool:
        """Whether something relevant is found that was not before."""
        return self.before.best <= least < self.after.best

    def is_lost(self, least: float) -> bool:
        """Whether nothing relevant is found any more."""
        return self.after.best <= least < self.before.best

    @property
    def has_other_order(self) -> bool:
        """Whether the results, or their order, are others, as far as both lists go."""
        shared = min(len(self.before.order), len(self.after.order))
        return self.before.order[:shared] != self.after.order[:shared]


@dataclass(frozen=True, slots=True)
class _Held:
    """What a user's questions are compared with: memories with their words, and a vector of each embedder."""

    owner: Owner
    memories: tuple[Memory, ...]
    search_texts: tuple[str, ...]
    vectors: tuple[Vector, ...]
    others: tuple[Vector, ...]


@dataclass(slots=True)
class Replay:
    """Asks again; with an embedder of another space, each user's memories are embedded anew, in memory.

    Both answers are then made in the same way, by every memory of the user instead of by the indexes and without what
    stands beside it in its session, so that the embedders alone make the difference.
    """

    services: Services
    tenant: str
    other: Embedder | None = None
    _held: _Held | None = field(default=None)

    async def ask(self, miss: Miss) -> Replayed:
        """Ask one question again; misses of one user in a row spare embedding its memories once more."""
        owner = Owner(self.tenant, miss.user_id)
        if self.other is None:
            request = RecallRequest(query=miss.query, limit=SHOWN, is_counted=False)
            recalled = await recall(self.services, owner, request)
            return Replayed(miss=miss, now=Answer.of(recalled.hits, recalled.best_relevance))
        held = await self._held_of(owner, self.other)
        return Replayed(
            miss=miss,
            now=await self._answer(miss.query, held, self.services.embedder, held.vectors),
            other=await self._answer(miss.query, held, self.other, held.others),
        )

    async def _held_of(self, owner: Owner, other: Embedder) -> _Held:
        if self._held is None or self._held.owner != owner:
            self._held = await _read(self.services, owner, other)
        return self._held

    async def _answer(self, query: str, held: _Held, embedder: Embedder, vectors: Sequence[Vector]) -> Answer:
        question, now, policy = read_question(query), self.services.clock.now(), self.services.policy
        asked = [await embedder.embed_query(text) for text in (question.text, *question.parts)]
        entrants = [
            Entrant(memory=memory, cosines=tuple(cosine(q, vector) for q in asked), search_text=words)
            for memory, words, vector in zip(held.memories, held.search_texts, vectors, strict=True)
        ]
        named = periods(query, asked_at=now, zone=UTC, margin_days=policy.ranking.date_margin_days)
        ranked, _ = newest_of_each_slot(rank(question, entrants, now, policy, periods=named))
        return Answer.of(ranked, best_relevance(ranked))


async def _read(services: Services, owner: Owner, other: Embedder) -> _Held:
    """A user's recallable memories with the stored vectors and new ones; attempts to instruct are left out."""
    found: list[Memory] = []
    request: PageRequest | None = PageRequest(MAX_PAGE)
    stored: dict[MemoryId, tuple[list[float], str]] = {}
    while request is not None and len(found) < MOST_MEMORIES:
        page = await reading.memories_page(services, owner, request, ListFilter(statuses=RECALLABLE), as_of=None)
        ids = [m.id for m in page.items]
        stored |= await services.database.read(lambda tx, ids=ids: memories.contents(tx, owner.key, ids))
        found += [m for m in page.items if Flag.SUSPECTED_INJECTION not in m.flags and m.id in stored]
        request = PageRequest(MAX_PAGE, page.cursors[-1]) if page.has_next else None
    return _Held(
        owner=owner,
        memories=tuple(found),
        search_texts=tuple(stored[m.id][1] for m in found),
        vectors=tuple(stored[m.id][0] for m in found),
        others=tuple(await other.embed_passages([m.content for m in found])),
    )
