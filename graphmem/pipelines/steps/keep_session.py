"""Working memory after an exchange, written in its transaction by one statement at most (rule M1)."""

import asyncio
from dataclasses import replace

from graphmem.domain.compression import compressed, room_of, tokens_of_notes
from graphmem.domain.session import LoggedMessage
from graphmem.domain.session_update import after_changes
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.services import Services
from graphmem.store import sessions
from graphmem.store.messages import Appended
from graphmem.store.sessions import LONGEST, Kept


async def keep_session(services: Services, draft: Draft, appended: Appended) -> None:
    """Take in what the exchange changed, and compress where that is due; no change costs nothing."""
    policy, changes = services.policy, draft.ledger.changes
    kept = appended.kept
    working = after_changes(
        kept.working,
        changes,
        list(draft.ledger.current.values()),
        at=draft.ledger.at,
        most_heard=policy.sessions.most_heard,
        most_questions=policy.sessions.most_questions,
    )
    after = Kept(working=working, covered=kept.covered, since=kept.since, pending=kept.pending)
    if appended.is_due:
        done = await asyncio.to_thread(
            compressed,
            working,
            [*appended.log, *_logged(draft, appended)],
            covered=kept.covered,
            policy=policy,
            room=room_of(policy) - tokens_of_notes(working),
        )
        after = Kept(working=done.working, covered=done.covered, since=0, pending=done.left.tokens)
    if after != kept:
        await sessions.keep(draft.tx, draft.owner, changes.messages[0].session_id, after)


def _logged(draft: Draft, appended: Appended) -> list[LoggedMessage]:
    """The new messages at their places."""
    return [
        LoggedMessage(message=replace(m, position=appended.length + i, content=m.content[:LONGEST]))
        for i, m in enumerate(draft.ledger.changes.messages)
    ]
