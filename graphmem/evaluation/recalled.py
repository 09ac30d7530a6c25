"""Turns and notes of conversations, imported as they are and asked for: is what answers among the first?"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem.domain.owner import Owner
from graphmem.evaluation.baselines import Corpus, corpus_of
from graphmem.evaluation.measure import Case, Measure
from graphmem.evaluation.stage import Stage
from graphmem.ids import MemoryId
from graphmem.pipelines.bounds import MAX_CONTENT, MAX_IMPORT
from graphmem.pipelines.forget import forget
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.requests import ForgetRequest, ImportItem, ImportRequest, RecallRequest
from graphmem.pipelines.written import Written

_FORMATS = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%B-%d-%Y", "%Y-%m", "%Y-%m-%d %H:%M")
_PIECE = "#"
"""Between the id of a text that is too long for one memory and the number of the piece."""
MOST_AT_ONCE = 40_000
"""Characters of one import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is measured of a set, and how its lines are told."""

    set: str
    depth: int
    session: Callable[[str], str | None]
    """In which session an item was said, by its id; none where the set has no sessions."""
    counts_any: bool = False
    """One of the gold items is enough (hit), else their share counts (recall)."""
    both_sides: str | None = None
    """A category whose questions are also counted as answered only where two or more gold items are all there."""

    def names(self, query: Mapping[str, Any]) -> Iterator[str]:
        """The figures that a question counts for: that of all, and those of its categories."""
        yield self.figure
        categories = query["category"]
        for category in [categories] if isinstance(categories, str) else categories:
            yield f"{self.figure}, {category}"

    @property
    def figure(self) -> str:
        """What the figure of all questions is called."""
        return f"{'hit' if self.counts_any else 'recall'}@{self.depth}"


@dataclass(frozen=True, slots=True)
class _Found:
    """The ids of the first texts for a question, by each way."""

    graphmem: set[str]
    bm25: set[str]
    vectors: set[str]

    def scored(self, score: Callable[[set[str]], float]) -> tuple[float, float, float]:
        return score(self.graphmem), score(self.bm25), score(self.vectors)


def by_prefix(separator: str) -> Callable[[str], str | None]:
    """The part of an id before a separator names the session."""
    return lambda item_id: item_id.rpartition(separator)[0] or None


def nowhere(_item_id: str) -> None:
    """No item was said in a session."""


def runner(wanted: Wanted) -> Callable[[Stage, Sequence[Case]], Awaitable[list[Measure]]]:
    """What measures a set."""

    async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
        scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
        for number, case in enumerate(cases):
            user = stage.user(f"{wanted.set}-{number}")
            corpus, _ = await _take_in(stage, user, case["items"], wanted.session)
            for query in case["queries"]:
                if gold := set[str](query["gold"]):
                    found = await _with_its_own(stage, user, query, corpus, wanted)
                    for name in wanted.names(query):
                        scores[name].append(found.scored(_any_of(gold) if wanted.counts_any else _share_of(gold)))
                    if query["category"] == wanted.both_sides and len(gold) > 1:
                        name = f"all sides@{wanted.depth}, {wanted.both_sides}"
                        scores[name].append(found.scored(_all_of(gold)))
                stage.advance()
        return [_measure(wanted.set, name, ways) for name, ways in sorted(scores.items())]

    return run


def _share_of(gold: set[str]) -> Callable[[set[str]], float]:
    return lambda found: len(gold & found) / len(gold)


def _any_of(gold: set[str]) -> Callable[[set[str]], float]:
    return lambda found: float(bool(gold & found))


def _all_of(gold: set[str]) -> Callable[[set[str]], float]:
    return lambda found: float(gold <= found)


def _measure(set_name: str, name: str, scores: Sequence[tuple[float, float, float]]) -> Measure:
    value, bm25, vectors = (sum(way) / len(scores) for way in zip(*scores, strict=True))
    return Measure(set=set_name, name=name, value=value, bm25=bm25, vectors=vectors, cases=len(scores))


async def _take_in(
    stage: Stage, user: Owner, items: Sequence[Mapping[str, Any]], session: Callable[[str], str | None]
) -> tuple[Corpus, list[MemoryId]]:
    """Import a user's items word by word, each at its time and in its session; the same for the baselines."""
    imports = [
        ImportItem(content=text, external_id=name, occurred_at=moment(item["time"]), session_id=session(item["id"]))
        for item in items
        for name, text in _pieces(item["id"], item["text"])
    ]
    last = set({_whole(item.external_id): item.external_id for item in imports}.values())
    made: list[MemoryId] = []
    for batch in _batches(imports):
        written = await _import(stage, user, ImportRequest(items=batch))
        made += [d.memory_id for d in written.decisions if d.memory_id is not None]
        stage.advance(sum(item.external_id in last for item in batch))
    names, texts = [_whole(item.external_id) for item in imports], [item.content for item in imports]
    return await stage.patiently(lambda: corpus_of(stage.services.embedder, names, texts)), made


