"""endSession: a conversation is over, and its working memory is left out from now on (rule M3)."""

from graphmem.domain.owner import check_id
from graphmem.errors import NotFound
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.session_requests import EndSessionRequest, SessionWritten
from graphmem.pipelines.writing import write
from graphmem.store import sessions


async def end_session(services: Services, call: Call, request: EndSessionRequest) -> SessionWritten:
    """End a session; NotFound for one that is not there, has ended or expired, or is somebody else's."""
    check_id(request.session_id, "sessionId")

    async def work(draft: Draft) -> SessionWritten:
        if await sessions.current(draft.tx, draft.owner, request.session_id, at=draft.ledger.at) is None:
            raise NotFound("session")
        await sessions.end(draft.tx, draft.owner, request.session_id, at=draft.ledger.at)
        return SessionWritten(session_id=request.session_id)

    return await write(services, call, request, work, SessionWritten)
