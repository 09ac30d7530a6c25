"""Working memory: what an agent needs to go on with one conversation (rules M1 to M3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graphmem.domain.candidate import MessageRole
from graphmem.domain.change import Message
from graphmem.domain.memory import Evidence
from graphmem.ids import LineageId, MemoryId

MOST_CLOSED = 40
"""Notes that no longer hold, kept so that `asOf` can show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A sentence of the caller's, screened, and from when to when it held."""

    id: str
    text: str
    since: datetime
    until: datetime | None = None

    def holds_at(self, instant: datetime) -> bool:
        """Whether it held at an instant."""
        return self.since <= instant and (self.until is None or self.until > instant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Words of the user that are not sure or important enough to be recalled, but matter in this session (rule W9)."""

    words: Evidence
    lineage_id: LineageId | None = None
    """What they are kept as, where they are only observed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """Two memories in conflict, of which the user is asked (rule D13)."""

    id: str
    newer: MemoryId
    older: MemoryId
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingMemory:
    """What is kept of a session beside its messages: notes of the caller, and links to the words it stands on.

    No word of a message is in it, so that what is forgotten or screened later is gone here as well.
    """

    goals: tuple[Note, ...] = ()
    """The goal, and those before it; at most one holds."""
    facts: tuple[Note, ...] = ()
    open_items: tuple[Note, ...] = ()
    heard: tuple[Heard, ...] = ()
    summary: tuple[Evidence, ...] = ()
    """The sentences that stand for the compressed turns, in the order they were said."""
    questions: tuple[OpenQuestion, ...] = ()

    def goal_at(self, instant: datetime) -> Note | None:
        """The goal at an instant."""
        return next((note for note in self.goals if note.holds_at(instant)), None)

    @property
    def goal(self) -> str | None:
        """The goal by now."""
        return next((note.text for note in self.goals if note.until is None), None)

    @property
    def linked(self) -> tuple[str, ...]:
        """Ids of the messages that it stands on, none twice."""
        words = [*self.summary, *(heard.words for heard in self.heard)]
        return tuple(dict.fromkeys(str(evidence.message_id) for evidence in words))


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedMessage:
    """A message of a session, with the places in it that no longer hold."""

    message: Message
    outdated: tuple[tuple[int, int], ...] = ()
    """Characters that memories stand on which were replaced or have ended since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session as it is stored, with the messages that matter to it, oldest first."""

    id: str
    plan: str
    started_at: datetime
    last_at: datetime
    expires_at: datetime
    covered: int
    """Place of the first message that is not compressed."""
    working: WorkingMemory
    messages: tuple[LoggedMessage, ...] = ()


def noted(notes: Sequence[Note], texts: Sequence[str], ids: Sequence[str], *, at: datetime) -> tuple[Note, ...]:
    """Let just these texts hold from now on: what is among them stays as it is, the others end."""
    held = {note.text: note for note in notes if note.until is None}
    ended = closed(notes, {note.id for note in held.values() if note.text not in texts}, at=at)
    new = [Note(id=i, text=t, since=at) for t, i in zip(texts, ids, strict=True) if t not in held]
    return trimmed((*ended, *new))


def closed(notes: Sequence[Note], ids: set[str], *, at: datetime) -> tuple[Note, ...]:
    """End some notes."""
    return tuple(replace(note, until=at) if note.id in ids else note for note in notes)


def trimmed(notes: Sequence[Note]) -> tuple[Note, ...]:
    """The notes that hold, and the last of those that ended."""
    ended = sorted((note for note in notes if note.until is not None), key=lambda n: n.until or n.since)[-MOST_CLOSED:]
    kept = {note.id for note in ended}
    return tuple(note for note in notes if note.until is None or note.id in kept)


def exchanges(messages: Sequence[LoggedMessage]) -> list[tuple[LoggedMessage, ...]]:
    """Cut a log into exchanges: each message of the user with what answers it; what comes before the first is one."""
    found: list[list[LoggedMessage]] = []
    for logged in messages:
        if not found or logged.message.role is MessageRole.USER:
            found.append([])
        found[-1].append(logged)
    return [tuple(exchange) for exchange in found]
