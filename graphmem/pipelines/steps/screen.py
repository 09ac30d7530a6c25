"""Screening every text that can be stored or rendered later (rules W1, W2)."""

from graphmem.domain.policy import Policy
from graphmem.screening.injection import suspect
from graphmem.screening.personal_data import redact


def screened(text: str, policy: Policy) -> str:
    """The text with personal data replaced by placeholders that say the kind."""
    return redact(text, allowed=policy.screening_allowed_slots).text


def is_suspected(text: str, start: int, end: int) -> bool:
    """Whether an attempt to instruct overlaps the characters `start` to `end`."""
    suspicion = suspect(text[start:end])
    return suspicion is not None
