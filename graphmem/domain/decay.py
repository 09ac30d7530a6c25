"""How a memory fades while nobody uses it (rule F1)."""

import math
from datetime import datetime

from graphmem.domain.memory import MemoryType
from graphmem.domain.policy import DecayPolicy


def decay_weight(memory_type: MemoryType, last_hit: datetime, now: datetime, policy: DecayPolicy) -> float:
    """exp(−λ · days past the grace) since the last hit (creation if never): 1 while fresh, toward 0 (rule F1)."""
    days = (now - last_hit).total_seconds() / 86400
    return math.exp(-policy.rate[memory_type] * max(0.0, days - policy.grace_days))
