"""The status map of spec §2, pair by pair (rule S1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.domain.status import LIVE, RECALLABLE, Status, check_transition
from graphmem.errors import IllegalTransition

ACTIVE, OBSERVED, REVIEW, SUPERSEDED, EXPIRED, INACTIVE, ARCHIVED, DELETED = Status

LEAVES_TO = {
    ACTIVE: {SUPERSEDED, EXPIRED, INACTIVE, ARCHIVED, REVIEW, OBSERVED, DELETED},
    OBSERVED: {ACTIVE, SUPERSEDED, EXPIRED, ARCHIVED, DELETED},
    REVIEW: {ACTIVE, SUPERSEDED, EXPIRED, ARCHIVED, INACTIVE, DELETED},
    SUPERSEDED: {ARCHIVED, DELETED},
    EXPIRED: {SUPERSEDED, ARCHIVED, DELETED},
    INACTIVE: {ACTIVE, SUPERSEDED, ARCHIVED, DELETED},
    ARCHIVED: {ACTIVE, SUPERSEDED, DELETED},
    DELETED: set[Status](),
}
"""The table of the specification, written once more by hand; `forget` deletes from any status."""

PAIRS = [(before, after) for before in Status for after in Status]


@pytest.mark.parametrize(("before", "after"), PAIRS, ids=[f"{a}-{b}" for a, b in PAIRS])
def test_a_status_changes_only_as_the_map_says(before: Status, after: Status) -> None:
    is_allowed = after in LEAVES_TO[before] or (before is after and before is not DELETED)
    if is_allowed:
        check_transition(before, after)
    else:
        with pytest.raises(IllegalTransition, match=f"{before} can't become {after}"):
            check_transition(before, after)


def test_a_refused_change_names_what_is_possible() -> None:
    with pytest.raises(IllegalTransition, match="it may become archived, deleted"):
        check_transition(SUPERSEDED, ACTIVE)
    with pytest.raises(IllegalTransition, match="it may become nothing"):
        check_transition(DELETED, ACTIVE)


def test_normal_recall_returns_active_and_stale_memories_only() -> None:
    assert set(RECALLABLE) == {ACTIVE, REVIEW}


def test_live_heads_are_those_that_still_count() -> None:
    assert set(LIVE) == {ACTIVE, OBSERVED, REVIEW, INACTIVE}


@given(st.lists(st.sampled_from(list(Status)), max_size=12))
def test_no_way_through_the_map_leads_back_from_the_deleted(steps: list[Status]) -> None:
    status = ACTIVE
    seen_deleted = False
    for wanted in steps:
        try:
            check_transition(status, wanted)
        except IllegalTransition:
            continue
        status = wanted
        assert not seen_deleted
        seen_deleted = status is DELETED
