"""One write of one owner: lock, look for an earlier call, do the work, commit everything or nothing (rules R3, W13)."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Memory
from graphmem.errors import Conflict, Forbidden, InvalidInput
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.shared_spaces import checked_write
from graphmem.pipelines.steps.keep_session import keep_session
from graphmem.pipelines.steps.mention import name_things
from graphmem.pipelines.steps.settle import settle
from graphmem.pipelines.written import Result
from graphmem.store import conflicts, entities, events, idempotency, memories, messages, outcomes, owners, uses
from graphmem.store.connection import Transaction
from graphmem.store.entities import reach_of

MAX_IDEMPOTENCY_KEY = 200


R = TypeVar("R", bound=Result)


async def write(
    services: Services, call: Call, request: Any, work: Callable[[Draft], Awaitable[R]], result: type[R]
) -> R:
    """Run `work` under the owner's lock and commit what it entered in the ledger, with its audit, in one transaction.

    What the caller may write is looked up under the lock, so that a grant that was taken back is over; NotFound or
    Forbidden without one (rule L2). With an idempotency key that was used before, nothing is done and the first result
    is given again; Conflict where the input differs. `request` is the dataclass of the call; only its hash is kept.
    """
    key = _record_key(call, type(request).__name__)
    input_hash = _hash_of(request)
    now = services.clock.now()

    async def unit(tx: Transaction) -> R:
        last_at = await owners.lock(tx, call.owner, at=now)
        writes = await checked_write(tx, call.principal, call.owner)
        if key is not None and (earlier := await idempotency.find(tx, call.owner.key, key)) is not None:
            return _replay(earlier, input_hash, result)
        at = owners.next_instant(now, last_at)
        draft = Draft(tx, call.owner.key, Ledger(at=at), call, writes)
        done = await work(draft)
        await commit(services, draft)
        if key is not None:
            record = idempotency.Earlier(input_hash, done.model_dump_json())
            await idempotency.record(tx, call.owner.key, key, record, at=at)
        await owners.unlock(tx, call.owner.key, last_at=max(draft.ledger.last_at, at))
        return done

    return await services.database.write(unit, turn=call.owner.key)


async def replayed(services: Services, call: Call, request: Any, result: type[R]) -> R | None:
    """The first result of an idempotency key that was used before; None for a new one, or none at all.

    Takes no lock: it spares the costs before a write, and `write` looks again. Conflict where the input differs.
    """
    key = _record_key(call, type(request).__name__)
    if key is None:
        return None
    earlier = await services.database.read(lambda tx: idempotency.find(tx, call.owner.key, key))
    return None if earlier is None else _replay(earlier, _hash_of(request), result)


async def commit(services: Services, draft: Draft) -> None:
    """Write the ledger's changes: messages first, since evidence points to them; events last."""
    tx, owner, changes = draft.tx, draft.owner, draft.ledger.changes
    require_types(draft, [*(v.memory for v in changes.versions), *draft.ledger.changed])
    await settle(services, draft)
    appended = None
    if changes.messages:
        session_id = changes.messages[0].session_id
        appended = await messages.append(
            tx, owner, session_id, changes.messages, at=draft.ledger.at, policy=services.policy
        )
    await memories.change_state(tx, owner, draft.ledger.changed)
    reach = reach_of(draft.call.owner)
    naming = await name_things(services, tx, reach, changes.versions)
    await memories.create(tx, owner, naming.versions)
    await entities.store(tx, reach, naming.new)
    await memories.connect(tx, owner, changes.edges)
    await uses.carry(tx, owner, changes.successions)
    evidence = [(v.memory.id, e) for v in changes.versions for e in v.evidence] + changes.evidence
    await memories.attach_evidence(tx, owner, evidence)
    await outcomes.append(tx, owner, changes.revisions)
    await memories.inherit_evidence(tx, owner, changes.inherited)
    await conflicts.resolve(tx, owner, changes.resolved, at=draft.ledger.last_at)
    await events.append(tx, owner, changes.events)
    if appended is not None:
        await keep_session(services, draft, appended)


def require_types(draft: Draft, written: Iterable[Memory]) -> None:
    """Raise Forbidden where the caller may not write memories of some type that it is about to write (rule L2)."""
    barred = {m.type for m in written} - draft.writes
    if barred:
        names = ", ".join(sorted(barred))
        raise Forbidden(f"This key may not write memories of the type {names} here. Ask an admin for a wider grant.")


def _record_key(call: Call, operation: str) -> str | None:
    """The record's key: owner, operation and the caller's own key, hashed so that any text will do."""
    if call.idempotency_key is None:
        return None
    if not 1 <= len(call.idempotency_key) <= MAX_IDEMPOTENCY_KEY:
        raise InvalidInput(
            f"idempotencyKey must have 1 to {MAX_IDEMPOTENCY_KEY} characters; it has {len(call.idempotency_key)}.",
            path=("idempotencyKey",),
        )
    text = json.dumps([call.owner.key, operation, call.idempotency_key])
    return hashlib.sha256(text.encode()).hexdigest()


def _hash_of(request: Any) -> str:
    text = json.dumps(asdict(request), default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: object) -> object:
    match value:
        case datetime():
            return value.isoformat()
        case StrEnum():
            return value.value
        case frozenset():
            return sorted(str(item) for item in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def _replay(earlier: idempotency.Earlier, input_hash: str, result: type[R]) -> R:
    if earlier.input_hash != input_hash:
        raise Conflict(
            "This idempotencyKey was used before with another input. Use a new key for a new input.",
            path=("idempotencyKey",),
        )
    return result.model_validate_json(earlier.result).model_copy(update={"is_replay": True})
