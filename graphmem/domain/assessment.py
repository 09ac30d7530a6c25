"""How sure and how important a candidate is, and whether that is enough (rules W7, W8, W9)."""

from graphmem.domain.candidate import Candidate
from graphmem.domain.memory import Flag, MemoryType, Source
from graphmem.domain.policy import Policy
from graphmem.domain.status import Status

INFERRED = frozenset({Source.AGENT_INFERRED, Source.BEHAVIOUR_INFERRED})


def confidence(source: Source, certainty: float, policy: Policy) -> float:
    """The source's ceiling times the decider's certainty, 0 to 1 (rule W7)."""
    return round(policy.confidence.ceiling[source] * min(max(certainty, 0.0), 1.0), 4)


def importance(memory_type: MemoryType, *, is_emphasised: bool, is_situational: bool, policy: Policy) -> float:
    """The type's base, raised by emphasis and lowered for what passes, 0 to 1 (rule W8)."""
    numbers = policy.importance
    value = numbers.base[memory_type]
    value += numbers.emphasis if is_emphasised else 0.0
    value -= numbers.situational if is_situational else 0.0
    return round(min(max(value, 0.0), 1.0), 4)


def gate(candidate: Candidate, confidence: float, importance: float, policy: Policy) -> Status:
    """Active where confidence and importance reach the thresholds of the source, else observed (rules W2, W9)."""
    if Flag.SUSPECTED_INJECTION in candidate.flags or candidate.source is Source.AGENT_GENERATED:
        return Status.OBSERVED
    if Flag.EXCEPTION in candidate.flags or candidate.source is Source.CONSOLIDATION:
        return Status.ACTIVE
    if Flag.SUBJECTIVE in candidate.flags and not candidate.is_explicit:
        return Status.OBSERVED
    needed = policy.gate.inferred_confidence if candidate.source in INFERRED else policy.gate.confidence
    return Status.ACTIVE if confidence >= needed and importance >= policy.gate.importance else Status.OBSERVED
