"""Locks that say whether a local server runs and who uses it; the kernel drops those of a process that ends.

The rules are in `supervisor.py`.
"""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from graphmem.local_neo4j.folder import Folder
from graphmem.local_neo4j.supervisor import STATE, USERS_LOCK

if sys.platform != "win32":
    import fcntl

SERVER_LOCK = "server.lock"


@dataclass(frozen=True, slots=True)
class Running:
    """What a supervisor wrote about its server: the port of Bolt and the process number of Java."""

    port: int
    java: int


def enter(folder: Folder) -> int | None:
    """Become a user of the server and return the descriptor to `leave` with; None while a server is being stopped."""
    return _lock(folder.run / USERS_LOCK, shared=True)


def leave(descriptor: int) -> None:
    """Stop being a user."""
    os.close(descriptor)


def has_users(folder: Folder) -> bool:
    """Whether any process uses the server; a server that is being stopped has none."""
    alone = _lock(folder.run / USERS_LOCK, shared=False)
    if alone is not None:
        os.close(alone)
        return False
    beside_others = _lock(folder.run / USERS_LOCK, shared=True)
    if beside_others is None:
        return False  # the supervisor keeps it for itself
    os.close(beside_others)
    return True


def claim(folder: Folder) -> int | None:
    """Take the lock that a supervisor has to inherit; None when one is alive."""
    return _lock(folder.run / SERVER_LOCK, shared=False)


def is_supervised(folder: Folder) -> bool:
    """Whether a supervisor is alive."""
    descriptor = _lock(folder.run / SERVER_LOCK, shared=True)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def running(folder: Folder) -> Running | None:
    """Return what the last supervisor wrote; None when it ended in order or has not written yet."""
    try:
        state = json.loads((folder.run / STATE).read_text("ascii"))
        return Running(port=int(state["port"]), java=int(state["java"]))
    except (FileNotFoundError, ValueError, KeyError):
        return None


def _lock(path: Path, *, shared: bool) -> int | None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
