"""What one write does, gathered before it is committed: every change of state carries its event (rules R3, S2)."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graphmem.domain.candidate import MessageRole
from graphmem.domain.entity import Mention, NameVector
from graphmem.domain.event import Event
from graphmem.domain.memory import Evidence, Memory
from graphmem.domain.outcome import NewRevision
from graphmem.ids import MemoryId, MessageId


class EdgeKind(StrEnum):
    """Relationships between memory versions; the value is the relationship type in the graph."""

    SUPERSEDED_BY = "SUPERSEDED_BY"
    CONFLICT_WITH = "CONFLICT_WITH"
    EXCEPTION_TO = "EXCEPTION_TO"
    DERIVED_FROM = "DERIVED_FROM"
    ROLLED_BACK_TO = "ROLLED_BACK_TO"
    MERGED_INTO = "MERGED_INTO"
    SPLIT_INTO = "SPLIT_INTO"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A typed link between two versions, with who, when, which rule and why (rule V1)."""

    kind: EdgeKind
    source: MemoryId
    target: MemoryId
    at: datetime
    rule: str
    reason: str
    actor: str
    note: str | None = None
    """What the caller said of it, in its own words."""
    until: datetime | None = None
    """When it ended, for a conflict that was resolved."""

    @property
    def is_open_conflict(self) -> bool:
        """Whether it is a conflict that nothing resolved."""
        return self.kind is EdgeKind.CONFLICT_WITH and self.until is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One screened message of the raw log (spec §1)."""

    id: MessageId
    session_id: str
    role: MessageRole
    content: str
    at: datetime
    position: int = 0
    """Its place in the session, from 0; set when it is written."""
    suspected: tuple[tuple[int, int], ...] | None = None
    """Characters that try to instruct (rule W2); null where nobody looked, as in logs of before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVersion:
    """A version to write, with its vector (unit length, the space's dimension) and its analysed text."""

    memory: Memory
    vector: list[float]
    search_text: str
    evidence: tuple[Evidence, ...] = ()
    names_seen: tuple[Mention, ...] | None = None
    """Names in it as rules see them that know none; none where nobody looked."""
    names: tuple[NameVector, ...] = ()
    """Vectors of names in it that were embedded with it (rule E2)."""


@dataclass(frozen=True, slots=True)
class Succession:
    """A new version that goes on where others ended: the one before it in its lineage, and the others named."""

    id: MemoryId
    others: tuple[MemoryId, ...]


_JOINS = frozenset({EdgeKind.MERGED_INTO, EdgeKind.SPLIT_INTO})


@dataclass(slots=True)
class ChangeSet:
    """Everything one transaction writes for one owner, in order."""

    messages: list[Message] = field(default_factory=list[Message])
    versions: list[NewVersion] = field(default_factory=list[NewVersion])
    events: list[Event] = field(default_factory=list[Event])
    """One an item of `versions`, one a change of state, one a candidate that was ignored."""
    edges: list[Edge] = field(default_factory=list[Edge])
    evidence: list[tuple[MemoryId, Evidence]] = field(default_factory=list[tuple[MemoryId, Evidence]])
    """Further words that versions already stored stand on (a reinforcement)."""
    inherited: list[tuple[MemoryId, MemoryId]] = field(default_factory=list[tuple[MemoryId, MemoryId]])
    """New versions that stand on all that an older one stands on (a merge, a split): the new id, the old id."""
    resolved: list[tuple[MemoryId, MemoryId]] = field(default_factory=list[tuple[MemoryId, MemoryId]])
    """Pairs whose conflict ends although both go on."""
    revisions: list[NewRevision] = field(default_factory=list[NewRevision])
    """Reports of tasks."""

    @property
    def successions(self) -> list[Succession]:
        """The new versions that begin nothing, each with what was merged into it or divided into it."""
        found = [
            Succession(v.memory.id, tuple(e.source for e in self.edges if e.target == v.memory.id and e.kind in _JOINS))
            for v in self.versions
        ]
        later = {v.memory.id for v in self.versions if v.memory.version > 1}
        return [s for s in found if s.others or s.id in later]
