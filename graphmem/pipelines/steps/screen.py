"""The one way in for every text of a caller that can be stored or rendered later (rules W1, W2, P3)."""

import re
from dataclasses import dataclass

from graphmem.domain.policy import Policy
from graphmem.pipelines.bounds import checked_text
from graphmem.screening.injection import suspicions
from graphmem.screening.personal_data import redact

_LONG_GAP = re.compile(r"\s{8,}")
"""Says nothing, and would make patterns that look across blanks take quadratic time."""


def _short_gap(gap: re.Match[str]) -> str:
    return "\n\n" if "\n" in gap[0] else " "


@dataclass(frozen=True, slots=True)
class Taken:
    """A text as it may be stored."""

    text: str
    is_suspected: bool
    """Whether something in it tries to instruct (rule W2)."""


def taken_in(value: str, name: str, longest: int, policy: Policy) -> Taken:
    """Check a text's bounds, clean it, and redact personal data; InvalidInput where it is empty or too long."""
    text = _LONG_GAP.sub(_short_gap, checked_text(value, name, longest))
    text = redact(text, allowed=policy.screening_allowed_slots).text
    return Taken(text, bool(suspicions(text)))


def is_suspected(text: str, start: int, end: int) -> bool:
    """Whether an attempt to instruct overlaps the characters `start` to `end`."""
    return any(s.start < end and s.end > start for s in suspicions(text))
