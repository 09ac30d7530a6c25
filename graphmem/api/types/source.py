"""The words a memory stands on (rule V5)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.enums import MessageRole
from graphmem.api.scope import Scope
from graphmem.store.memories import SourceOf

WITHHELD = "[SENSITIVE]"


@strawberry.type(name="MemorySource", description="A message that a memory stands on, and the exact words of it.")
class MemorySource:
    """One fragment of one message."""

    message_id: strawberry.ID = strawberry.field(description="Id of the message in the raw log.")
    session_id: strawberry.ID = strawberry.field(description="Session the message was said in.")
    role: MessageRole = strawberry.field(description="Who said it.")
    said_at: datetime = strawberry.field(description="When it was said.")
    start: int = strawberry.field(description="First character of the fragment within the message, from 0.")
    end: int = strawberry.field(description="Character after the last of the fragment.")
    fragment: str = strawberry.field(
        description="The words themselves; `[SENSITIVE]` where the caller may not see them."
    )
    message: str | None = strawberry.field(
        description="The whole message, screened; null for callers who may not read sensitive content."
    )

    @classmethod
    def of(cls, source: SourceOf, scope: Scope, *, is_withheld: bool) -> Self:
        """The source as the scope sees it."""
        message = source.message
        return cls(
            message_id=strawberry.ID(message.id),
            session_id=strawberry.ID(message.session_id),
            role=message.role,
            said_at=message.at,
            start=source.start,
            end=source.end,
            fragment=WITHHELD if is_withheld else message.content[source.start : source.end],
            message=message.content if scope.sees_sensitive else None,
        )
