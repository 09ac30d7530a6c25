"""resolveConflict: somebody says which side of a conflict holds (rule D13)."""

from dataclasses import replace

from graphmem.domain.candidate import Candidate, MessageRole, Turn
from graphmem.domain.change import EdgeKind
from graphmem.domain.conflict import Decision, Related
from graphmem.domain.event import Action
from graphmem.domain.ledger import Why
from graphmem.domain.memory import Flag, Memory, Source
from graphmem.domain.merging import in_one_sentence
from graphmem.domain.promotion import may_be_active
from graphmem.domain.status import Status
from graphmem.errors import Conflict, InvalidInput
from graphmem.language.script import detect_language
from graphmem.pipelines.bounds import MAX_CONTENT
from graphmem.pipelines.confirm import head_of, made_of, sides_of
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, Resolution, ResolveConflictRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import end_losers, next_version
from graphmem.pipelines.steps.merge import carried_over
from graphmem.pipelines.steps.prepare import Occasion, Prepared, prepare
from graphmem.pipelines.steps.screen import Taken, taken_in
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Written
from graphmem.store import memories

RULE = "D13"


async def resolve_conflict(services: Services, call: Call, request: ResolveConflictRequest) -> Written:
    """End an open conflict: the older or the newer side holds, or one that holds both, or both as they are.

    The side that lost ends in the one that holds, in the same commit. Which is older goes by when they were recorded.
    Merged words are the caller's, else both sentences in one. Raises NotFound; Conflict where there is no open conflict
    between the two, or the side that is to hold was set apart as an attempt to instruct; InvalidInput for words with
    another resolution.
    """
    if request.content is not None and request.resolution is not Resolution.MERGE:
        raise InvalidInput("content goes with the resolution merge only.", path=("content",))
    taken = None if request.content is None else taken_in(request.content, "content", MAX_CONTENT, services.policy)
    prepared = None if taken is None else await _prepared(services, taken)

    async def work(draft: Draft) -> Written:
        older, newer, related = await _sides(draft, request)
        why = Why(
            action=Action.RESOLVE,
            rule=RULE,
            reason=f"the conflict was resolved: {request.resolution.replace('_', ' ')}",
            actor=call.principal.actor,
        )
        match request.resolution:
            case Resolution.KEEP_OLD:
                kept, other = _keep(draft, older, newer, related, why), newer
            case Resolution.KEEP_NEW:
                kept, other = _keep(draft, newer, older, related, why), older
            case Resolution.MERGE:
                kept, other = await _merge(draft, older, newer, related, prepared, why), newer
            case Resolution.BOTH_TRUE:
                kept, other = _both_true(draft, older, newer, why), older
        return Written(decisions=(made_of(kept, why, related=other),))

    return await write(services, call, request, work, Written)


async def keep_side(draft: Draft, request: ResolveConflictRequest, why: Why) -> tuple[Memory, Memory]:
    """Let the older or the newer side hold and end the other in it; the one that holds, and the other.

    Raises NotFound and Conflict as `resolve_conflict` does.
    """
    older, newer, related = await _sides(draft, request)
    winner, loser = (newer, older) if request.resolution is Resolution.KEEP_NEW else (older, newer)
    return _keep(draft, winner, loser, related, why), loser


async def _sides(draft: Draft, request: ResolveConflictRequest) -> tuple[Memory, Memory, list[Related]]:
    """The older and the newer side of an open conflict between two heads, and all sides around both."""
    one = await head_of(draft, request.memory_id)
    other = await head_of(draft, request.other_id, "otherId")
    around = {r.memory.id: r for r in await sides_of(draft, one)}
    if other.id not in around or one.id not in around[other.id].rivals:
        raise Conflict("There is no open conflict between these two. Read them again.", path=("otherId",))
    around |= {r.memory.id: r for r in await sides_of(draft, other) if r.memory.id not in around}
    older, newer = (one, other) if (one.recorded_at, one.id) <= (other.recorded_at, other.id) else (other, one)
    return older, newer, list(around.values())


