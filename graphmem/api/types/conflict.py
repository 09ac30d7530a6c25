"""Two memories that contradict each other, neither having won (rules D6 to D9, D15)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.scope import Scope
from graphmem.api.types.memory import Memory, load_memory
from graphmem.ids import MemoryId
from graphmem.store.conflicts import OpenConflict


@strawberry.type(description="An open conflict; both sides are kept until evidence or `resolveConflict` ends it.")
class Conflict:
    """One a pair."""

    scope: strawberry.Private[Scope]
    newer_id: strawberry.Private[MemoryId]
    older_id: strawberry.Private[MemoryId]
    since: datetime = strawberry.field(description="Since when it is open.")
    rule: str = strawberry.field(description="The rule that kept both, such as `D9`.")
    reason: str = strawberry.field(description="Why, in words.")

    @strawberry.field(description="The side that was said later; null where it was forgotten meanwhile.")
    async def newer(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.newer_id)

    @strawberry.field(description="The side that was held before; null where it was forgotten meanwhile.")
    async def older(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.older_id)

    @classmethod
    def of(cls, conflict: OpenConflict, scope: Scope) -> Self:
        """The conflict as the scope sees it."""
        return cls(
            scope=scope,
            newer_id=conflict.newer,
            older_id=conflict.older,
            since=conflict.at,
            rule=conflict.rule,
            reason=conflict.reason,
        )
