"""remember: one statement given on purpose, kept in its own words and decided like any other (spec §3)."""

from dataclasses import replace

from graphmem.domain.candidate import Candidate, MessageRole, Turn
from graphmem.domain.impersonal import about_a_person
from graphmem.domain.memory import Flag, Source
from graphmem.domain.owner import check_id
from graphmem.errors import InvalidInput, LimitExceeded
from graphmem.pipelines.bounds import MAX_CONTENT, MAX_PHRASES, checked_said_at
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call, RememberRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.decide import decide_all
from graphmem.pipelines.steps.goal import goal_of
from graphmem.pipelines.steps.prepare import Occasion, prepare
from graphmem.pipelines.steps.put_back import put_back
from graphmem.pipelines.steps.screen import Taken, sealed_in, taken_in
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Written

CALLERS_FLAGS = frozenset({Flag.SENSITIVE, Flag.SUBJECTIVE})
CALLERS_SOURCES = frozenset(
    {
        Source.USER_STATED,
        Source.USER_CONFIRMED,
        Source.SYSTEM_EVENT,
        Source.BEHAVIOUR_INFERRED,
        Source.AGENT_INFERRED,
        Source.AGENT_GENERATED,
    }
)


async def remember(services: Services, call: Call, request: RememberRequest) -> Written:
    """Remember one statement as it stands; what its words say is understood to decide it against what is known."""
    (taken,) = sealed_in([(request.content, "content")], MAX_CONTENT)
    _check_claims(request)
    checked_said_at(request.occurred_at, "occurredAt", now=services.clock.now())
    if request.session_id is not None:
        check_id(request.session_id, "sessionId")
    if request.valid_from and request.valid_to and request.valid_to <= request.valid_from:
        raise InvalidInput("validTo must come after validFrom.", path=("validTo",))
    occurred_at = request.occurred_at or services.clock.now()
    read = await services.decider.read_statement(
        taken.text, Turn(role=MessageRole.USER, content=taken.text, at=occurred_at)
    )
    candidate = _candidate(services, read, request, taken)
    if call.owner.space is not None and (why := about_a_person(candidate)):
        raise InvalidInput(
            f"A shared space holds what is about no person; {why}. Remember it for the user instead.", path=("content",)
        )
    occasion = Occasion(
        occurred_at=occurred_at,
        is_dated=request.occurred_at is not None,
        session_id=request.session_id,
        goal=await goal_of(services, call.owner.key, request.session_id),
    )
    prepared = await prepare(services, [(candidate, occasion)])

    async def work(draft: Draft) -> Written:
        return Written(decisions=tuple(await decide_all(services, draft, prepared, session_id=request.session_id)))

    return await write(services, call, request, work, Written)


def _check_claims(request: RememberRequest) -> None:
    """What the caller may say of a statement itself; the other flags and sources are set by graphmem alone."""
    if not request.flags <= CALLERS_FLAGS:
        wrong = ", ".join(sorted(request.flags - CALLERS_FLAGS))
        raise InvalidInput(f"flags may be {', '.join(sorted(CALLERS_FLAGS))}; not {wrong}.", path=("flags",))
    if request.source not in CALLERS_SOURCES:
        allowed = ", ".join(sorted(CALLERS_SOURCES))
        raise InvalidInput(f"source may be {allowed}; not {request.source}.", path=("source",))
    if len(request.search_phrases) > MAX_PHRASES:
        raise LimitExceeded(
            f"searchPhrases takes {MAX_PHRASES} items; it has {len(request.search_phrases)}.", path=("searchPhrases",)
        )


def _candidate(services: Services, read: Candidate, request: RememberRequest, taken: Taken) -> Candidate:
    """What was understood, with what the caller says itself, which wins."""
    phrases = [taken_in(p, "searchPhrases", MAX_CONTENT, services.policy) for p in request.search_phrases]
    flags = read.flags | request.flags
    if taken.is_suspected or any(phrase.is_suspected for phrase in phrases):
        flags |= {Flag.SUSPECTED_INJECTION}
    return replace(
        put_back(replace(read, content=taken.text, flags=flags), taken.values, services.policy),
        span=None,
        reason_span=None,
        type=request.type or read.type,
        source=request.source,
        is_explicit=True,
        search_phrases=tuple(phrase.text for phrase in phrases) or read.search_phrases,
        valid_from=request.valid_from or read.valid_from,
        valid_to=request.valid_to or read.valid_to,
    )
