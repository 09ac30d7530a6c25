"""Asking why a recall found a memory, and reading the account (rule Q11)."""

from graphmem.domain.explanation import Check, Explanation, ListKind, ListPlace, Outcome, Stage
from graphmem.domain.memory import Memory
from graphmem.ids import MemoryId
from graphmem.pipelines.explain_memory import explain_memory
from graphmem.pipelines.import_memories import import_memories
from graphmem.pipelines.requests import ImportItem, ImportRequest, RecallRequest
from tests.pipelines.teller import Teller
from tests.store.scribe import Scribe


async def explained(teller: Teller, memory_id: MemoryId, query: str, **further: object) -> Explanation:
    request = RecallRequest(query=query, **further)  # pyright: ignore[reportArgumentType]
    return await explain_memory(teller.services, teller.owner, memory_id, request)


async def imported(teller: Teller, *texts: str) -> list[Memory]:
    """Have texts imported as they are, and return them in this order."""
    items = tuple(ImportItem(content=text) for text in texts)
    await import_memories(teller.services, teller.call(), ImportRequest(items=items))
    held = {m.content: m for m in await teller.held()}
    return [held[text] for text in texts]


def scribe_of(teller: Teller) -> Scribe:
    return Scribe(teller.services, teller.call())


async def the_one(teller: Teller, part: str) -> Memory:
    """The only version that says this, whatever became of it."""
    (found,) = [m for m in await teller.held(heads_only=False) if part in m.content]
    return found


def the_check(explanation: Explanation, stage: Stage) -> Check:
    (check,) = [c for c in explanation.checks if c.stage is stage]
    return check


def the_list(explanation: Explanation, kind: ListKind) -> ListPlace:
    (found,) = [each for each in explanation.lists if each.kind is kind]
    return found


def dropped_at(explanation: Explanation) -> Stage | None:
    """The stage, after a look at what must hold of every account."""
    assert [c.stage for c in explanation.checks] == list(Stage)
    assert explanation.is_found == (explanation.stage is None)
    assert explanation.verdict.startswith("Found. " if explanation.is_found else "Not found. ")
    reached = [c.outcome is not Outcome.NOT_REACHED for c in explanation.checks]
    assert all(reached) or not explanation.is_found
    return explanation.stage
