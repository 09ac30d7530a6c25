"""The raw log of conversations, kept for provenance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.candidate import MessageRole
from graphmem.domain.change import Message
from graphmem.domain.compression import load_of, room_of, seconds_of
from graphmem.domain.policy import Policy
from graphmem.domain.session import LoggedMessage
from graphmem.ids import LineageId, MessageId, OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import message_of, message_properties, session_key
from graphmem.store.sessions import LONGEST, Kept, kept_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenWords:
    """A message and the character ranges in it to forget, and to keep for other memories."""

    id: MessageId
    content: str
    forgotten: tuple[tuple[int, int], ...]
    kept: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """What messages were appended to: the session as it was kept before them, with their load already counted."""

    kept: Kept
    length: int
    """Place of the first of the new messages."""
    is_due: bool
    """Whether working memory is to be compressed now."""
    log: tuple[LoggedMessage, ...]
    """Where it is: the messages before the new ones that it takes, oldest first."""


async def append(
    tx: Transaction,
    owner: OwnerKey,
    session_id: str,
    messages: Sequence[Message],
    *,
    at: datetime,
    policy: Policy,
) -> Appended | None:
    """Append messages to a session's log, making the session where it is new; none for no messages.

    One that was ended or has expired begins anew.
    """
    if not messages:
        return None
    load = load_of([(m.role is MessageRole.USER, m.content) for m in messages], policy)
    row = await tx.one(
        "messages/append",
        what="session",
        owner=owner,
        session_key=session_key(owner, session_id),
        session_id=session_id,
        messages=[message_properties(m) for m in messages],
        at=at,
        seconds=seconds_of(policy),
        plan=policy.sessions.default_plan,
        exchanges=load.exchanges,
        tokens=load.tokens,
        compress_after=policy.sessions.compress_after,
        room=room_of(policy),
        longest=LONGEST,
    )
    return Appended(
        kept=kept_of(row),
        length=row["length"],
        is_due=row["is_due"],
        log=tuple(sorted((LoggedMessage(message=message_of(m)) for m in row["log"]), key=_place)),
    )


def _place(logged: LoggedMessage) -> int:
    return logged.message.position


async def recent(tx: Transaction, owner: OwnerKey, session_id: str, *, limit: int) -> list[Message]:
    """The last messages of a session, oldest first."""
    rows = await tx.all("messages/recent", owner=owner, session_key=session_key(owner, session_id), limit=limit)
    return [message_of(row["message"]) for row in rows]


async def page(
    tx: Transaction, owner: OwnerKey, *, after: tuple[str, int] | None, limit: int
) -> list[tuple[tuple[str, int], Message]]:
    """All messages of an owner, session by session, after a place; each with its place, to go on from."""
    after_key, after_position = after or (session_key(owner, ""), -1)
    rows = await tx.all("messages/page", owner=owner, after_key=after_key, after_position=after_position, limit=limit)
    messages = [(str(row["session_key"]), message_of(row["message"])) for row in rows]
    return [((key, message.position), message) for key, message in messages]


async def fragments_of_lineage(tx: Transaction, owner: OwnerKey, lineage_id: LineageId) -> list[ForgottenWords]:
    """The words a lineage stands on, with those of the same messages that others stand on."""
    rows = await tx.all("messages/fragments_of_lineage", owner=owner, lineage_id=lineage_id)
    return [
        ForgottenWords(
            id=MessageId(row["id"]),
            content=row["content"],
            forgotten=tuple((a, b) for a, b in row["forgotten"]),
            kept=tuple((a, b) for a, b in row["kept"]),
        )
        for row in rows
    ]


async def rewrite(tx: Transaction, owner: OwnerKey, contents: dict[MessageId, str]) -> None:
    """Overwrite the text of messages, for forgetting and for personal data found later; the length stays."""
    if contents:
        rows = [{"id": message_id, "content": content} for message_id, content in contents.items()]
        await tx.run("messages/rewrite", owner=owner, messages=rows)