def _batches(imports: Sequence[ImportItem]) -> Iterator[tuple[ImportItem, ...]]:
    """As many at once as a call takes, and no more text than goes through in one transaction on a slow machine."""
    batch: list[ImportItem] = []
    for item in imports:
        if batch and (
            len(batch) == MAX_IMPORT or sum(len(i.content) for i in batch) + len(item.content) > MOST_AT_ONCE
        ):
            yield tuple(batch)
            batch = []
        batch.append(item)
    yield tuple(batch)


async def _import(stage: Stage, user: Owner, request: ImportRequest) -> Written:
    call = stage.call(user)
    return await stage.patiently(lambda: import_memories(stage.services, call, request))


async def _forget(stage: Stage, user: Owner, request: ForgetRequest) -> None:
    call = stage.call(user)
    await stage.patiently(lambda: forget(stage.services, call, request))


def _pieces(name: str, text: str) -> list[tuple[str, str]]:
    """A text as memories: itself, or where it is too long for one, its pieces in order."""
    if len(text) <= MAX_CONTENT:
        return [(name, text)]
    cut = [text[i : i + MAX_CONTENT] for i in range(0, len(text), MAX_CONTENT)]
    return [(f"{name}{_PIECE}{number}", piece) for number, piece in enumerate(cut) if piece.strip()]


def _whole(external_id: str | None) -> str:
    return (external_id or "").partition(_PIECE)[0]


async def _with_its_own(stage: Stage, user: Owner, query: Mapping[str, Any], corpus: Corpus, wanted: Wanted) -> _Found:
    """Ask a question; what it brings along of its own is there while it is asked, and forgotten after."""
    if "items" not in query:
        return await _ask(stage, user, query, corpus, wanted)
    more, made = await _take_in(stage, user, query["items"], wanted.session)
    try:
        return await _ask(stage, user, query, corpus.and_also(more), wanted)
    finally:
        for memory_id in made:
            await _forget(stage, user, ForgetRequest(memory_id=memory_id))


async def _ask(stage: Stage, user: Owner, query: Mapping[str, Any], corpus: Corpus, wanted: Wanted) -> _Found:
    text = query["text"]
    request = RecallRequest(query=text, limit=wanted.depth, asked_at=moment(query["time"]))
    hits = await stage.recall(user, request)
    vector = await stage.patiently(lambda: stage.services.embedder.embed_query(text))
    return _Found(
        graphmem={_whole(hit.memory.external_id) for hit in hits},
        bm25=set(corpus.by_words(text, wanted.depth)),
        vectors=set(corpus.by_meaning(vector, wanted.depth)),
    )


def moment(text: str | None) -> datetime | None:
    """A time as the sets write it; none where there is none, or of a form that says no time."""
    for form in _FORMATS if text else ():
        try:
            return datetime.strptime(text or "", form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
