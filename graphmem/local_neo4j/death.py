"""When a starting server counts as dead, and what its log says about why."""

import time
from pathlib import Path

from graphmem.errors import DiskFull, FolderLocked, PortTaken, ServerDied, StartupError
from graphmem.local_neo4j.folder import Folder

TAIL = 20  # lines of the log in an error

CAUSES: tuple[tuple[str, type[StartupError], str], ...] = (
    (
        "Address already in use",
        PortTaken,
        "Another program took the port meanwhile: start again, or choose another port.",
    ),
    ("No space left on device", DiskFull, "Free some space, or choose another data folder."),
    ("Lock file has been locked by another process", FolderLocked, "End the other Neo4j that uses this folder."),
)
"""Words in the log, the error they stand for, and what to do; the first that is found counts."""


def cause_of_death(folder: Folder) -> StartupError:
    """Return the error for a server that ended while it started."""
    log = _console(folder)
    for words, error, remedy in CAUSES:
        if words in log:
            return error(f"Neo4j ended while starting: {words}. {remedy} Its log: {folder.console}")
    return ServerDied(f"Neo4j ended while starting. The end of its log, {folder.console}:\n{_tail(folder)}")


class Patience:
    """Waiting for a server that shows signs of life: recovery after a crash may take minutes, and is logged."""

    def __init__(self, folder: Folder, seconds: float) -> None:
        self._folder = folder
        self._seconds = seconds
        self._size = -1
        self._deadline = 0.0

    def check(self) -> None:
        """Raise ServerDied when the logs have not changed for the given seconds."""
        size = sum(_size(log) for log in self._folder.logs.glob("*.log"))
        now = time.monotonic()
        if size != self._size:
            self._size, self._deadline = size, now + self._seconds
        elif now > self._deadline:
            raise ServerDied(
                f"Neo4j has not answered and written no log for {self._seconds:g} s. Try again, with a longer "
                "GRAPHMEM_NEO4J_START_TIMEOUT if the machine is slow. "
                f"The end of its log, {self._folder.console}:\n{_tail(self._folder)}"
            )


def _size(log: Path) -> int:
    try:
        return log.stat().st_size
    except FileNotFoundError:  # rotated away
        return 0


def _tail(folder: Folder) -> str:
    telling = [line for line in _console(folder).splitlines() if not line.startswith("\t")]  # stack frames tell nothing
    return "\n".join(telling[-TAIL:]) or "(empty)"


def _console(folder: Folder) -> str:
    try:
        return folder.console.read_text("utf-8", errors="replace")
    except FileNotFoundError:
        return ""
