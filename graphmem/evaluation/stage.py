"""What the sets run against: the services, a tenant of their own, and one user for each case."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from graphmem.domain.candidate import MessageRole
from graphmem.domain.owner import Owner
from graphmem.domain.principal import Principal, Role
from graphmem.domain.ranking import Ranked
from graphmem.errors import Unavailable
from graphmem.ids import new_id
from graphmem.pipelines.observe import observe
from graphmem.pipelines.recall import recall
from graphmem.pipelines.requests import Call, ObserveRequest, RecallRequest, SaidTurn
from graphmem.pipelines.services import Services
from graphmem.pipelines.written import MadeDecision

T = TypeVar("T")
PAUSES = (1.0, 4.0, 15.0, 60.0)
"""Seconds between attempts, where a busy machine makes a call fail: an hour of measuring should not end by it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Speaks and asks as users of a tenant that exists for one run only."""

    services: Services
    on_steps: Callable[[int], None]
    """Called with the number of steps that were just done, to show progress."""
    tenant: str = field(default_factory=lambda: f"eval-{new_id()}")

    def advance(self, steps: int = 1) -> None:
        """Say that a case is through, or so many steps of one."""
        self.on_steps(steps)

    @property
    def agent(self) -> Principal:
        """Who writes for all users of this run."""
        return Principal(subject="evaluation", tenant=self.tenant, role=Role.AGENT)

    def call(self, user: Owner) -> Call:
        """A write about a user, which may be repeated."""
        return Call(principal=self.agent, owner=user, idempotency_key=new_id())

    async def patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Do what may be repeated until nothing is away; Unavailable where it stays away."""
        for pause in PAUSES:
            try:
                return await attempt()
            except Unavailable:
                await asyncio.sleep(pause)
        return await attempt()

    async def recall(self, user: Owner, request: RecallRequest) -> tuple[Ranked, ...]:
        """Recall with every part at work, the best first: what a part failed in says nothing about the others."""

        async def attempt() -> tuple[Ranked, ...]:
            found = await recall(self.services, user, request)
            if found.warnings:
                raise Unavailable(found.warnings[0].message)
            return found.hits

        return await self.patiently(attempt)

    def user(self, name: str) -> Owner:
        """A user of this run."""
        return Owner(self.tenant, name)

    async def say(
        self, user: Owner, *texts: str, session_id: str | None = None, at: datetime | None = None
    ) -> Sequence[MadeDecision]:
        """Let a user say something, in one observe; what was decided."""
        turns = tuple(SaidTurn(role=MessageRole.USER, content=text, at=at) for text in texts)
        return await self.talk(user, turns, session_id=session_id)

    async def talk(
        self, user: Owner, turns: tuple[SaidTurn, ...], *, session_id: str | None = None
    ) -> Sequence[MadeDecision]:
        """Observe turns of both sides; what was decided."""
        call, request = self.call(user), ObserveRequest(turns=turns, session_id=session_id or new_id())
        return (await self.patiently(lambda: observe(self.services, call, request))).decisions

    async def ask(self, user: Owner, question: str, *, limit: int = 1, tentative: int = 0) -> tuple[Ranked, ...]:
        """Recall for a question, the best first; what is only observed after what is held."""
        return await self.recall(user, RecallRequest(query=question, limit=limit, tentative=tentative))
