"""The status of a memory version and the only ways it may change (rules S1, S2)."""

from enum import StrEnum

from graphmem.errors import IllegalTransition


class Status(StrEnum):
    """Where a version stands; what normal recall may return is `RECALLABLE`."""

    ACTIVE = "active"
    OBSERVED = "observed"
    NEEDS_REVIEW = "needs_review"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    INACTIVE = "inactive"
    ARCHIVED = "archived"
    DELETED = "deleted"


LIVE = frozenset({Status.ACTIVE, Status.OBSERVED, Status.NEEDS_REVIEW, Status.INACTIVE})
"""Heads that still count as what is held about the user."""

RECALLABLE = frozenset({Status.ACTIVE, Status.NEEDS_REVIEW})
"""What a normal recall returns."""

TRANSITIONS: dict[Status, frozenset[Status]] = {
    Status.ACTIVE: frozenset(
        {
            Status.SUPERSEDED,
            Status.EXPIRED,
            Status.INACTIVE,
            Status.ARCHIVED,
            Status.NEEDS_REVIEW,
            Status.OBSERVED,
            Status.DELETED,
        }
    ),
    Status.OBSERVED: frozenset(
        {Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.ARCHIVED, Status.DELETED},
    ),
    Status.NEEDS_REVIEW: frozenset(
        {
            Status.ACTIVE,
            Status.SUPERSEDED,
            Status.EXPIRED,
            Status.ARCHIVED,
            Status.INACTIVE,
            Status.DELETED,
        }
    ),
    Status.SUPERSEDED: frozenset({Status.ARCHIVED, Status.DELETED}),
    Status.EXPIRED: frozenset({Status.SUPERSEDED, Status.ARCHIVED, Status.DELETED}),
    Status.INACTIVE: frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED, Status.DELETED}),
    Status.ARCHIVED: frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.DELETED}),
    Status.DELETED: frozenset(),
}
"""Status map of spec §2; staying in a status is no transition and always allowed but for the deleted."""


def may_become(before: Status, after: Status) -> bool:
    """Whether the map has this change (rule S1)."""
    return after in TRANSITIONS[before] or (before is after and before is not Status.DELETED)


def check_transition(before: Status, after: Status) -> None:
    """Raise IllegalTransition unless the map has this change (rule S1)."""
    if not may_become(before, after):
        allowed = ", ".join(sorted(TRANSITIONS[before])) or "nothing"
        raise IllegalTransition(f"A memory that is {before} can't become {after}; it may become {allowed}.")
