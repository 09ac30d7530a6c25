"""Why a recall found a memory, or did not (rule Q11)."""

from datetime import datetime
from typing import Self

import strawberry

from graphmem.api.context import Info
from graphmem.api.enums import ListKind, Outcome, Stage
from graphmem.api.scope import Scope, Scopes
from graphmem.api.types.memory import Memory, load_memory
from graphmem.api.types.recall import Hit, Score
from graphmem.domain import explanation as domain
from graphmem.ids import MemoryId


@strawberry.type(description="What one stage of a recall made of the memory.")
class RecallCheck:
    """With the reason, in words."""

    scope: strawberry.Private[Scope]
    beaten_by_id: strawberry.Private[MemoryId | None]
    stage: Stage = strawberry.field(description="The stage.")
    outcome: Outcome = strawberry.field(description="How the memory came through it.")
    detail: str = strawberry.field(description="Why, in English; holds no text of a memory.")

    @classmethod
    def of(cls, check: domain.Check, scope: Scope) -> Self:
        """The check as the schema shows it."""
        return cls(
            scope=scope,
            beaten_by_id=check.beaten_by,
            stage=check.stage,
            outcome=check.outcome,
            detail=check.detail,
        )

    @strawberry.field(
        description="What was taken in its place: the newer value of its slot, or the last result; null elsewhere."
    )
    async def beaten_by(self, info: Info) -> Memory | None:
        return None if self.beaten_by_id is None else await load_memory(info, self.scope, self.beaten_by_id)


@strawberry.type(description="A list that a recall takes candidates from, and where the memory stands in it.")
class CandidateList:
    """One for the query, one for each part of it and each period it names."""

    kind: ListKind = strawberry.field(description="How its candidates are found.")
    looked_for: str | None = strawberry.field(
        description="The query, or the part of it, that the list is for; null where it is not made by words."
    )
    begins: datetime | None = strawberry.field(description="Only what is of a period that begins here; null without.")
    ends: datetime | None = strawberry.field(description="Where that period ends.")
    place: int | None = strawberry.field(
        description=(
            "Its place, from 1; null where it is not in the list, which is read on to place 1,000. Of `NEIGHBOUR`: how "
            "far away one of the best stands."
        )
    )
    length: int = strawberry.field(description="How many of the list become candidates.")
    is_in: bool = strawberry.field(description="Whether this list makes the memory a candidate.")

    @classmethod
    def of(cls, each: domain.ListPlace) -> Self:
        """The list as the schema shows it."""
        return cls(
            kind=each.kind,
            looked_for=each.looked_for,
            begins=None if each.period is None else each.period.begins,
            ends=None if each.period is None else each.period.ends,
            place=each.place,
            length=each.length,
            is_in=each.is_in,
        )


@strawberry.type(description="Where a candidate stands among all that results are taken from.")
class Standing:
    """Beside the last result."""

    place: int = strawberry.field(
        description="From 1, in the order that results are taken in: reranked, what is observed behind what is held."
    )
    place_by_score: int = strawberry.field(description="From 1, by score alone, older values of slots included.")
    count: int = strawberry.field(description="How many there are to take results from.")
    limit: int = strawberry.field(description="How many results were asked for.")
    last: Hit | None = strawberry.field(description="The last result; null where there is none.")

    @classmethod
    def of(cls, standing: domain.Standing, scopes: Scopes) -> Self:
        """The standing as the scopes see it."""
        return cls(
            place=standing.place,
            place_by_score=standing.place_by_score,
            count=standing.count,
            limit=standing.limit,
            last=None if standing.last is None else Hit.of(standing.last, scopes),
        )


@strawberry.type(description="The account of one memory in one recall.")
class Explanation:
    """From whose it is to its place among the results."""

    is_found: bool = strawberry.field(description="Whether it is among the results.")
    stage: Stage | None = strawberry.field(description="Where it dropped out; null where it is found.")
    verdict: str = strawberry.field(description="The whole in a few words, in English.")
    memory: Memory = strawberry.field(description="The memory.")
    resolved_query: str | None = strawberry.field(
        description="What was looked for; null where the memory is so damaged that no recall was made."
    )
    checks: list[RecallCheck] = strawberry.field(description="Every stage, in order.")
    lists: list[CandidateList] = strawberry.field(
        description="Its place in each list of candidates; empty where something keeps it out of all of them."
    )
    score: Score | None = strawberry.field(description="How it scored; null where it was no candidate.")
    standing: Standing | None = strawberry.field(
        description="Its place among the candidates; null where it was none, or is an older value of its slot."
    )

    @classmethod
    def of(cls, explained: domain.Explanation, scopes: Scopes) -> Self:
        """The account as the scopes see it."""
        return cls(
            is_found=explained.is_found,
            stage=explained.stage,
            verdict=explained.verdict,
            memory=Memory.of(explained.memory, scopes.own),
            resolved_query=explained.query,
            checks=[RecallCheck.of(check, scopes.own) for check in explained.checks],
            lists=[CandidateList.of(each) for each in explained.lists],
            score=None if explained.score is None else Score.of(explained.score),
            standing=None if explained.standing is None else Standing.of(explained.standing, scopes),
        )