def _holding(draft: Draft, memory: Memory, why: Why) -> Memory:
    """The side that holds, active; one event, also where it was active before."""
    if not may_be_active(memory):
        raise Conflict(
            "This text tries to instruct, so it never becomes active. Keep the other side.", path=("memoryId",)
        )
    return draft.ledger.change(memory, replace(memory.state, status=Status.ACTIVE, denial_count=0), why)


def _keep(draft: Draft, winner: Memory, loser: Memory, related: list[Related], why: Why) -> Memory:
    kept = _holding(draft, winner, why)
    draft.ledger.end_in(loser, kept, why)
    others = tuple(r for r in related if winner.id in r.rivals and r.memory.id != loser.id)
    decision = Decision(
        action=why.action, rule=why.rule, reason=why.reason, status=kept.status,
        others=(Related(memory=loser, similarity=0.0), *others),
    )  # fmt: skip
    end_losers(draft, kept, decision, related, why)
    return kept


def _both_true(draft: Draft, older: Memory, newer: Memory, why: Why) -> Memory:
    _holding(draft, older, why)
    kept = _holding(draft, newer, why)
    draft.ledger.resolve(older, newer)
    return kept


async def _prepared(services: Services, taken: Taken) -> Prepared:
    """The caller's words as a candidate the user confirmed."""
    if taken.is_suspected:
        raise InvalidInput("content tries to instruct. Say what holds of the user.", path=("content",))
    now = services.clock.now()
    turn = Turn(role=MessageRole.USER, content=taken.text, at=now)
    read = await services.decider.read_statement(taken.text, turn)
    candidate = replace(read, content=taken.text, source=Source.USER_CONFIRMED, certainty=1.0, span=None)
    return (await prepare(services, [(replace(candidate, reason_span=None), Occasion(occurred_at=now))]))[0]


async def _merge(
    draft: Draft, older: Memory, newer: Memory, related: list[Related], words: Prepared | None, why: Why
) -> Memory:
    """One version that holds both; it continues the oldest lineage, and a third side stays in conflict with it."""
    if not (may_be_active(older) and may_be_active(newer)):
        raise Conflict("One side tries to instruct, so it is part of nothing. Keep the other side.", path=("memoryId",))
    first, second = sorted((older, newer), key=lambda m: m.lineage_id)
    merged = replace(why, action=Action.MERGE)
    version = next_version(first, words or await _joined(draft, first, newer, second), Status.ACTIVE, draft)
    flags = version.memory.flags | ((first.flags | second.flags) & {Flag.SENSITIVE})
    memory = carried_over(first, replace(version.memory, type=first.type, flags=flags))
    for r in related:
        if r.rivals & {older.id, newer.id} and r.memory.id not in {older.id, newer.id}:
            draft.ledger.connect(EdgeKind.CONFLICT_WITH, memory, r.memory, merged)
    return draft.ledger.merge([first, second], replace(version, memory=memory), merged)


async def _joined(draft: Draft, first: Memory, newer: Memory, second: Memory) -> Prepared:
    """Both sentences in one; its vector is that of the newer side, whose claim it keeps."""
    contents = await memories.contents(draft.tx, draft.owner, [first.id, second.id])
    content = in_one_sentence(first.content, second.content, detect_language(first.content))
    if len(content) > MAX_CONTENT:
        raise InvalidInput("Both sentences are too long for one. Give the content.", path=("content",))
    candidate = Candidate(
        type=first.type,
        content=content,
        language=first.language,
        claim=replace(newer.claim, value=None),
        span=None,
        source=Source.USER_CONFIRMED,
        reason=newer.reason,
        search_phrases=newer.search_phrases,
    )
    return Prepared(
        candidate=candidate,
        confidence=max(first.state.confidence, second.state.confidence),
        importance=max(first.state.importance, second.state.importance),
        gated=Status.ACTIVE,
        vector=contents[newer.id][0],
        search_text=" ".join(dict.fromkeys(" ".join(text for _, text in contents.values()).split())),
        evidence=(),
        occurred_at=draft.ledger.at,
    )
