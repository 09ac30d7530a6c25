"""remember: one statement given on purpose, kept in its own words and decided like any other (spec §3)."""

from dataclasses import replace

from graphmem.domain.candidate import Candidate, MessageRole, Turn
from graphmem.domain.memory import Flag
from graphmem.domain.owner import check_id
from graphmem.errors import InvalidInput
from graphmem.pipelines.bounds import MAX_CONTENT, MAX_PHRASES, checked_text
from graphmem.pipelines.requests import Call, RememberRequest
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.decide import decide_all
from graphmem.pipelines.steps.prepare import Occasion, prepare
from graphmem.pipelines.steps.screen import is_suspected, screened
from graphmem.pipelines.writing import Draft, write
from graphmem.pipelines.written import Written


async def remember(services: Services, call: Call, request: RememberRequest) -> Written:
    """Remember one statement as it stands; what its words say is understood to decide it against what is known."""
    content = screened(checked_text(request.content, "content", MAX_CONTENT), services.policy)
    if request.session_id is not None:
        check_id(request.session_id, "sessionId")
    if request.valid_from and request.valid_to and request.valid_to <= request.valid_from:
        raise InvalidInput("validTo must come after validFrom.", path=("validTo",))
    occurred_at = request.occurred_at or services.clock.now()
    read = await services.decider.read_statement(content, Turn(role=MessageRole.USER, content=content, at=occurred_at))
    candidate = _candidate(read, request, content)
    occasion = Occasion(
        occurred_at=occurred_at, is_dated=request.occurred_at is not None, session_id=request.session_id
    )
    prepared = await prepare(services, [(candidate, occasion)])

    async def work(draft: Draft) -> Written:
        return Written(decisions=tuple(await decide_all(services, draft, prepared, session_id=request.session_id)))

    return await write(services, call, request, work, Written)


def _candidate(read: Candidate, request: RememberRequest, content: str) -> Candidate:
    """What was understood, with what the caller says itself, which wins."""
    phrases = tuple(checked_text(p, "searchPhrases", MAX_CONTENT) for p in request.search_phrases[:MAX_PHRASES])
    flags = read.flags | request.flags
    if is_suspected(content, 0, len(content)):
        flags |= {Flag.SUSPECTED_INJECTION}
    return replace(
        read,
        content=content,
        span=None,
        type=request.type or read.type,
        source=request.source,
        is_explicit=True,
        search_phrases=phrases or read.search_phrases,
        valid_from=request.valid_from or read.valid_from,
        valid_to=request.valid_to or read.valid_to,
        flags=flags,
    )
