"""Deciding candidates one after another against what is held, under the owner's lock (rules W12 to W14)."""

import asyncio
from collections.abc import Sequence

from graphmem.domain.conflict import Case, Decision, Related, decide
from graphmem.domain.event import Action
from graphmem.domain.interval import END_OF_TIME
from graphmem.domain.memory import Memory
from graphmem.domain.status import Status
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.services import Services
from graphmem.pipelines.steps.enter import enter
from graphmem.pipelines.steps.merge import merged
from graphmem.pipelines.steps.prepare import Prepared
from graphmem.pipelines.steps.relate import neighbourhood
from graphmem.pipelines.steps.take_back import take_back
from graphmem.pipelines.written import Fragment, MadeDecision

BARRED = Decision(
    action=Action.IGNORE, rule="L2", reason="the caller may not write memories of this type here", status=Status.DELETED
)
"""What becomes of a candidate of a type that the caller's key or grant leaves out."""


async def decide_all(
    services: Services, draft: Draft, prepared: Sequence[Prepared], *, session_id: str | None
) -> list[MadeDecision]:
    """Decide each candidate in turn, each seeing what the ones before it did, and enter the decisions.

    What is of a type that the caller may not write is left alone, and no candidate becomes one (rule L2).
    """
    around = await neighbourhood(services, draft, prepared, session_id=session_id)
    made: list[MadeDecision] = []
    for position, said in enumerate(prepared):
        await asyncio.sleep(0)  # a long exchange leaves the event loop to everybody else in between
        related = tuple(r for r in around.around(position, said) if r.memory.type in draft.writes)
        is_barred = said.candidate.type not in draft.writes
        decision = BARRED if is_barred else decide(case_of(services, said, related))
        back = None if is_barred else await take_back(services, draft, said, decision)
        if back is not None:
            around.entered(back.gone.memory, back.gone.prepared.vector)
            made.append(made_decision(said, back.decision, back.gone.memory))
            continue
        p = await merged(said, decision, around)
        memory = enter(draft, p, decision, related, services.policy.conflict)
        if memory is not None:
            around.entered(memory, p.vector)
        made.append(made_decision(said, decision, memory))
    return made


def case_of(services: Services, prepared: Prepared, related: tuple[Related, ...]) -> Case:
    """A prepared candidate and what is around it, as the table takes them."""
    return Case(
        candidate=prepared.candidate,
        confidence=prepared.confidence,
        importance=prepared.importance,
        gated=prepared.gated,
        related=related,
        occurred_at=prepared.occurred_at if prepared.is_dated else END_OF_TIME,
        said_at=prepared.occurred_at,
        policy=services.policy,
        session_id=prepared.session_id,
        is_worth_writing=prepared.is_worth_writing,
        echo=prepared.echo,
    )


def made_decision(prepared: Prepared, decision: Decision, memory: Memory | None) -> MadeDecision:
    """A decision as the caller is told of it and the idempotency record keeps it."""
    evidence = prepared.evidence[0] if prepared.evidence else None
    return MadeDecision(
        action=decision.action,
        rule=decision.rule,
        reason=decision.reason,
        memory_id=memory.id if memory else None,
        related_id=decision.target.memory.id if decision.target else None,
        status=memory.status if memory else None,
        similarity=decision.target.similarity if decision.target else prepared.echo,
        confidence=prepared.confidence,
        importance=prepared.importance,
        fragment=Fragment(message_id=evidence.message_id, start=evidence.start, end=evidence.end) if evidence else None,
        external_id=prepared.external_id,
    )
