"""How a memory is used: returned, rendered in a context, found helpful or not (spec §2, rules Q4, F1, D6)."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What is known of a memory's uses, the versions before it included; none of it is part of its state."""

    access_count: int = 0
    """How often it was returned."""
    hit_count: int = 0
    """How often it was rendered in a context and not reported unhelpful, or reported helpful."""
    fruitless_count: int = 0
    """How often it was reported unhelpful since the day of the last hit."""
    last_accessed_at: datetime | None = None
    last_hit_at: datetime | None = None


UNUSED = Use()


def day_of(at: datetime) -> int:
    """The day of an instant, in UTC, counted from 1970: what uses are counted by."""
    return (at - EPOCH).days


@dataclass(slots=True)
class NewUses:
    """What happened to one memory and is not written yet, by day; the order of it does not matter."""

    accesses: Counter[int] = field(default_factory=Counter[int])
    hits: Counter[int] = field(default_factory=Counter[int])
    """Less than none where hits are taken back that were written before."""
    unhelpful: Counter[int] = field(default_factory=Counter[int])
    accessed_at: datetime | None = None
    hit_at: datetime | None = None

    def access(self, at: datetime) -> None:
        """Count that it was returned."""
        self.accesses[day_of(at)] += 1
        self.accessed_at = max(at, self.accessed_at or at)

    def hit(self, at: datetime) -> None:
        """Count a hit."""
        self.hits[day_of(at)] += 1
        self.hit_at = max(at, self.hit_at or at)

    def did_not_help(self, at: datetime, *, was_hit: bool) -> None:
        """Count that what was returned at an instant did not help, and take back the hit that it counted as."""
        self.unhelpful[day_of(at)] += 1
        if was_hit:
            self.hits[day_of(at)] -= 1

    def add(self, other: "NewUses") -> None:
        """Join uses of the same memory."""
        for mine, theirs in (
            (self.accesses, other.accesses),
            (self.hits, other.hits),
            (self.unhelpful, other.unhelpful),
        ):
            mine.update(theirs)
        self.accessed_at = max((at for at in (self.accessed_at, other.accessed_at) if at is not None), default=None)
        self.hit_at = max((at for at in (self.hit_at, other.hit_at) if at is not None), default=None)
