"""What follows a recall, gathered in memory and written behind: uses of memories, and misses (rules Q4, Q10).

Nothing here waits for the database but `flush`. A process that dies loses the counts of its last seconds, never a
memory.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

import structlog
from structlog.typing import FilteringBoundLogger

from graphmem.clock import Clock
from graphmem.domain.miss import Miss, MissReason
from graphmem.domain.owner import Owner
from graphmem.domain.policy import MissPolicy
from graphmem.domain.use import NewUses
from graphmem.errors import GraphmemError
from graphmem.ids import MemoryId, OwnerKey
from graphmem.pipelines.recent_recalls import RecentRecalls
from graphmem.pipelines.steps.screen import is_sensitive, redacted, tries_to_instruct
from graphmem.store import misses, uses
from graphmem.store.connection import Database, Transaction

log: FilteringBoundLogger = structlog.get_logger("graphmem.usage")

MOST_MISSES = 1_000
"""Misses that may wait to be written."""
LAST_FLUSH_SECONDS = 5.0
"""How long the end of the service may wait for the last counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageOptions:
    """How much is gathered before it is written."""

    seconds: float = 5.0
    """Between two flushes, where there is something to write."""
    size: int = 500
    """Memories with new uses that are written at once."""
    most: int = 50_000
    """Memories with new uses that may wait; uses of further ones are lost while the database is away."""


@dataclass(slots=True)
class UsageCounts:
    """Running totals of one process, for metrics (rule O1)."""

    accesses: int = 0
    hits: int = 0
    unhelpful: int = 0
    misses: int = 0
    """Recalls that counted as misses."""
    notices: int = 0
    """Times that enough new misses had come together."""
    lost: int = 0
    """Uses and misses that could not be kept."""


@dataclass(slots=True)
class _Waiting:
    """What is not written yet about one owner."""

    owner: Owner
    uses: dict[MemoryId, NewUses] = field(default_factory=dict[MemoryId, NewUses])
    misses: list[Miss] = field(default_factory=list[Miss])

    def parts(self, size: int) -> list["_Waiting"]:
        """The same in parts of so many memories, each written by itself."""
        items = list(self.uses.items())
        rest = [_Waiting(self.owner, dict(items[i : i + size])) for i in range(size, len(items), size)]
        return [_Waiting(self.owner, dict(items[:size]), self.misses), *rest]


