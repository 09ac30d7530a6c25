"""The ledger of one write: what is decided is entered here, and each entry makes its versions, edges and events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from graphmem.domain.change import ChangeSet, Edge, EdgeKind, NewVersion
from graphmem.domain.event import Action, Actor, Event
from graphmem.domain.memory import Evidence, Memory, State
from graphmem.domain.status import Status, check_transition, may_become
from graphmem.errors import IllegalTransition
from graphmem.ids import EventId, LineageId, MemoryId, new_id

TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Who does something and by which rule, as events and edges record it."""

    action: Action
    rule: str
    reason: str
    actor: Actor
    similarity: float | None = None
    note: str | None = None
    """The caller's own words, screened; kept on edges, which forgetting removes, never on events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """A version that holds the words of an earlier one of its lineage again."""

    version: NewVersion
    of: Memory
    head: Memory | None
    """What it replaces; none where the lineage had ended."""


@dataclass(slots=True)
class Ledger:
    """Collects the changes of one transaction; each entry has an instant of its own, one microsecond apart.

    What one entry does to two versions (the old is superseded, the new becomes active) bears the same instant, so that
    no instant shows both or neither.
    """

    at: datetime
    """Instant of the next entry."""
    changes: ChangeSet = field(default_factory=ChangeSet)
    current: dict[MemoryId, Memory] = field(default_factory=dict[MemoryId, Memory])
    """Versions this write made or changed, as they stand after it."""

    @property
    def last_at(self) -> datetime:
        """The latest instant used so far."""
        return self.at - TICK

    def now_of(self, memory: Memory) -> Memory:
        """The version as it stands after the entries so far."""
        return self.current.get(memory.id, memory)

    def add(self, version: NewVersion, why: Why, *, related: Memory | None = None) -> Memory:
        """Enter a new version that replaces nothing."""
        memory = self._stamp(version, why)
        self._event(memory, why, before=None, related=related, evidence=version.evidence)
        self.at += TICK
        return memory

    def supersede(self, old: Memory, version: NewVersion, why: Why) -> Memory:
        """Enter a new version and close the one it replaces, at one instant (rule R1); IllegalTransition as `_head`."""
        old = self._head(old)
        memory = self._stamp(version, why)
        self._event(memory, why, before=None, related=old, evidence=version.evidence)
        self._retire(old, why, related=memory)
        self.connect(EdgeKind.SUPERSEDED_BY, old, memory, why)
        self.at += TICK
        return memory

    def end_in(self, old: Memory, successor: Memory, why: Why) -> None:
        """Close the head of another lineage in favour of a version entered before; IllegalTransition as `_head`."""
        self._retire(self._head(old), why, related=successor)
        self.connect(EdgeKind.SUPERSEDED_BY, old, successor, why)
        self.at += TICK

    def merge(self, parts: Sequence[Memory], version: NewVersion, why: Why) -> Memory:
        """Enter the version that holds all parts and close them, at one instant; it stands on what they stand on.

        It continues the first part's lineage, the others end in it (rules R1, D2); IllegalTransition as `_head`.
        """
        heads = [self._head(part) for part in parts]
        memory = self._stamp(version, why)
        self._event(memory, why, before=None, related=heads[0], evidence=version.evidence)
        for head in heads:
            self._retire(head, why, related=memory)
            self.connect(EdgeKind.SUPERSEDED_BY, head, memory, why)
            self.connect(EdgeKind.MERGED_INTO, head, memory, why)
            self.changes.inherited.append((memory.id, head.id))
        self.at += TICK
        return memory

    def split(self, whole: Memory, parts: Sequence[NewVersion], why: Why) -> list[Memory]:
        """Enter the versions that a statement falls into and close it, at one instant; each stands on what it stood on.

        The first continues its lineage, the others begin lineages (rule R1); IllegalTransition as `_head`.
        """
        head = self._head(whole)
        memories = [self._stamp(part, why) for part in parts]
        for memory, part in zip(memories, parts, strict=True):
            self._event(memory, why, before=None, related=head, evidence=part.evidence)
            self.connect(EdgeKind.SUPERSEDED_BY, head, memory, why)
            self.connect(EdgeKind.SPLIT_INTO, head, memory, why)
            self.changes.inherited.append((memory.id, head.id))
        self._retire(head, why, related=memories[0])
        self.at += TICK
        return memories

    def roll_back(
        self,
        first: Return,
        others: Sequence[Return],
        closed: Sequence[tuple[Memory, LineageId]],
        why: Why,
        *,
        said: tuple[Evidence, ...] = (),
    ) -> list[Memory]:
        """Enter earlier words as new versions, and close the heads whose words these hold, all at one instant (V2).

        `closed` names the lineage of the version that each head ends in. Edges of merges and splits say which lineages
        a rollback moved words between, which is how a later one finds them (rule R1). The events name the words that
        were `said`, the versions do not stand on them. IllegalTransition as `_head`.
        """
        returns = [first, *others]
        heads = {r.version.memory.id: self._head(r.head) for r in returns if r.head is not None}
        ending = [(self._head(head), into) for head, into in closed]
        made: dict[LineageId, Memory] = {}
        for r in returns:
            memory = made[r.of.lineage_id] = self._stamp(r.version, why)
            head = heads.get(memory.id)
            self._event(memory, why, before=None, related=head or r.of, evidence=said or r.version.evidence)
            self.connect(EdgeKind.ROLLED_BACK_TO, memory, r.of, why)
            if head is not None:
                self._retire(head, why, related=memory)
                self.connect(EdgeKind.SUPERSEDED_BY, head, memory, why)
        for head, into in ending:
            successor = made[into]
            self._retire(head, why, related=successor)
            self.connect(EdgeKind.SUPERSEDED_BY, head, successor, why)
            self.connect(EdgeKind.MERGED_INTO, head, successor, why)
        self._connect_parts(returns, [head for head, _ in ending], made, why)
        self.at += TICK
        return list(made.values())

    def _connect_parts(
        self, returns: Sequence[Return], ended: Sequence[Memory], made: Mapping[LineageId, Memory], why: Why
    ) -> None:
        """Say what each part came out of: the head that held the words, whichever lineage's it was."""
        whole = next((head for head in (*(r.head for r in returns), *ended) if head is not None), None)
        if whole is None:
            return
        known = {e.target for e in self.changes.edges if e.source == whole.id}
        for part in (made[r.of.lineage_id] for r in returns):
            if part.lineage_id != whole.lineage_id and part.id not in known:
                self.connect(EdgeKind.SPLIT_INTO, whole, part, why)

    def change(self, memory: Memory, state: State, why: Why, *, evidence: tuple[Evidence, ...] = ()) -> Memory:
        """Enter another state of a version, and words it stands on; IllegalTransition as the status map says."""
        memory = self.now_of(memory)
        check_transition(memory.status, state.status)
        changed = self._put(memory, state, why, evidence)
        self.changes.evidence.extend((memory.id, e) for e in evidence)
        return changed

    def end(self, memory: Memory, state: State, why: Why, *, evidence: tuple[Evidence, ...] = ()) -> Memory:
        """Enter that something is done, denied or lost; the event names the words, the version does not stand on them.

        A change that the status map only allows by way of active (an inactive plan that is done) is entered so.
        """
        memory = self.now_of(memory)
        before = memory.state
        if not may_become(before.status, state.status) and may_become(before.status, Status.ACTIVE):
            check_transition(Status.ACTIVE, state.status)
            memory = self._put(memory, replace(before, status=Status.ACTIVE), why, ())
        check_transition(memory.status, state.status)
        return self._put(memory, state, why, evidence)

    def promote(
        self, memory: Memory, state: State, why: Why, *, beside: MemoryId, evidence: tuple[Evidence, ...]
    ) -> Memory:
        """Enter that a version holds since another one ended; the event names that and the words it stands on."""
        memory = self.now_of(memory)
        check_transition(memory.status, state.status)
        return self._put(memory, state, why, evidence, related_id=beside)

    def _put(
        self,
        memory: Memory,
        state: State,
        why: Why,
        evidence: tuple[Evidence, ...],
        related_id: MemoryId | None = None,
    ) -> Memory:
        changed = memory.in_state(state, reason=why.reason, at=self.at)
        self._keep(changed)
        self._event(changed, why, before=memory.state, related_id=related_id, evidence=evidence)
        self.at += TICK
        return changed

    def resolve(self, one: Memory, other: Memory) -> None:
        """Enter that a conflict ended although both sides go on; the entry of a state says why."""
        self.changes.resolved.append((one.id, other.id))

    def ignore(self, why: Why, evidence: tuple[Evidence, ...] = (), *, related: Memory | None = None) -> None:
        """Enter that something was looked at and not remembered (rule W14)."""
        self._append(replace(self._event_of(why), evidence=evidence, related_id=related.id if related else None))
        self.at += TICK

    def bury(self, lineage_id: LineageId, why: Why) -> None:
        """Enter the tombstone of a lineage that is removed for good (rule F5)."""
        self._append(replace(self._event_of(why), lineage_id=lineage_id))
        self.at += TICK

    def connect(self, kind: EdgeKind, source: Memory, target: Memory, why: Why) -> None:
        """Enter a typed edge at the instant of the entry under way."""
        self.changes.edges.append(
            Edge(
                kind=kind,
                source=source.id,
                target=target.id,
                at=self.at,
                rule=why.rule,
                reason=why.reason,
                actor=why.actor.subject,
                note=why.note,
            )
        )

    def _stamp(self, version: NewVersion, why: Why) -> Memory:
        """Give a new version the instant of this entry."""
        memory = replace(version.memory, recorded_at=self.at, updated_at=self.at, status_reason=why.reason)
        self.changes.versions.append(replace(version, memory=memory))
        self.current[memory.id] = memory
        return memory

    def _head(self, old: Memory) -> Memory:
        """The version as it stands, which something may replace; IllegalTransition otherwise, before any entry."""
        old = self.now_of(old)
        check_transition(old.status, Status.SUPERSEDED)
        if not old.is_head:
            raise IllegalTransition(f"Version {old.version} was replaced before; only a current version can be.")
        return old

    def _retire(self, old: Memory, why: Why, *, related: Memory) -> None:
        state = replace(old.state, status=Status.SUPERSEDED)
        retired = replace(old.in_state(state, reason=why.reason, at=self.at), retired_at=self.at, is_head=False)
        self._keep(retired)
        self._event(retired, why, before=old.state, related=related)

    def _keep(self, memory: Memory) -> None:
        """Hold the new state, in the version itself where this write made it."""
        self.current[memory.id] = memory
        for place, version in enumerate(self.changes.versions):
            if version.memory.id == memory.id:
                self.changes.versions[place] = replace(version, memory=memory)

    def _event(
        self,
        memory: Memory,
        why: Why,
        *,
        before: State | None,
        related: Memory | None = None,
        related_id: MemoryId | None = None,
        evidence: tuple[Evidence, ...] = (),
    ) -> None:
        self._append(
            replace(
                self._event_of(why),
                memory_id=memory.id,
                lineage_id=memory.lineage_id,
                before=before,
                after=memory.state,
                related_id=related.id if related else related_id,
                evidence=evidence,
            )
        )

    def _event_of(self, why: Why) -> Event:
        """An event of this instant, of no memory yet."""
        return Event(
            id=EventId(new_id()),
            at=self.at,
            action=why.action,
            rule=why.rule,
            reason=why.reason,
            actor=why.actor,
            similarity=why.similarity,
        )

    def _append(self, event: Event) -> None:
        """Append an event, ending the interval of an earlier one of the same version in this write."""
        events = self.changes.events
        for place, earlier in enumerate(events):
            if event.memory_id is not None and earlier.memory_id == event.memory_id and earlier.until is None:
                events[place] = replace(earlier, until=event.at)
        events.append(event)

    @property
    def changed(self) -> list[Memory]:
        """Versions that stood in the store before and have another state now."""
        made = {version.memory.id for version in self.changes.versions}
        return [memory for memory in self.current.values() if memory.id not in made]
