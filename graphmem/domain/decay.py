"""How a memory fades while nobody uses it (rule F1)."""

import math
from datetime import datetime

from graphmem.domain.memory import Memory, MemoryType
from graphmem.domain.policy import DecayPolicy


def last_hit(memory: Memory) -> datetime:
    """When it was last of use; its creation where never, or where it is a version made since (rules F1, Q2)."""
    hit = memory.use.last_hit_at
    return memory.recorded_at if hit is None else max(hit, memory.recorded_at)


def decay_weight(memory_type: MemoryType, last_hit: datetime, now: datetime, policy: DecayPolicy) -> float:
    """exp(−λ · days past the grace) since the last hit (creation if never): 1 while fresh, toward 0 (rule F1)."""
    days = (now - last_hit).total_seconds() / 86400
    return math.exp(-policy.rate[memory_type] * max(0.0, days - policy.grace_days))


def fruitless_weight(memory: Memory, policy: DecayPolicy) -> float:
    """The factor on what was rendered again and again without a hit, until the next one (rule F1)."""
    return policy.fruitless_weight if memory.use.fruitless_count >= policy.fruitless_renders else 1.0
