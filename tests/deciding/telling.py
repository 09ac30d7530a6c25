"""How stories of the rule decider are told: turns from lines, and candidates as tables."""

from datetime import UTC, datetime
from typing import Any

from graphmem.domain.candidate import Candidate, MessageRole, Turn

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
GATE = 0.6


def turn(text: str) -> Turn:
    """A line as a turn; the assistant's begin with "A: "."""
    is_assistant = text.startswith("A: ")
    role = MessageRole.ASSISTANT if is_assistant else MessageRole.USER
    return Turn(role=role, content=text.removeprefix("A: "), at=NOW)


def as_told(candidate: Candidate) -> dict[str, Any]:
    """The fields of a candidate under the names that the stories use."""
    claim = candidate.claim
    return {
        "type": candidate.type.value,
        "subject": claim.subject,
        "attribute": claim.attribute,
        "topic": claim.topic,
        "value": claim.value,
        "polarity": claim.polarity.value,
        "condition": claim.condition,
        "intent": candidate.intent.value,
        "source": candidate.source.value,
        "emphasised": candidate.is_emphasised,
        "situational": candidate.is_situational,
        "explicit": candidate.is_explicit,
        "below_gate": candidate.certainty < GATE,
        "reason": candidate.reason,
        "has_reason": candidate.reason is not None,
        "flag": next((flag.value for flag in candidate.flags), None),
        "begins": candidate.valid_from.date().isoformat() if candidate.valid_from else None,
        "ends": candidate.valid_to.date().isoformat() if candidate.valid_to else None,
    }
