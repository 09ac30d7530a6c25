"""The clock of the demo: it begins some hours ago and has caught up by the end."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass(slots=True)
class StoryClock:
    """The real time less a lag that the story shortens; never behind what it said before."""

    lag: timedelta

    def now(self) -> datetime:
        return datetime.now(UTC) - self.lag

    def advance(self, by: timedelta) -> None:
        """Let time pass in the story, up to the real time."""
        self.lag = max(timedelta(0), self.lag - by)
