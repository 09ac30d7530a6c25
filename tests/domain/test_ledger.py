"""The laws of the ledger: no state changes without its event, and the states of a version have no gap (R1, R3, S2)."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.change import EdgeKind
from graphmem.domain.event import Action, Event
from graphmem.domain.ledger import Ledger
from graphmem.domain.memory import Evidence, Memory
from graphmem.domain.status import Status
from graphmem.errors import IllegalTransition
from graphmem.ids import MemoryId, MessageId
from tests.domain.factories import AT, memory, new_version, state, successor, why

TICK = timedelta(microseconds=1)
SUPERSEDE = why(Action.SUPERSEDE, "D5", "newer value")
EXPIRE = why(Action.EXPIRE, "D10", "it is over")
REINFORCE = why(Action.REINFORCE, "D1", "says the same again")
LATER = AT + timedelta(days=1)


def events_of(ledger: Ledger, memory_id: MemoryId) -> list[Event]:
    return [event for event in ledger.changes.events if event.memory_id == memory_id]


def in_the_end(ledger: Ledger, memory_id: MemoryId) -> Memory:
    """What the store will hold of a version after the write."""
    written = {v.memory.id: v.memory for v in ledger.changes.versions} | {m.id: m for m in ledger.changed}
    return written[memory_id]


def test_a_new_version_has_one_event_with_its_state_from_the_instant_it_is_recorded() -> None:
    ledger = Ledger(at=LATER)
    evidence = (Evidence(message_id=MessageId("m"), start=0, end=4),)
    made = ledger.add(replace(new_version(memory()), evidence=evidence), why())
    (event,) = ledger.changes.events
    assert (event.memory_id, event.lineage_id, event.at, event.until) == (made.id, made.lineage_id, LATER, None)
    assert (event.before, event.after, event.evidence) == (None, made.state, evidence)
    assert (made.recorded_at, made.updated_at, made.status_reason) == (LATER, LATER, "nothing held says this")


def test_superseding_closes_the_old_and_opens_the_new_at_one_instant() -> None:
    ledger = Ledger(at=LATER)
    old = memory()
    made = ledger.supersede(old, new_version(successor(old)), SUPERSEDE)
    retired = ledger.now_of(old)
    assert (retired.status, retired.is_head, retired.retired_at) == (Status.SUPERSEDED, False, LATER)
    assert (made.recorded_at, made.is_head, made.retired_at) == (LATER, True, None)
    opened, closed = events_of(ledger, made.id)[0], events_of(ledger, old.id)[0]
    assert (opened.at, closed.at) == (LATER, LATER)
    assert (closed.before, closed.after) == (old.state, retired.state)
    assert (opened.related_id, closed.related_id) == (old.id, made.id)
    (edge,) = ledger.changes.edges
    assert (edge.kind, edge.source, edge.target, edge.at) == (EdgeKind.SUPERSEDED_BY, old.id, made.id, LATER)
    assert (edge.rule, edge.reason) == ("D5", "newer value")


def test_the_next_entry_has_an_instant_of_its_own() -> None:
    ledger = Ledger(at=LATER)
    first = ledger.add(new_version(memory()), why())
    second = ledger.add(new_version(memory()), why())
    assert (first.recorded_at, second.recorded_at) == (LATER, LATER + TICK)
    assert ledger.last_at == LATER + TICK


def test_an_empty_ledger_has_used_no_instant() -> None:
    ledger = Ledger(at=LATER)
    assert ledger.last_at < LATER
    assert not ledger.changes.events
    assert not ledger.changed


def test_content_never_changes_with_the_state() -> None:
    ledger = Ledger(at=LATER)
    held = memory()
    changed = ledger.change(held, state(Status.EXPIRED), EXPIRE)
    assert replace(changed, state=held.state, status_reason="", updated_at=held.updated_at) == held


def test_a_change_the_status_map_lacks_is_refused_and_leaves_no_trace() -> None:
    ledger = Ledger(at=LATER)
    with pytest.raises(IllegalTransition):
        ledger.change(memory(status=Status.SUPERSEDED), state(Status.ACTIVE), REINFORCE)
    with pytest.raises(IllegalTransition):
        ledger.change(memory(status=Status.DELETED), state(Status.ACTIVE), REINFORCE)
    assert (ledger.at, ledger.changes.events, ledger.changed) == (LATER, [], [])


def test_what_may_not_be_replaced_is_refused_before_anything_is_entered() -> None:
    ledger = Ledger(at=LATER)
    deleted, held = memory(status=Status.DELETED), memory()
    made = ledger.supersede(held, new_version(successor(held)), SUPERSEDE)
    entered = list(ledger.changes.events)
    with pytest.raises(IllegalTransition, match="deleted can't become superseded"):
        ledger.supersede(deleted, new_version(successor(deleted)), SUPERSEDE)
    with pytest.raises(IllegalTransition, match="Version 1 was replaced before"):
        ledger.supersede(held, new_version(successor(held)), SUPERSEDE)
    with pytest.raises(IllegalTransition, match="Version 1 was replaced before"):
        ledger.end_in(held, made, SUPERSEDE)
    assert ledger.changes.events == entered
    assert [v.memory.id for v in ledger.changes.versions] == [made.id]


def test_a_version_made_and_superseded_in_one_write_ends_superseded_with_both_states_in_the_audit() -> None:
    ledger = Ledger(at=LATER)
    first = ledger.add(new_version(memory()), why())
    second = ledger.supersede(first, new_version(successor(first)), SUPERSEDE)
    third = ledger.supersede(second, new_version(successor(second)), SUPERSEDE)
    assert [v.memory.status for v in ledger.changes.versions] == [
        Status.SUPERSEDED,
        Status.SUPERSEDED,
        Status.ACTIVE,
    ]
    assert [v.memory.is_head for v in ledger.changes.versions] == [False, False, True]
    assert ledger.changed == []
    held, gone = events_of(ledger, first.id)
    assert (held.at, held.until, gone.at, gone.until) == (LATER, LATER + TICK, LATER + TICK, None)
    assert third.recorded_at == in_the_end(ledger, second.id).retired_at == LATER + 2 * TICK


def test_a_version_seen_before_the_write_changed_it_is_taken_as_it_stands_now() -> None:
    ledger = Ledger(at=LATER)
    held = memory()
    ledger.change(held, replace(held.state, mention_count=2), REINFORCE)
    ledger.change(held, replace(ledger.now_of(held).state, mention_count=3), REINFORCE)
    made = ledger.supersede(held, new_version(successor(held)), SUPERSEDE)
    assert in_the_end(ledger, held.id).state.mention_count == 3
    assert [e.before.mention_count for e in events_of(ledger, held.id) if e.before] == [1, 2, 3]
    assert [m.id for m in ledger.changed] == [held.id]
    assert ledger.now_of(made) == made


def test_another_lineage_ends_in_a_version_entered_before() -> None:
    ledger = Ledger(at=LATER)
    mine, other = memory(), memory()
    made = ledger.supersede(mine, new_version(successor(mine)), SUPERSEDE)
    ledger.end_in(other, made, SUPERSEDE)
    assert in_the_end(ledger, other.id).status is Status.SUPERSEDED
    assert not in_the_end(ledger, other.id).is_head
    edge = ledger.changes.edges[-1]
    assert (edge.source, edge.target, edge.at) == (other.id, made.id, LATER + TICK)


def test_what_is_ignored_is_an_event_without_a_version() -> None:
    ledger = Ledger(at=LATER)
    held = memory()
    ledger.ignore(why(Action.IGNORE, "W3", "small talk"), related=held)
    (event,) = ledger.changes.events
    assert (event.action, event.rule, event.memory_id, event.after) == (Action.IGNORE, "W3", None, None)
    assert event.related_id == held.id
    assert ledger.changed == []


def test_words_that_reinforce_are_kept_as_evidence_of_the_version() -> None:
    ledger = Ledger(at=LATER)
    held = memory()
    evidence = Evidence(message_id=MessageId("m"), start=2, end=9)
    ledger.change(held, replace(held.state, mention_count=2), REINFORCE, evidence=(evidence,))
    assert ledger.changes.evidence == [(held.id, evidence)]
    assert ledger.changes.events[0].evidence == (evidence,)


@dataclass(frozen=True)
class Step:
    """One entry: what to do, with which of the versions there are, to which status."""

    verb: str
    one: int
    other: int
    status: Status


STEPS = st.lists(
    st.builds(
        Step,
        st.sampled_from(["add", "supersede", "change", "end_in", "ignore"]),
        st.integers(0, 7),
        st.integers(0, 7),
        st.sampled_from(list(Status)),
    ),
    max_size=15,
)


def play(steps: list[Step]) -> tuple[Ledger, list[Memory]]:
    """Enter what the status map allows, over two stored versions; return the ledger and these."""
    ledger = Ledger(at=LATER)
    stored = [memory(), memory(status=Status.OBSERVED)]
    versions = list(stored)
    for step in steps:
        one, other = versions[step.one % len(versions)], versions[step.other % len(versions)]
        try:
            match step.verb:
                case "add":
                    versions.append(ledger.add(new_version(memory()), why()))
                case "supersede":
                    versions.append(ledger.supersede(one, new_version(successor(one)), SUPERSEDE))
                case "change":
                    ledger.change(one, replace(ledger.now_of(one).state, status=step.status), EXPIRE)
                case "end_in" if one is not other:
                    ledger.end_in(one, other, SUPERSEDE)
                case _:
                    ledger.ignore(why(Action.IGNORE, "W3"))
        except IllegalTransition:
            continue
    return ledger, stored


@given(STEPS)
def test_the_states_of_a_version_follow_each_other_without_overlap_or_gap(steps: list[Step]) -> None:
    ledger, stored = play(steps)
    for version in ledger.current.values():
        events = events_of(ledger, version.id)
        for earlier, later in pairwise(events):
            assert earlier.until == later.at > earlier.at
            assert later.before == earlier.after
        assert events[-1].until is None
        assert events[-1].after == version.state
        is_new = version.id not in {m.id for m in stored}
        assert (events[0].before is None) is is_new
        assert not is_new or events[0].at == version.recorded_at


@given(STEPS)
def test_time_only_goes_forward_and_one_instant_belongs_to_one_entry(steps: list[Step]) -> None:
    ledger, _ = play(steps)
    instants: list[datetime] = [event.at for event in ledger.changes.events]
    assert instants == sorted(instants)
    assert not instants or instants[-1] == ledger.last_at
    for at in set(instants):
        together = [event for event in ledger.changes.events if event.at == at]
        assert len(together) == 1 or {e.memory_id for e in together} == {e.related_id for e in together}


@given(STEPS)
def test_every_version_the_write_leaves_behind_is_told_once(steps: list[Step]) -> None:
    ledger, stored = play(steps)
    made = [v.memory for v in ledger.changes.versions]
    assert len({m.id for m in made}) == len(made)
    assert not {m.id for m in made} & {m.id for m in ledger.changed}
    assert {m.id for m in ledger.changed} <= {m.id for m in stored}
    assert {m.id: m for m in [*made, *ledger.changed]} == ledger.current
    assert all(m.is_head == (m.retired_at is None) for m in ledger.current.values())
