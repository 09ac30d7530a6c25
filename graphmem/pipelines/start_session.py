"""startSession: a conversation begins, with a goal and under the plan of its user (rules M1 to M3)."""

from graphmem.domain.compression import seconds_of
from graphmem.domain.owner import check_id
from graphmem.domain.session import Note, WorkingMemory
from graphmem.errors import Conflict
from graphmem.ids import new_id
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.session_requests import SessionWritten, StartSessionRequest, checked_plan, screened_goal
from graphmem.pipelines.writing import write
from graphmem.store import sessions
from graphmem.store.sessions import Beginning


async def start_session(services: Services, call: Call, request: StartSessionRequest) -> SessionWritten:
    """Begin a session; a plan that is given is the user's from now on.

    Conflict where one of this id runs; one that was ended or has expired begins anew, with nothing of before. Raises
    InvalidInput, Forbidden for a plan from a caller that may not name one.
    """
    checked_plan(request.plan, call.principal, services.policy)
    goal = screened_goal(request.goal, services.policy)
    session_id, note_id = request.session_id or new_id(), new_id()
    check_id(session_id, "sessionId")

    async def work(draft: Draft) -> SessionWritten:
        at = draft.ledger.at
        if await sessions.current(draft.tx, draft.owner, session_id, at=at) is not None:
            raise Conflict("A session of this id runs. Go on with it, or end it first.", path=("sessionId",))
        beginning = Beginning(
            working=WorkingMemory(goals=(Note(id=note_id, text=goal, since=at),) if goal else ()),
            plan=services.policy.sessions.default_plan,
            given_plan=request.plan,
            seconds=seconds_of(services.policy),
        )
        await sessions.start(draft.tx, draft.owner, session_id, beginning, at=at)
        return SessionWritten(session_id=session_id)

    return await write(services, call, request, work, SessionWritten)
