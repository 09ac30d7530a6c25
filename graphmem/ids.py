"""Typed ids; new ones are UUIDv7 (RFC 9562), so that they sort by the time they were made."""

import os
import time
import uuid
from typing import NewType

MemoryId = NewType("MemoryId", str)
LineageId = NewType("LineageId", str)
MessageId = NewType("MessageId", str)
EventId = NewType("EventId", str)
EntityId = NewType("EntityId", str)
RecallId = NewType("RecallId", str)
OwnerKey = NewType("OwnerKey", str)
"""Opaque token of a user or space within a tenant; made by `graphmem.domain.owner` only."""


def new_id() -> str:
    """Make a fresh UUIDv7 in its canonical form: 48 bits of milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (milliseconds & (1 << 48) - 1) << 80 | random
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))
