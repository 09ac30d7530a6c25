"""forgetMemory: a memory with all its versions removed for good; a tombstone in the audit stays (rules F5, R4)."""

from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.event import Action, Event
from graphmem.domain.ledger import Why
from graphmem.errors import NotFound
from graphmem.ids import EventId, LineageId, new_id
from graphmem.pipelines.bounds import MAX_REASON, checked_text
from graphmem.pipelines.requests import Call, ForgetRequest
from graphmem.pipelines.services import Services
from graphmem.store import events, memories, messages, owners
from graphmem.store.connection import Transaction
from graphmem.store.messages import ForgottenWords

FORGOTTEN = "■"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed."""

    lineage_id: LineageId
    versions: int
    is_replay: bool = False


async def forget(services: Services, call: Call, request: ForgetRequest) -> Forgotten:
    """Purge a lineage from any status, with the words of the conversation that only it stood on.

    It is gone under every `asOf` too; events that name its versions stay, without content. NotFound where it is not
    there, which is also what a second call gives.
    """
    if request.reason is not None:
        checked_text(request.reason, "reason", MAX_REASON)
    now = services.clock.now()
    why = Why(action=Action.FORGET, rule="F5", reason="forgotten on request", actor=call.principal.actor)

    async def unit(tx: Transaction) -> Forgotten:
        last_at = await owners.lock(tx, call.owner, at=now)
        memory = (await memories.by_ids(tx, call.owner.key, [request.memory_id])).get(request.memory_id)
        if memory is None:
            raise NotFound("memory")
        at = owners.next_instant(now, last_at)
        words = await messages.fragments_of_lineage(tx, call.owner.key, memory.lineage_id)
        await messages.rewrite(tx, call.owner.key, {w.id: without_words(w) for w in words})
        await events.append(tx, call.owner.key, [_tombstone(memory.lineage_id, why, at)])
        purged = await memories.purge(tx, call.owner.key, memory.lineage_id)
        await owners.unlock(tx, call.owner.key, last_at=at)
        return Forgotten(memory.lineage_id, purged)

    return await services.database.write(unit)


def _tombstone(lineage_id: LineageId, why: Why, at: datetime) -> Event:
    return Event(
        id=EventId(new_id()),
        at=at,
        action=why.action,
        rule=why.rule,
        reason=why.reason,
        actor=why.actor,
        lineage_id=lineage_id,
    )


def without_words(words: ForgottenWords) -> str:
    """The message with its forgotten characters blotted out, but for those that another memory stands on."""
    kept = {i for start, end in words.kept for i in range(start, end)}
    gone = {i for start, end in words.forgotten for i in range(start, end)} - kept
    return "".join(FORGOTTEN if i in gone else c for i, c in enumerate(words.content))
