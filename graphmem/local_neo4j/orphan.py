"""End a server that outlived its supervisor."""

import os
import signal
import subprocess
import time
from pathlib import Path

from graphmem.errors import FolderLocked
from graphmem.local_neo4j.folder import Folder
from graphmem.local_neo4j.supervisor import STATE, STOP_WITHIN
from graphmem.local_neo4j.tenancy import running

POLL = 0.1  # seconds
KILLED_WITHIN = 10.0  # seconds


def end_orphan(folder: Folder) -> None:
    """Stop the server of a supervisor that was killed, if it still runs; call only while no supervisor lives.

    Blocks up to 70 s: SIGTERM, then SIGKILL. Raises FolderLocked when the server can't be ended.
    """
    last = running(folder)
    if last is not None and not _ends(last.java, folder):
        raise FolderLocked(
            f"A Neo4j (process {last.java}) that nobody supervises holds {folder.home} and can't be ended. "
            "End it by hand, or choose another data folder."
        )
    (folder.run / STATE).unlink(missing_ok=True)


def _ends(java: int, folder: Folder) -> bool:
    for number, within in ((signal.SIGTERM, STOP_WITHIN), (signal.SIGKILL, KILLED_WITHIN)):
        deadline = time.monotonic() + within
        if not _serves(java, folder):
            return True
        try:
            os.kill(java, number)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        while time.monotonic() < deadline and _serves(java, folder):
            time.sleep(POLL)
    return not _serves(java, folder)


def _serves(process: int, folder: Folder) -> bool:
    """Whether a process is the server of this folder: its number alone may have passed to another program."""
    return f"--home-dir={folder.home}" in _arguments(process)


def _arguments(process: int) -> str:
    if Path("/proc/self").exists():
        try:
            return Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace")
        except OSError:
            return ""
    listed = subprocess.run(  # noqa: S603  a number of ours
        ["ps", "-ww", "-o", "command=", "-p", str(process)],  # noqa: S607  wherever the system has it
        capture_output=True,
        text=True,
        check=False,
    )
    return listed.stdout
