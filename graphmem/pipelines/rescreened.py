"""What a run of screening again found about one user, and the write that a batch of it is."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from graphmem.pipelines.draft import Draft
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.writing import write
from graphmem.pipelines.written import Result


@dataclass(slots=True)
class UserReport:
    """What was newly found about one user: kinds and counts, never text."""

    user_id: str
    memories: int = 0
    """Versions read."""
    messages: int = 0
    suspected: int = 0
    """Versions that try to instruct and were not marked."""
    withdrawn: int = 0
    """Those of them that were active and become observed."""
    sensitive: int = 0
    """Versions that are sensitive by rule and were not marked."""
    in_memories: Counter[str] = field(default_factory=Counter[str])
    """Personal data in current versions, by kind; each such version gets a successor without it."""
    in_old_versions: Counter[str] = field(default_factory=Counter[str])
    """Personal data in versions that are history: content never changes (rule R2), only forgetting removes it."""
    in_messages: Counter[str] = field(default_factory=Counter[str])
    in_outcomes: Counter[str] = field(default_factory=Counter[str])
    """Personal data in what tools reported of tasks; it gives way to placeholders in every revision."""
    names: int = 0
    """Names of entities that hold personal data or try to instruct; they are taken away."""

    @property
    def has_findings(self) -> bool:
        """Whether anything was newly found."""
        counts = (self.in_memories, self.in_old_versions, self.in_messages, self.in_outcomes)
        return bool(self.suspected or self.sensitive or self.names or any(counts))


@dataclass(frozen=True, slots=True)
class _Batch:
    """Identifies one write of a run; there is nothing to repeat."""

    user_id: str


async def in_one_write(services: Services, call: Call, work: Callable[[Draft], Awaitable[None]]) -> None:
    """Do something under the owner's lock and commit it with its audit."""

    async def unit(draft: Draft) -> Result:
        await work(draft)
        return Result()

    await write(services, call, _Batch(call.owner.user_id), unit, Result)
