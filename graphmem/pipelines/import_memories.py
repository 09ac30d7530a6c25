"""importMemories: memories from elsewhere, stored as they are or each put through the decider."""

import math
from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.candidate import Candidate, MessageRole, Turn
from graphmem.domain.claim import Claim
from graphmem.domain.conflict import Decision
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, Source
from graphmem.domain.owner import check_id
from graphmem.errors import InvalidInput
from graphmem.ids import MemoryId
from graphmem.language.script import detect_language
from graphmem.pipelines.bounds import MAX_CONTENT, MAX_IMPORT, checked_count, checked_said_at
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, ImportItem, ImportRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.decide import decide_all, made_decision
from graphmem.pipelines.steps.enter import enter
from graphmem.pipelines.steps.prepare import Occasion, Prepared, prepare
from graphmem.pipelines.steps.put_back import put_back
from graphmem.pipelines.steps.screen import sealed_in, taken_in
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import MadeDecision, Written
from graphmem.store.memories import by_external_ids

ACCEPTED_AS_IT_IS = "imported as it is"
KNOWN = "an item with this externalId was imported before"


async def import_memories(services: Services, call: Call, request: ImportRequest) -> Written:
    """Import up to 100 items in one transaction; decisions come in the items' order, each with its external id.

    Verbatim items are added without being compared; the others are decided as if the user had said them at their time.
    An external id the owner already has is a replay of that item, whatever else the call holds.
    """
    checked_count(len(request.items), "items", MAX_IMPORT)
    _refuse_repeats(request.items)
    found = [await _candidate(services, item, i, request.is_verbatim) for i, item in enumerate(request.items)]
    prepared = await prepare(services, found)

    async def work(draft: Draft) -> Written:
        ids = [p.external_id for p in prepared if p.external_id is not None]
        known = await by_external_ids(draft.tx, draft.owner, ids) if ids else {}
        fresh = [p for p in prepared if p.external_id not in known]
        if request.is_verbatim:
            made = iter([_add(services, draft, p) for p in fresh])
        else:
            made = iter(await decide_all(services, draft, fresh, session_id=None))
        decisions = [
            _known(p.external_id, known[p.external_id])
            if p.external_id is not None and p.external_id in known
            else next(made)
            for p in prepared
        ]
        return Written(decisions=tuple(decisions))

    return await write(services, call, request, work, Written)


def _refuse_repeats(items: Sequence[ImportItem]) -> None:
    ids = [item.external_id for item in items if item.external_id is not None]
    if len(ids) != len(set(ids)):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise InvalidInput(f"externalId {twice!r} occurs twice in one call. Send each item once.", path=("items",))


async def _candidate(services: Services, item: ImportItem, place: int, is_verbatim: bool) -> tuple[Candidate, Occasion]:
    name = f"items[{place}]"
    if is_verbatim:
        taken = taken_in(item.content, f"{name}.content", MAX_CONTENT, services.policy)
    else:
        (taken,) = sealed_in([(item.content, f"{name}.content")], MAX_CONTENT)
    content = taken.text
    checked_said_at(item.occurred_at, f"{name}.occurredAt", now=services.clock.now())
    for value, field in ((item.external_id, "externalId"), (item.session_id, "sessionId")):
        if value is not None:
            check_id(value, f"{name}.{field}")
    if not 0.0 <= item.confidence <= 1.0:
        raise InvalidInput(f"{name}.confidence must be 0 to 1; it is {item.confidence}.", path=(f"{name}.confidence",))
    occurred_at = item.occurred_at or services.clock.now()
    if is_verbatim:
        language = detect_language(content).value
        candidate = Candidate(type=item.type, content=content, language=language, claim=Claim(), span=None)
    else:
        turn = Turn(role=MessageRole.USER, content=content, at=occurred_at)
        candidate = await services.decider.read_statement(content, turn)
    flags = frozenset({Flag.SUSPECTED_INJECTION}) if taken.is_suspected else frozenset[Flag]()
    given = replace(candidate, source=Source.IMPORTED, span=None, reason_span=None, flags=candidate.flags | flags)
    return (
        put_back(given, taken.values, services.policy),
        Occasion(
            occurred_at=occurred_at,
            is_dated=item.occurred_at is not None,
            session_id=item.session_id,
            external_id=item.external_id,
            vector=_checked_vector(services, item.vector, name),
            confidence=item.confidence,
        ),
    )


def _checked_vector(services: Services, vector: tuple[float, ...] | None, name: str) -> list[float] | None:
    """A ready-made vector at unit length; InvalidInput for another dimension, zero or what is no number.

    Neo4j stores a vector of the wrong dimension without a word, never indexes it, and fails every exact comparison.
    """
    if vector is None:
        return None
    space = services.embedder.space
    if len(vector) != space.dimension:
        raise InvalidInput(
            f"{name}.vector has {len(vector)} numbers; the space {space.model} has {space.dimension}.",
            path=(f"{name}.vector",),
        )
    norm = math.hypot(*vector)
    if not math.isfinite(norm) or norm == 0.0:
        raise InvalidInput(f"{name}.vector must be finite and not zero.", path=(f"{name}.vector",))
    return [x / norm for x in vector]


def _add(services: Services, draft: Draft, prepared: Prepared) -> MadeDecision:
    decision = Decision(action=Action.IMPORT, rule="import", reason=ACCEPTED_AS_IT_IS, status=prepared.gated)
    memory = enter(draft, prepared, decision, (), services.policy.conflict)
    return made_decision(prepared, decision, memory)


def _known(external_id: str, memory_id: MemoryId) -> MadeDecision:
    return MadeDecision(action=Action.IGNORE, rule="W13", reason=KNOWN, memory_id=memory_id, external_id=external_id)
