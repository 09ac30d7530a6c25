"""A context for a prompt, with why each memory is in it or not (rules Q6 to Q8)."""

from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import Band, BlockKind
from graphmem.api.scope import Scope, Scopes
from graphmem.api.types.memory import Memory, load_memory
from graphmem.api.types.recall import RecallWarning, Route
from graphmem.domain.context import ContextItem as DomainItem
from graphmem.ids import MemoryId
from graphmem.pipelines import context as pipeline


@strawberry.type(description="One line of a context.")
class ContextItem:
    """A memory as it is written there."""

    memory: Memory = strawberry.field(description="The memory.")
    band: Band = strawberry.field(description="How sure it is; the number itself is never written.")
    text: str = strawberry.field(description="The line as it stands in the block.")
    tokens: int = strawberry.field(description="Tokens of the line.")

    @classmethod
    def of(cls, item: DomainItem, scopes: Scopes) -> Self:
        """The line as the scope of its owner sees it."""
        return cls(
            memory=Memory.of(item.memory, scopes.of(item.space)), band=item.band, text=item.text, tokens=item.tokens
        )


@strawberry.type(description="One part of a context; says by itself that it is history, not instructions.")
class ContextBlock:
    """Within its own limit."""

    kind: BlockKind = strawberry.field(description="Which layer it is of.")
    text: str = strawberry.field(description="The block as plain text; empty where there is nothing.")
    tokens: int = strawberry.field(description="Tokens of the text (o200k).")
    limit: int = strawberry.field(description="The most tokens it may take.")


@strawberry.type(description="A context as a message of a chat.")
class ContextMessage:
    """To be put before the user's own message."""

    role: str = strawberry.field(description="Always `system`: the application's words, not the user's.")
    content: str = strawberry.field(description="The blocks as plain text.")


@strawberry.type(description="Why a memory is in a context or not.")
class ContextTrace:
    """One a candidate."""

    scope: strawberry.Private[Scope]
    memory_id: strawberry.Private[MemoryId]
    is_in: bool = strawberry.field(description="Whether it is in the context.")
    reason: str = strawberry.field(description="Why.")

    @strawberry.field(description="The candidate; null where it was forgotten meanwhile.")
    async def memory(self, info: Info) -> Memory | None:
        return await load_memory(info, self.scope, self.memory_id)


@strawberry.type(description="What is known, made ready for a prompt within a budget of tokens.")
class Context:
    """The same as items, as plain text and as messages."""

    resolved_query: str | None = strawberry.field(
        description="What was looked for: the query, with what it refers back to written out."
    )
    recall_id: strawberry.ID | None = strawberry.field(
        description="What `recallFeedback` takes; null without a query, for analysts and for `asOf`."
    )
    route: Route = strawberry.field(description="Which layer comes first, and why.")
    tokens: int = strawberry.field(description="Tokens of all blocks (o200k).")
    text: str = strawberry.field(description="All blocks as plain text.")
    messages: list[ContextMessage] = strawberry.field(description="The same as messages; none where nothing is known.")
    blocks: list[ContextBlock] = strawberry.field(description="Working memory, long-term memory, knowledge base.")
    items: list[ContextItem] = strawberry.field(description="The memories of the long-term block, in its order.")
    warnings: list[RecallWarning] = strawberry.field(description="What made the context poorer.")
    trace: list[ContextTrace] = strawberry.field(description="Why each candidate is in or out.")

    @classmethod
    def of(cls, made: pipeline.Context, scopes: Scopes) -> Self:
        """The context as the scopes of the user and of shared spaces see it."""
        return cls(
            resolved_query=made.query,
            recall_id=None if made.recall_id is None else strawberry.ID(made.recall_id),
            route=Route.of(made.route),
            tokens=made.tokens,
            text=made.text,
            messages=[ContextMessage(role="system", content=made.text)] if made.text else [],
            blocks=[ContextBlock(kind=b.kind, text=b.text, tokens=b.tokens, limit=b.limit) for b in made.blocks],
            items=[ContextItem.of(item, scopes) for item in made.long_term.items],
            warnings=[RecallWarning(code=w.code, message=w.message) for w in made.warnings],
            trace=[
                ContextTrace(scope=scopes.of(t.space), memory_id=t.memory_id, is_in=t.is_in, reason=t.reason)
                for t in made.trace
            ],
        )
