"""Why a recall did, or did not, find one memory (rule Q11): its way through the stages, and its place in the lists."""

from dataclasses import dataclass
from enum import StrEnum

from graphmem.domain.memory import Memory
from graphmem.domain.ranking import Ranked, Score
from graphmem.ids import MemoryId
from graphmem.language.questions import Period


class Stage(StrEnum):
    """Where a memory may drop out of a recall, in the order in which an explanation looks at them."""

    OWNER = "owner"
    STATUS = "status"
    TYPE = "type"
    VALIDITY = "validity"
    PERMISSION = "permission"
    VECTOR = "vector"
    CANDIDATES = "candidates"
    SLOT = "slot"
    LIMIT = "limit"


class Outcome(StrEnum):
    """How a memory came through a stage."""

    PASSED = "passed"
    WEAKENED = "weakened"
    """Passed, with fewer ways to be found than others have."""
    FAILED = "failed"
    NOT_REACHED = "not_reached"


class ListKind(StrEnum):
    """How the candidates of a list are found."""

    VECTOR = "vector"
    TEXT = "text"
    ENTITY = "entity"
    RELATED = "related"
    SLOT = "slot"
    NEIGHBOUR = "neighbour"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPlace:
    """A list of candidates, and the place of the memory in it."""

    kind: ListKind
    looked_for: str | None = None
    """The query, or a part of it; none where a list is not made by words."""
    period: Period | None = None
    """Only among what is of this period."""
    place: int | None
    """From 1; none where it is not in the list, which is read further than recall reads it. Of neighbours, how many
    places away the nearest of the best is."""
    length: int
    """How many of the list become candidates."""

    @property
    def is_in(self) -> bool:
        """Whether the list makes the memory a candidate."""
        return self.place is not None and self.place <= self.length


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a stage made of the memory."""

    stage: Stage
    outcome: Outcome
    detail: str
    """A sentence or two, without the text of any memory."""
    beaten_by: MemoryId | None = None
    """The memory that was taken in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a candidate stands among all of them."""

    place: int
    """From 1, in the order that results are taken in: after reranking, what is observed behind what is held."""
    place_by_score: int
    """From 1, by score alone and with the older values of slots."""
    count: int
    """How many there are to take results from."""
    limit: int
    last: Ranked | None
    """The last result; none where there is no result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The account of one memory in one recall."""

    memory: Memory
    query: str | None = None
    """What was looked for; none where no recall could be made."""
    checks: tuple[Check, ...]
    lists: tuple[ListPlace, ...] = ()
    """Empty where something keeps the memory out of every list."""
    score: Score | None = None
    """None where it was no candidate."""
    standing: Standing | None = None
    """None where it was no candidate, or an older value of a slot."""

    @property
    def is_found(self) -> bool:
        """Whether it is among the results."""
        return self._failed is None

    @property
    def stage(self) -> Stage | None:
        """Where it dropped out; none where it is found."""
        return None if self._failed is None else self._failed.stage

    @property
    def verdict(self) -> str:
        """The whole in a few words."""
        if self._failed is not None:
            return f"Not found. {self._failed.detail}"
        by_stage = {c.stage: c.detail for c in self.checks}
        return f"Found. {by_stage[Stage.LIMIT]} {by_stage[Stage.CANDIDATES]}"

    @property
    def _failed(self) -> Check | None:
        return next((c for c in self.checks if c.outcome is Outcome.FAILED), None)
