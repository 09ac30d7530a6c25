"""Where the time comes from: the system's clock, or one that a test sets."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the present instant, always aware and in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(slots=True)
class SettableClock:
    """A clock that stands still until it is moved; for tests and for stories told in the past."""

    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def now(self) -> datetime:
        return self.at

    def advance(self, by: timedelta) -> None:
        """Move forward by `by`; a negative value moves back, as a wrong clock may."""
        self.at += by
