"""The raw log of conversations, kept for provenance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.change import Message
from graphmem.errors import NotFound
from graphmem.ids import LineageId, MessageId, OwnerKey
from graphmem.store.connection import Transaction
from graphmem.store.records import message_of, message_properties, session_key


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenWords:
    """A message and the character ranges in it to forget, and to keep for other memories."""

    id: MessageId
    content: str
    forgotten: tuple[tuple[int, int], ...]
    kept: tuple[tuple[int, int], ...]


async def append(
    tx: Transaction, owner: OwnerKey, session_id: str, messages: Sequence[Message], *, at: datetime
) -> None:
    """Append messages to a session's log, making the session where it is new."""
    if not messages:
        return
    rows = await tx.all(
        "messages/append",
        owner=owner,
        session_key=session_key(owner, session_id),
        session_id=session_id,
        messages=[message_properties(m) for m in messages],
        at=at,
    )
    if len(rows) != len(messages):
        raise NotFound("session")


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
