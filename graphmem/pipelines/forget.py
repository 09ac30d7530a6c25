"""forgetMemory: a memory with all its versions removed for good; a tombstone in the audit stays (rules F5, R4)."""

from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.errors import NotFound
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, ForgetRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.mention import forget_names
from graphmem.pipelines.steps.settle import let_go
from graphmem.pipelines.writing import require_types, write
from graphmem.pipelines.written import Forgotten
from graphmem.store import conflicts, entities, memories, messages, outcomes
from graphmem.store.entities import reach_of
from graphmem.store.messages import ForgottenWords

FORGOTTEN = "■"


async def forget(services: Services, call: Call, request: ForgetRequest) -> Forgotten:
    """Purge a lineage from any status, with the words of the conversation that only it stood on.

    It is gone under every `asOf` too; events that name its versions stay, without content. NotFound where it is not
    there, which is also what a second call gives, unless it repeats the idempotency key.
    """
    why = Why(action=Action.FORGET, rule="F5", reason="forgotten on request", actor=call.principal.actor)

    async def work(draft: Draft) -> Forgotten:
        tx, owner = draft.tx, draft.owner
        memory = (await memories.by_ids(tx, owner, [request.memory_id], types=draft.writes)).get(request.memory_id)
        if memory is None:
            raise NotFound("memory")
        words = await messages.fragments_of_lineage(tx, owner, memory.lineage_id)
        await messages.rewrite(tx, owner, {w.id: without_words(w) for w in words})
        await outcomes.purge(tx, owner, memory.lineage_id)
        draft.ledger.bury(memory.lineage_id, why)
        named = await entities.of_lineage(tx, owner, memory.lineage_id)
        members = await memories.lineage_members(tx, owner, memory.lineage_id, as_of=draft.ledger.at)
        require_types(draft, members)
        left = await conflicts.close(tx, owner, [m.id for m in members if m.is_head], at=draft.ledger.at)
        await let_go(services, draft, left, without=memory.lineage_id)
        versions = await memories.purge(tx, owner, memory.lineage_id)
        await forget_names(tx, reach_of(call.owner), named)
        return Forgotten(lineage_id=memory.lineage_id, versions=versions)

    return await write(services, call, request, work, Forgotten)


def without_words(words: ForgottenWords) -> str:
    """The message with its forgotten characters blotted out, but for those that another memory stands on."""
    kept = {i for start, end in words.kept for i in range(start, end)}
    gone = {i for start, end in words.forgotten for i in range(start, end)} - kept
    return "".join(FORGOTTEN if i in gone else c for i, c in enumerate(words.content))
