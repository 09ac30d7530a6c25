"""Leaves a server alone that has failed several times in a row, and tries it again after a while."""

from datetime import datetime, timedelta
from typing import Final

from graphmem.clock import Clock

FAILURES: Final = 5
PAUSE: Final = timedelta(seconds=30)


class CircuitBreaker:
    """Closed while calls succeed; open for `pause` after `failures` in a row; then one probe decides.

    Whoever is admitted says in the end whether it succeeded, failed, or was abandoned.
    """

    def __init__(self, clock: Clock, *, failures: int = FAILURES, pause: timedelta = PAUSE) -> None:
        self._clock = clock
        self._most = failures
        self._pause = pause
        self._failed = 0
        self._opened_at: datetime | None = None
        self._is_probing = False

    @property
    def is_open(self) -> bool:
        """Whether a call would be refused now."""
        if self._opened_at is None:
            return False
        # a clock that was set back must not keep it open for ever
        is_paused = timedelta(0) <= self._clock.now() - self._opened_at < self._pause
        return is_paused or self._is_probing

    def admit(self) -> bool:
        """Ask for a call; once the pause is over, one caller at a time is let through."""
        if self.is_open:
            return False
        self._is_probing = self._opened_at is not None
        return True

    def succeeded(self) -> None:
        """Close: the server works."""
        self._failed, self._opened_at, self._is_probing = 0, None, False

    def failed(self) -> None:
        """Count a failure; the last of a row, or that of the probe, opens."""
        self._failed += 1
        if self._is_probing or self._failed >= self._most:
            self._opened_at = self._clock.now()
        self._is_probing = False

    def abandoned(self) -> None:
        """Say that the call ended without telling anything of the server: its caller went away."""
        self._is_probing = False
