"""What may be asked of a user: inputs of recall and of lists, and what they mean to the store."""

from datetime import datetime

import strawberry

from graphmem.api.arguments import given, given_set
from graphmem.api.enums import Action, Language, MemoryType, Order, RouteKind, Status
from graphmem.api.scope import Scope
from graphmem.domain.principal import Principal
from graphmem.domain.status import LIVE
from graphmem.ids import LineageId
from graphmem.pipelines.bounds import checked_text
from graphmem.pipelines.requests import RecallRequest
from graphmem.store.events import EventFilter as WantedEvents
from graphmem.store.memories import ListFilter

LONGEST_WORD = 200


@strawberry.input(description="What a recall depends on beside its query.")
class RecallOptions:
    """Of `User.explainMemory`, and part of `RecallInput`."""

    limit: int | None = strawberry.field(
        default=strawberry.UNSET, description="How many results at most, 1 to 100; 5 where left out."
    )
    types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="Only memories of these types; all where left out."
    )
    spaces: list[str] | None = strawberry.field(
        default=strawberry.UNSET,
        description="Shared spaces to look through as well, at most 20; all that the caller may read where left out.",
    )
    asked_at: datetime | None = strawberry.field(
        default=strawberry.UNSET,
        description='When it is asked, with the asker\'s offset: what "last week" is relative to; now where left out.',
    )
    session_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET,
        description="The session it is asked in: what the query refers back to is written out from its turns.",
    )
    valid_at: datetime | None = strawberry.field(
        default=strawberry.UNSET, description="Leave out what was over by then; now where left out."
    )
    include_archived: bool | None = strawberry.field(
        default=strawberry.UNSET,
        description="Whether what is over answers too; where left out, the question decides.",
    )
    tentative: int = strawberry.field(
        default=0, description="How many observed memories, 0 to 20, may follow what is held."
    )


@strawberry.input(description="A question to a user's memories.")
class RecallInput(RecallOptions):
    """Of `User.recall`."""

    query: str = strawberry.field(description="What is asked, in words; at most 20,000 characters.")
    route: RouteKind | None = strawberry.field(
        default=strawberry.UNSET, description="Where to look first; the question decides where left out."
    )
    order: Order = strawberry.field(default=Order.SCORE, description="How results are ordered.")
    explain: bool = strawberry.field(
        default=False, description="Whether to tell which candidates were left out and why."
    )


@strawberry.input(description="What an agent is about to answer, and how much room it has for what is known.")
class ContextInput:
    """Of `User.context`."""

    query: str | None = strawberry.field(
        default=strawberry.UNSET,
        description="What is asked, at most 20,000 characters; left out at the opening of a session.",
    )
    budget: int | None = strawberry.field(
        default=strawberry.UNSET, description="Tokens of all blocks together; 4,000 where left out."
    )
    session_id: strawberry.ID | None = strawberry.field(
        default=strawberry.UNSET, description="The session whose working memory goes in."
    )
    types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="Only memories of these types; all where left out."
    )
    spaces: list[str] | None = strawberry.field(
        default=strawberry.UNSET,
        description="Shared spaces to look through as well, at most 20; all that the caller may read where left out.",
    )
    asked_at: datetime | None = strawberry.field(
        default=strawberry.UNSET,
        description='When it is asked, with the asker\'s offset: what "last week" is relative to; now where left out.',
    )
    route: RouteKind | None = strawberry.field(
        default=strawberry.UNSET, description="Where to look first; the question decides where left out."
    )
    include_archived: bool | None = strawberry.field(
        default=strawberry.UNSET, description="Whether what is over answers too; where left out, the question decides."
    )
    language: Language | None = strawberry.field(
        default=strawberry.UNSET,
        description="Of the words around the memories; that of the query, or of what is known, where left out.",
    )


@strawberry.input(description="Which memories a list holds.")
class MemoryFilter:
    """Of `User.memories`."""

    statuses: list[Status] | None = strawberry.field(
        default=strawberry.UNSET,
        description="Only these; where left out, what is live, or with `headsOnly: false` everything.",
    )
    types: list[MemoryType] | None = strawberry.field(
        default=strawberry.UNSET, description="Only memories of these types."
    )
    attribute: str | None = strawberry.field(
        default=strawberry.UNSET, description="Only memories that fill this slot, such as `city`."
    )
    heads_only: bool = strawberry.field(default=True, description="Only current versions, none that were replaced.")


@strawberry.input(description="Which events a list holds.")
class EventFilter:
    """Of `User.events`."""

    actions: list[Action] | None = strawberry.field(default=strawberry.UNSET, description="Only these actions.")
    rule: str | None = strawberry.field(default=strawberry.UNSET, description="Only this rule, such as `D5`.")
    lineage_id: strawberry.ID | None = strawberry.field(default=strawberry.UNSET, description="Only this lineage.")


def recall_request(query: str, options: RecallOptions, scope: Scope, caller: Principal) -> RecallRequest:
    """A caller's question to the memories of a scope, at its instant."""
    return RecallRequest(
        query=query,
        limit=given(options.limit),
        types=scope.only(given_set(options.types)),
        as_of=scope.as_of,
        asked_at=given(options.asked_at),
        session_id=given(options.session_id),
        valid_at=given(options.valid_at),
        includes_past=given(options.include_archived),
        tentative=options.tentative,
        is_counted=caller.uses_answers,
        sees_sensitive=scope.sees_sensitive,
    )


def list_filter(wanted: MemoryFilter, scope: Scope) -> ListFilter:
    """Which versions are listed, of the types that may be read; InvalidInput for a slot without a name."""
    everything = frozenset(Status) - {Status.DELETED}
    attribute, statuses = given(wanted.attribute), given_set(wanted.statuses)
    return ListFilter(
        statuses=(LIVE if wanted.heads_only else everything) if statuses is None else statuses,
        types=scope.only(given_set(wanted.types)),
        attribute=None if attribute is None else checked_text(attribute, "attribute", LONGEST_WORD),
        heads_only=wanted.heads_only,
    )


def event_filter(wanted: EventFilter) -> WantedEvents:
    """Which events are listed; InvalidInput for empty words."""
    rule, lineage_id = given(wanted.rule), given(wanted.lineage_id)
    return WantedEvents(
        actions=given_set(wanted.actions),
        rule=None if rule is None else checked_text(rule, "rule", LONGEST_WORD),
        lineage_id=None if lineage_id is None else LineageId(checked_text(lineage_id, "lineageId", LONGEST_WORD)),
    )
