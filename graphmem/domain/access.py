"""Which types of memories somebody may read and write: by its key, and by grants on a shared space (rule L2)."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.domain.memory import MemoryType

Types = frozenset[MemoryType]

EVERY_TYPE: Types = frozenset(MemoryType)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Types that may be read, and types that may be written; none of a kind is a plain no."""

    reads: Types = EVERY_TYPE
    writes: Types = EVERY_TYPE

    def within(self, other: "Access") -> "Access":
        """What both allow."""
        return Access(reads=self.reads & other.reads, writes=self.writes & other.writes)

    @property
    def is_empty(self) -> bool:
        return not self.reads and not self.writes


EVERYTHING = Access()
NOTHING = Access(reads=frozenset(), writes=frozenset())


def united(parts: Iterable[Access]) -> Access:
    """What any of several grants allows; nothing where there is none."""
    reads: set[MemoryType] = set()
    writes: set[MemoryType] = set()
    for part in parts:
        reads |= part.reads
        writes |= part.writes
    return Access(reads=frozenset(reads), writes=frozenset(writes))
