"""The history of one statement: its versions and the typed edges around them (rules R1, V1)."""

from dataclasses import dataclass

from graphmem.domain.change import Edge
from graphmem.domain.event import Event
from graphmem.domain.memory import Memory
from graphmem.ids import LineageId


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineage:
    """Every version, oldest first, with the edges and events that touch them, in time order."""

    id: LineageId
    versions: tuple[Memory, ...]
    edges: tuple[Edge, ...]
    events: tuple[Event, ...]

    @property
    def head(self) -> Memory | None:
        """The current version; none where the lineage ended in another."""
        return next((m for m in reversed(self.versions) if m.is_head), None)
