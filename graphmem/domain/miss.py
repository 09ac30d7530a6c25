"""A question that recall did not answer, kept to measure other models and settings by (rule Q10)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from graphmem.ids import MemoryId


class MissReason(StrEnum):
    """Why a recall counts as a miss."""

    IRRELEVANT = "irrelevant"
    """No result reached the relevance that the settings ask for."""
    UNHELPFUL = "unhelpful"
    """`recallFeedback` said that it did not help; this stays, whatever is found later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RawScore:
    """What one result of a recall scored; the best first in a list."""

    memory_id: MemoryId
    relevance: float
    cosine: float
    coverage: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A question of one user that was not answered, as often as it was asked."""

    id: str
    user_id: str
    query: str
    """Screened."""
    is_sensitive: bool
    reason: MissReason
    space: str
    """Key of the embedding space that it was asked in."""
    scores: tuple[RawScore, ...]
    first_at: datetime
    at: datetime
    """When it was last asked."""
    count: int = 1

    @property
    def best_relevance(self) -> float:
        """The highest relevance of a result; 0 without any."""
        return max((s.relevance for s in self.scores), default=0.0)