class Usage:
    """Counts uses and keeps misses; one a process, for one event loop."""

    def __init__(self, database: Database, clock: Clock, policy: MissPolicy, options: UsageOptions) -> None:
        self.counts = UsageCounts()
        self.recent = RecentRecalls()
        self._database = database
        self._clock = clock
        self._policy = policy
        self._options = options
        self._waiting: dict[OwnerKey, _Waiting] = {}
        self._memories = self._misses = 0
        self._is_enough = asyncio.Event()
        self._flushing = asyncio.Lock()

    def returned(self, owner: Owner, memory_id: MemoryId, *, at: datetime) -> None:
        """Count that a memory was returned."""
        self.counts.accesses += 1
        self._use(owner, memory_id, lambda uses: uses.access(at))

    def hit(self, owner: Owner, memory_id: MemoryId, *, at: datetime) -> None:
        """Count that a memory was of use: rendered in a context, or reported helpful."""
        self.counts.hits += 1
        self._use(owner, memory_id, lambda uses: uses.hit(at))

    def unhelpful(self, owner: Owner, memory_id: MemoryId, *, at: datetime, was_hit: bool) -> None:
        """Count that a memory returned at an instant did not help, which takes back the hit that its rendering was."""
        self.counts.unhelpful += 1
        self._use(owner, memory_id, lambda uses: uses.did_not_help(at, was_hit=was_hit))

    def miss(self, owner: Owner, miss: Miss) -> None:
        """Keep a miss; its query is screened before it is written."""
        self.counts.misses += miss.count
        if self._misses >= MOST_MISSES:
            self.counts.lost += 1
            return
        self._misses += 1
        self._of(owner).misses.append(miss)

    def forget(self, owner: Owner) -> None:
        """Drop what waits about one owner, and what was asked of it; `misses/erase` removes what was written (P4)."""
        self.recent.forget(owner.key)
        waiting = self._waiting.pop(owner.key, None)
        if waiting is not None:
            self._memories -= len(waiting.uses)
            self._misses -= len(waiting.misses)

    async def flush(self) -> None:
        """Write what was gathered, one transaction an owner; what can't be written waits for the next time."""
        async with self._flushing:
            gathered, self._waiting = self._waiting, {}
            self._memories = self._misses = 0
            self._is_enough.clear()
            tenants = set[str]()
            left = [part for waiting in gathered.values() for part in waiting.parts(self._options.size)]
            try:
                while left:
                    if await self._write(left[-1]):
                        tenants.add(left[-1].owner.tenant)
                    left.pop()
                for tenant in sorted(tenants):
                    await self._notice(tenant)
            finally:
                for waiting in left:
                    self._put_back(waiting)

    async def keep(self) -> None:
        """Flush now and then, for as long as the service runs."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_enough.wait(), self._options.seconds)
            try:
                await self.flush()
            except GraphmemError as error:
                log.warning("usage not written", code=error.code, memories=self._memories, misses=self._misses)
                await asyncio.sleep(self._options.seconds)
            except Exception as error:  # noqa: BLE001 -- the edge of a task: one bad batch must not end all counting
                log.error("usage not written", error=type(error).__name__)
                self._drop()

    async def close(self) -> None:
        """Write the last counts, within some seconds; what the database does not take is lost."""
        try:
            await asyncio.wait_for(self.flush(), LAST_FLUSH_SECONDS)
        except (TimeoutError, GraphmemError):
            log.warning("usage lost at the end", memories=self._memories, misses=self._misses)
            self._drop()

    def _drop(self) -> None:
        self.counts.lost += self._memories + self._misses
        self._waiting, self._memories, self._misses = {}, 0, 0

    def _of(self, owner: Owner) -> _Waiting:
        return self._waiting.setdefault(owner.key, _Waiting(owner))

    def _use(self, owner: Owner, memory_id: MemoryId, change: Callable[[NewUses], None]) -> None:
        found = self._of(owner).uses
        if memory_id not in found:
            if self._memories >= self._options.most:
                self.counts.lost += 1
                return
            self._memories += 1
            found[memory_id] = NewUses()
        change(found[memory_id])
        if self._memories >= self._options.size:
            self._is_enough.set()

    async def _write(self, waiting: _Waiting) -> bool:
        """Write what is gathered of one owner; tells whether new misses came with it."""
        screened = await asyncio.to_thread(_screened, waiting.misses) if waiting.misses else []

        async def work(tx: Transaction) -> int:
            await uses.record(tx, waiting.owner.key, waiting.uses, at=self._clock.now())
            return await misses.keep(tx, waiting.owner.key, screened, kept=self._policy.kept) if screened else 0

        return bool(await self._database.write(work))

    async def _notice(self, tenant: str) -> None:
        """Say once that enough new misses of a tenant have come together (rule Q10)."""
        least = self._policy.notice_at
        count = await self._database.write(lambda tx: misses.notice(tx, tenant, least=least))
        if count:
            self.counts.notices += 1
            log.warning("misses to look at", tenant=tenant, count=count)

    def _put_back(self, waiting: _Waiting) -> None:
        """Let what could not be written wait, before what came meanwhile."""
        mine = self._of(waiting.owner)
        later, mine.uses = mine.uses, {}
        self._memories -= len(later)
        for memory_id, new in waiting.uses.items():
            self._use(waiting.owner, memory_id, _joining(new))
        for memory_id, new in later.items():
            self._use(waiting.owner, memory_id, _joining(new))
        room = MOST_MISSES - self._misses
        self.counts.lost += max(0, len(waiting.misses) - room)
        mine.misses[:0] = waiting.misses[:room]
        self._misses += len(waiting.misses[:room])


def _joining(later: NewUses) -> Callable[[NewUses], None]:
    """Join uses to others."""
    return lambda uses: uses.add(later)


def _screened(found: list[Miss]) -> list[Miss]:
    """Misses with their queries as they may be kept, the same one once; none whose query tries to instruct (W1, W2)."""
    kept: dict[str, Miss] = {}
    for miss in found:
        if tries_to_instruct(miss.query):
            continue
        query = redacted(miss.query, frozenset())
        same = [m for m in (kept.get(query), miss) if m is not None]
        kept[query] = replace(
            miss,
            query=query,
            is_sensitive=is_sensitive(query, None),
            reason=max((m.reason for m in same), key=lambda reason: reason is MissReason.UNHELPFUL),
            count=sum(m.count for m in same),
        )
    return list(kept.values())


@asynccontextmanager
async def open_usage(
    database: Database, clock: Clock, policy: MissPolicy, options: UsageOptions
) -> AsyncGenerator[Usage]:
    """Usage that is flushed in the background, and a last time in the end."""
    usage = Usage(database, clock, policy, options)
    keeper = asyncio.create_task(usage.keep())
    try:
        yield usage
    finally:
        keeper.cancel()
        await asyncio.wait([keeper])
        await usage.close()
