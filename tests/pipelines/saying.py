"""Candidates said to the table without a reader of words: what is decided and written, on the real store."""

from dataclasses import dataclass

from graphmem.domain.candidate import Candidate
from graphmem.pipelines.draft import Draft
from graphmem.pipelines.steps.decide import decide_all
from graphmem.pipelines.steps.prepare import Occasion, prepare
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import MadeDecision, Written
from tests.pipelines.teller import Teller


@dataclass(frozen=True)
class Said:
    """The request of a write of candidates, and nothing to tell two of them apart."""


async def say(ada: Teller, *candidates: Candidate, session: str | None = "s1") -> list[MadeDecision]:
    """Have candidates decided and written in one transaction, as said now; return the decisions."""
    services = ada.services
    occasion = Occasion(occurred_at=services.clock.now(), session_id=session)
    prepared = await prepare(services, [(c, occasion) for c in candidates])

    async def work(draft: Draft) -> Written:
        return Written(decisions=tuple(await decide_all(services, draft, prepared, session_id=session)))

    written = await write(services, ada.call(), Said(), work, Written)
    return list(written.decisions)
