"""How sure and how important a candidate is, and whether that is enough (rules W7, W8, W9)."""

from graphmem.domain.candidate import Candidate
from graphmem.domain.memory import Flag, MemoryType, Source
from graphmem.domain.policy import Policy
from graphmem.domain.status import Status
from graphmem.language.telling_words import telling_words

INFERRED = frozenset({Source.AGENT_INFERRED, Source.BEHAVIOUR_INFERRED})


def confidence(source: Source, certainty: float, policy: Policy) -> float:
    """The source's ceiling times the decider's certainty, 0 to 1 (rule W7)."""
    return round(policy.confidence.ceiling[source] * min(max(certainty, 0.0), 1.0), 4)


def importance(
    memory_type: MemoryType, *, is_emphasised: bool, is_situational: bool, touches_goal: bool = False, policy: Policy
) -> float:
    """The type's base, raised by emphasis and by what the session is for, lowered for what passes, 0 to 1 (rule W8)."""
    numbers = policy.importance
    value = numbers.base[memory_type]
    value += numbers.emphasis if is_emphasised else 0.0
    value += numbers.goal if touches_goal else 0.0
    value -= numbers.situational if is_situational else 0.0
    return round(min(max(value, 0.0), 1.0), 4)


def touches(goal: str | None, content: str) -> bool:
    """Whether a statement is about something that the goal of its session names, in either language (rule W8)."""
    return goal is not None and bool(telling_words(goal) & telling_words(content))


def gate(candidate: Candidate, confidence: float, importance: float, policy: Policy) -> Status:
    """Active where confidence and importance reach the thresholds of the source, else observed (rules W2, W9)."""
    if Flag.SUSPECTED_INJECTION in candidate.flags or candidate.source is Source.AGENT_GENERATED:
        return Status.OBSERVED
    if Flag.EXCEPTION in candidate.flags or candidate.source is Source.CONSOLIDATION:
        return Status.ACTIVE
    if Flag.SUBJECTIVE in candidate.flags and not candidate.is_explicit:
        return Status.OBSERVED
    is_enough = policy.gate.is_passed(confidence, importance, is_inferred=candidate.source in INFERRED)
    return Status.ACTIVE if is_enough else Status.OBSERVED


def is_worth_writing(candidate: Candidate, confidence: float, policy: Policy) -> bool:
    """False for likes, personality and emotion that were inferred and not surely so: working memory's alone (W9)."""
    is_exempt = Flag.EXCEPTION in candidate.flags or candidate.source not in INFERRED
    is_of_the_person = candidate.type is MemoryType.PREFERENCE or Flag.SUBJECTIVE in candidate.flags
    return is_exempt or not is_of_the_person or confidence >= policy.gate.least(policy.gate.inferred_least)
