"""Turns and notes of public conversations, imported as they are and asked for: is what answers among the first?"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.domain.owner import Owner
from graphmem.evaluation.measure import Case, Measure
from graphmem.evaluation.stage import Stage
from graphmem.pipelines.bounds import MAX_IMPORT
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import Call, ImportItem, ImportRequest, RecallRequest

_FORMATS = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%B-%d-%Y", "%Y-%m", "%Y-%m-%d %H:%M")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is measured of a set, and how its lines are told."""

    set: str
    depth: int
    session: Callable[[str], str | None]
    """In which session an item was said, by its id; none where the set has no sessions."""
    at_least: Mapping[str, float]
    """By category; the empty name is all of them."""
    counts_any: bool = False
    """One of the gold items is enough (hit), else their share counts (recall)."""


def by_prefix(separator: str) -> Callable[[str], str | None]:
    """The part of an id before a separator names the session."""
    return lambda item_id: item_id.rpartition(separator)[0] or None


def nowhere(_item_id: str) -> None:
    """No item was said in a session."""


def runner(wanted: Wanted) -> Callable[[Stage, Sequence[Case]], Awaitable[list[Measure]]]:
    """What measures a set."""

    async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
        found: dict[str, list[float]] = defaultdict(list)
        for number, case in enumerate(cases):
            user = stage.user(f"{wanted.set}-{number}")
            await take_in(stage, user, case["items"], wanted.session)
            for query in case["queries"]:
                if gold := set(query["gold"]):
                    value = await _value(stage, user, query, gold, wanted)
                    found[""].append(value)
                    found[query["category"]].append(value)
            stage.advance()
        return [
            Measure(
                set=wanted.set,
                name=f"{'hit' if wanted.counts_any else 'recall'}@{wanted.depth}" + (f", {name}" if name else ""),
                value=sum(values) / len(values),
                cases=len(values),
                at_least=wanted.at_least.get(name),
            )
            for name, values in found.items()
        ]

    return run


async def take_in(
    stage: Stage, user: Owner, items: Sequence[Mapping[str, str]], session: Callable[[str], str | None]
) -> None:
    """Import a user's items word by word, each at its time and in its session."""
    call = Call(principal=stage.agent, owner=user)
    for first in range(0, len(items), MAX_IMPORT):
        imported = tuple(
            ImportItem(
                content=item["text"],
                external_id=item["id"],
                occurred_at=moment(item["time"]),
                session_id=session(item["id"]),
            )
            for item in items[first : first + MAX_IMPORT]
        )
        await import_memories(stage.services, call, ImportRequest(items=imported))


async def _value(stage: Stage, user: Owner, query: Mapping[str, str], gold: set[str], wanted: Wanted) -> float:
    request = RecallRequest(query=query["text"], limit=wanted.depth, asked_at=moment(query["time"]))
    hits = (await recall(stage.services, user, request)).hits
    right = gold & {hit.memory.external_id for hit in hits if hit.memory.external_id is not None}
    return float(bool(right)) if wanted.counts_any else len(right) / len(gold)


def moment(text: str | None) -> datetime | None:
    """A time as the sets write it; none where there is none, or of a form that says no time."""
    for form in _FORMATS if text else ():
        try:
            return datetime.strptime(text or "", form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
