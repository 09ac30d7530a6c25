"""Sessions and their working memory, by owner and id (rules M1 to M3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter

from graphmem.domain.compression import tokens_of_notes
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.page import Cursor, Page, PageRequest
from graphmem.domain.session import LoggedMessage, Session, WorkingMemory
from graphmem.ids import OwnerKey
from graphmem.store.connection import Row, Transaction
from graphmem.store.records import instant, message_of, session_key

LONGEST = 4_000
"""Characters of a message that working memory looks at."""
ENDING = ("D4", "D5", "D7", "D10", "D13", "D16", "W6")
"""Rules by which what replaces a memory says that it no longer holds; a merge, say, keeps what was said."""

_WORKING = TypeAdapter(WorkingMemory)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is written of a session's working memory, with what its turns take."""

    working: WorkingMemory
    covered: int
    since: int
    """Exchanges since it was compressed."""
    pending: int
    """Tokens of the turns that are not compressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """How a session begins."""

    working: WorkingMemory
    plan: str
    """For a user without one."""
    given_plan: str | None
    seconds: Mapping[str, int]


async def start(tx: Transaction, owner: OwnerKey, session_id: str, beginning: Beginning, *, at: datetime) -> None:
    """Begin a session, anew where there was one of this id."""
    await tx.run(
        "sessions/start",
        owner=owner,
        session_key=session_key(owner, session_id),
        session_id=session_id,
        at=at,
        seconds=dict(beginning.seconds),
        plan=beginning.plan,
        given_plan=beginning.given_plan,
        working=written(beginning.working),
        notes_tokens=tokens_of_notes(beginning.working),
    )


async def keep(tx: Transaction, owner: OwnerKey, session_id: str, kept: Kept) -> None:
    """Write a session's working memory."""
    await tx.run(
        "sessions/keep",
        owner=owner,
        session_key=session_key(owner, session_id),
        working=written(kept.working),
        linked=list(kept.working.linked),
        notes_tokens=tokens_of_notes(kept.working),
        covered=kept.covered,
        since=kept.since,
        pending=kept.pending,
    )


async def end(tx: Transaction, owner: OwnerKey, session_id: str, *, at: datetime) -> None:
    """End a session."""
    await tx.run("sessions/end", owner=owner, session_key=session_key(owner, session_id), at=at)


async def current(
    tx: Transaction, owner: OwnerKey, session_id: str, *, at: datetime, until: datetime = END_OF_TIME
) -> tuple[Session, Kept] | None:
    """A session that has not expired at an instant, without its messages; none for one of somebody else.

    `until` bounds when it began, for a past instant; what was just written may be a little ahead of the clock.
    """
    key = session_key(owner, session_id)
    row = await tx.maybe("sessions/current", owner=owner, session_key=key, at=at, until=until)
    return None if row is None else (_session_of(row["session"]), kept_of(row["session"]))


async def page(
    tx: Transaction, owner: OwnerKey, request: PageRequest, *, at: datetime, as_of: datetime | None
) -> Page[Session]:
    """A page of the sessions that ran at an instant, by their last turn, the newest first, without their messages."""
    rows = await tx.all(
        "sessions/page",
        owner=owner,
        at=at,
        until=as_of or END_OF_TIME,
        before_at=request.before_at(END_OF_TIME),
        before_id=request.before_id,
        limit=request.fetched,
    )
    found = [_session_of(row["session"]) for row in rows]
    return Page[Session].cut(found, request, lambda s: Cursor("sessions", s.last_at, s.id, as_of))


async def log(
    tx: Transaction, owner: OwnerKey, session_id: str, linked: Sequence[str], *, until: datetime, limit: int
) -> tuple[LoggedMessage, ...]:
    """The last `limit` messages of a session up to an instant and those it is linked to, oldest first."""
    rows = await tx.all(
        "sessions/log",
        owner=owner,
        session_key=session_key(owner, session_id),
        linked=list(linked),
        until=until,
        limit=limit,
        longest=LONGEST,
        ending=list(ENDING),
    )
    return tuple(
        LoggedMessage(message=message_of(row["message"]), outdated=tuple((a, b) for a, b in row["outdated"]))
        for row in rows
    )


def written(working: WorkingMemory) -> str:
    """Working memory as it is stored."""
    return _WORKING.dump_json(working).decode()


def read(text: str | None) -> WorkingMemory:
    """The inverse of `written`; empty for a session that has none yet."""
    return WorkingMemory() if text is None else _WORKING.validate_json(text)


def _session_of(row: Row) -> Session:
    return Session(
        id=row["id"],
        plan=row["plan"],
        started_at=instant(row["started_at"]),
        last_at=instant(row["last_at"]),
        expires_at=instant(row["expires_at"]),
        covered=row["covered"],
        working=read(row["working"]),
    )


def kept_of(row: Row) -> Kept:
    """What is kept of a session, from its row."""
    return Kept(working=read(row["working"]), covered=row["covered"], since=row["since"], pending=row["pending"])
