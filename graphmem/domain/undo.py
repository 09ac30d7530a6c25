"""Which other lineages a rollback moves: what merges and splits carried between them goes back to its place (R1, V2).

A *move* is a merge or a split that carried words from one lineage into another. Rolling back to a version takes back
every move since that version ended, so that the statements of all lineages these moves connect are where they were
just before: each held once, none twice and none lost. What was only reworded since stays as it is now.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.change import Edge, EdgeKind
from graphmem.domain.memory import Memory
from graphmem.ids import LineageId, MemoryId

MOVING = frozenset({EdgeKind.MERGED_INTO, EdgeKind.SPLIT_INTO})

Lineages = Mapping[LineageId, Sequence[Memory]]
"""Every version of some lineages, the oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened:
    """A version whose words another lineage holds again."""

    of: Memory
    head: Memory | None
    """What it replaces; none where the lineage had ended in another."""
    before: datetime
    """It was held as it is to be held again until just before this instant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """A head whose words are in what another lineage holds again."""

    head: Memory
    into: LineageId


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """What a rollback does to lineages other than its own."""

    reopened: tuple[Reopened, ...] = ()
    closed: tuple[Closed, ...] = ()


@dataclass(frozen=True, slots=True)
class _History:
    lineages: Lineages
    moves: tuple[Edge, ...]
    """In time order, those since the rollback's instant and those before."""
    rolled_back: Mapping[MemoryId, MemoryId]
    lineage_of: Mapping[MemoryId, LineageId]

    def touching(self, lineage_id: LineageId) -> list[Edge]:
        return [e for e in self.moves if lineage_id in {self.lineage_of[e.source], self.lineage_of[e.target]}]

    def is_elsewhere(self, memory: Memory) -> bool:
        """Whether the words went on in another lineage."""
        return not memory.is_head and any(
            e.source == memory.id and e.at == memory.retired_at and e.kind is EdgeKind.MERGED_INTO for e in self.moves
        )

    def root_of(self, memory: Memory) -> MemoryId:
        """The version since which only words of this lineage were changed; rolled back, that of what it went back to.

        Two versions of one root hold the same statements, reworded at most.
        """
        versions = {m.id: m for m in self.lineages[memory.lineage_id]}
        by_number = {m.version: m for m in versions.values()}
        moved_at = {e.at for e in self.touching(memory.lineage_id)}
        while True:
            if (of := versions.get(self.rolled_back.get(memory.id, memory.id))) is not None and of.id != memory.id:
                memory = of
            elif memory.recorded_at in moved_at or memory.version - 1 not in by_number:
                return memory.id
            else:
                memory = by_number[memory.version - 1]


def undo(wanted: Memory, lineages: Lineages, edges: Iterable[Edge]) -> Undo:
    """Say what becomes of other lineages where one goes back to a version of its own.

    `lineages` are all that moves since the wanted version ended connect, its own among them, and `edges` all of these.
    Nothing is done where the current version holds the same statement as the wanted one, in whatever words.
    """
    history = _history(lineages, edges)
    since = wanted.retired_at
    last = lineages[wanted.lineage_id][-1]
    if since is None or (not history.is_elsewhere(last) and history.root_of(last) == history.root_of(wanted)):
        return Undo()
    reopened: list[Reopened] = []
    closed: list[tuple[Memory, Edge]] = []
    for lineage_id in sorted(set(lineages) - {wanted.lineage_id}):
        first = next(e for e in history.touching(lineage_id) if e.at >= since)
        before = _head_before(lineages[lineage_id], first.at)
        last = lineages[lineage_id][-1]
        if before is None:
            if last.is_head and last.state.is_live:
                closed.append((last, first))
        elif history.is_elsewhere(last) or history.root_of(last) != history.root_of(before):
            reopened.append(Reopened(of=before, head=last if last.is_head else None, before=first.at))
    places = {wanted.lineage_id, *(r.of.lineage_id for r in reopened)}
    origins = {head.lineage_id: history.lineage_of[first.source] for head, first in closed}
    return Undo(
        reopened=tuple(reopened),
        closed=tuple(
            Closed(head=head, into=_holder(head.lineage_id, origins, places) or wanted.lineage_id) for head, _ in closed
        ),
    )


def is_move_since(edge: Edge, wanted: Memory) -> bool:
    """Whether it may have carried words between lineages since a version ended."""
    return edge.kind in MOVING and wanted.retired_at is not None and edge.at >= wanted.retired_at


def _pairs(lineages: Lineages, edges: Iterable[Edge]) -> list[tuple[LineageId, LineageId, Edge]]:
    lineage_of = {m.id: lineage_id for lineage_id, versions in lineages.items() for m in versions}
    return [
        (lineage_of[e.source], lineage_of[e.target], e)
        for e in edges
        if e.kind in MOVING
        and e.source in lineage_of
        and e.target in lineage_of
        and lineage_of[e.source] != lineage_of[e.target]
    ]


def _history(lineages: Lineages, edges: Iterable[Edge]) -> _History:
    edges = list(edges)
    return _History(
        lineages=lineages,
        moves=tuple(sorted((e for _, _, e in _pairs(lineages, edges)), key=lambda e: e.at)),
        rolled_back={e.source: e.target for e in edges if e.kind is EdgeKind.ROLLED_BACK_TO},
        lineage_of={m.id: lineage_id for lineage_id, versions in lineages.items() for m in versions},
    )


def _head_before(versions: Sequence[Memory], instant: datetime) -> Memory | None:
    """The version that was current just before an instant."""
    return next(
        (m for m in versions if m.recorded_at < instant and (m.retired_at is None or m.retired_at >= instant)), None
    )


def _holder(
    lineage_id: LineageId, origins: Mapping[LineageId, LineageId], places: Iterable[LineageId]
) -> LineageId | None:
    """The lineage that held the words before they were split off, or that it was split off itself."""
    seen: set[LineageId] = set()
    while lineage_id in origins and lineage_id not in seen:
        seen.add(lineage_id)
        lineage_id = origins[lineage_id]
        if lineage_id in places:
            return lineage_id
    return None
