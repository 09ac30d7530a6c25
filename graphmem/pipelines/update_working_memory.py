"""updateWorkingMemory: the caller says what the session is about, what holds in it and what is open (rule M1)."""

from dataclasses import replace

from graphmem.domain.owner import check_id
from graphmem.domain.session import Note, WorkingMemory, noted
from graphmem.errors import NotFound
from graphmem.ids import new_id
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.session_requests import (
    MAX_NOTES,
    SessionWritten,
    UpdateWorkingMemoryRequest,
    screened_goal,
    screened_notes,
)
from graphmem.pipelines.writing import write
from graphmem.store import sessions


async def update_working_memory(services: Services, call: Call, request: UpdateWorkingMemoryRequest) -> SessionWritten:
    """Put the caller's goal, facts and open items in the place of those before; what is null stays.

    NotFound for a session that is not there, has ended or expired, or is somebody else's. Raises InvalidInput,
    LimitExceeded.
    """
    check_id(request.session_id, "sessionId")
    policy = services.policy
    goal = screened_goal(request.goal, policy)
    goals = None if request.goal is None else ((goal,) if goal else ())
    facts = screened_notes(request.facts, "facts", policy)
    items = screened_notes(request.open_items, "openItems", policy)
    ids = [new_id() for _ in range(2 * MAX_NOTES + 1)]

    async def work(draft: Draft) -> SessionWritten:
        found = await sessions.current(draft.tx, draft.owner, request.session_id, at=draft.ledger.at)
        if found is None:
            raise NotFound("session")
        kept = found[1]

        def renewed(notes: tuple[Note, ...], texts: tuple[str, ...] | None, first: int) -> tuple[Note, ...]:
            if texts is None:
                return notes
            return noted(notes, texts, ids[first : first + len(texts)], at=draft.ledger.at)

        working: WorkingMemory = replace(
            kept.working,
            goals=renewed(kept.working.goals, goals, 0),
            facts=renewed(kept.working.facts, facts, 1),
            open_items=renewed(kept.working.open_items, items, 1 + MAX_NOTES),
        )
        await sessions.keep(draft.tx, draft.owner, request.session_id, replace(kept, working=working))
        return SessionWritten(session_id=request.session_id)

    return await write(services, call, request, work, SessionWritten)
