"""What a rule of the table is asked, and what it answers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from graphmem.domain.candidate import Candidate
from graphmem.domain.contradiction import are_contradictory
from graphmem.domain.event import Action
from graphmem.domain.memory import Memory, Source, State
from graphmem.domain.merging import Joined
from graphmem.domain.policy import Policy
from graphmem.domain.status import Status
from graphmem.ids import MemoryId

SOURCE_ORDER: tuple[Source, ...] = (
    Source.AGENT_GENERATED,
    Source.AGENT_INFERRED,
    Source.CONVERSATION_SUMMARY,
    Source.CONSOLIDATION,
    Source.IMPORTED,
    Source.BEHAVIOUR_INFERRED,
    Source.SYSTEM_EVENT,
    Source.USER_STATED,
)
"""Reliability, rising (rule D12); what the user confirmed weighs as what the user stated."""

OF_THE_USER = frozenset({Source.USER_STATED, Source.USER_CONFIRMED})


def reliability(source: Source) -> int:
    """Place of a source in the order of rule D12; a greater number is more reliable."""
    return SOURCE_ORDER.index(Source.USER_STATED if source is Source.USER_CONFIRMED else source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """A head of the same owner that may have to do with the candidate (rule W12)."""

    memory: Memory
    similarity: float
    """Calibrated similarity of the contents, 0 to 1 (rule R5)."""
    is_same_session: bool = False
    rivals: frozenset[MemoryId] = field(default_factory=frozenset[MemoryId])
    """The other sides of its open conflicts."""
    recent_hits: int = 0
    """How often it was of use in the last `used_days` (rule D6); uses of the last seconds may not be written yet."""


@dataclass(frozen=True, kw_only=True)  # no slots: what several rules ask is kept
class Case:
    """A candidate, already assessed, and what it may have to do with; `related` is the most similar first."""

    candidate: Candidate
    confidence: float
    importance: float
    gated: Status
    """Active or observed: where the gate would put it by itself (rule W9)."""
    related: tuple[Related, ...]
    occurred_at: datetime
    """When the candidate was said; an old statement that comes late is not newer."""
    said_at: datetime
    """The same, as the clock has it; `occurred_at` of what is said now lies after all that is held."""
    policy: Policy
    session_id: str | None = None
    is_worth_writing: bool = True
    """False for what the gate does not even observe (rule W9)."""
    echo: float | None = None
    """Its likeness to what the agent said just before, where it only repeats that (rule W11)."""

    @property
    def is_firm(self) -> bool:
        """Whether it would be active by itself."""
        return self.gated is Status.ACTIVE

    @property
    def is_of_the_user(self) -> bool:
        """Whether the user said it."""
        return self.candidate.source in OF_THE_USER

    @cached_property
    def contradicted(self) -> Related | None:
        """The live head that the candidate contradicts: active before the rest, then the most similar."""
        found = (
            r
            for r in self.related
            if r.memory.stands and are_contradictory(self.candidate, r.memory, self.policy.conflict)
        )
        return min(found, key=lambda r: (r.memory.status is not Status.ACTIVE, -r.similarity), default=None)

    def rivals_of(self, related: Related) -> tuple[Related, ...]:
        """The live other sides of a head's open conflicts."""
        return tuple(r for r in self.related if r.memory.id in related.rivals and r.memory.state.is_live)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do with a candidate, and why (rule W14)."""

    action: Action
    rule: str
    reason: str
    status: Status
    """Status of the version to be written; of the target where none is."""
    target: Related | None = None
    target_state: State | None = None
    """What the target becomes, where it is not replaced; null leaves it as it is."""
    others: tuple[Related, ...] = ()
    """Further heads that end with it: merged into one (D2), or the sides of a conflict that lost (D13)."""
    fate: Status = Status.SUPERSEDED
    """What becomes of the others."""
    joined: Joined | None = None


Rule = Callable[[Case], Decision | None]
