"""Where everything of the local Neo4j lies in the data folder, and what a failed write there means."""

import errno
import shutil
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import DiskFull, FolderNotWritable, StartupError

ROOM_FOR_DATA = 256 * 1024 * 1024  # bytes a store needs free to start: logs, transaction logs, an index being merged


@dataclass(frozen=True, slots=True)
class Folder:
    """The layout below `home`, which is `neo4j` in the data folder."""

    home: Path

    @property
    def configuration(self) -> Path:
        """Folder of `neo4j.conf`."""
        return self.home / "conf"

    @property
    def logs(self) -> Path:
        """Folder of the server's logs."""
        return self.home / "logs"

    @property
    def console(self) -> Path:
        """What the server printed since its last start."""
        return self.logs / "console.log"

    @property
    def run(self) -> Path:
        """Locks and the state of the running server."""
        return self.home / "run"

    @property
    def password(self) -> Path:
        """The password of the user `neo4j`, mode 0600."""
        return self.home / "password"

    @property
    def is_initialised(self) -> bool:
        """Whether a server was given its password here, or has run."""
        data = self.home / "data"
        return (data / "dbms" / "auth.ini").exists() or (data / "databases" / "system").exists()


def prepare(data_dir: Path) -> Folder:
    """Make the folders, readable for their owner only; FolderNotWritable, DiskFull."""
    folder = Folder(data_dir.absolute() / "neo4j")
    probe = folder.run / "writable"
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        for path in (folder.home, folder.configuration, folder.logs, folder.run):
            path.mkdir(mode=0o700, exist_ok=True)
        probe.write_text("probe")
        probe.unlink()
        require_room(data_dir, ROOM_FOR_DATA)
    except OSError as error:
        raise refused_write(error, folder.home) from error
    return folder


def require_room(path: Path, needed: int) -> None:
    """Raise DiskFull when fewer than `needed` bytes are free where `path` (which exists) lies."""
    free = shutil.disk_usage(path).free
    if free < needed:
        raise DiskFull(
            f"{path} has {free:,} bytes free and {needed:,} are needed. Free some space or choose another folder."
        )


def refused_write(error: OSError, path: Path) -> StartupError:
    """Say what an error while writing below `path` means."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return DiskFull(f"No space is left while writing to {path}. Free some space or choose another folder.")
    reason = error.strerror or str(error)
    return FolderNotWritable(
        f"{path} can't be written ({reason}). Give this user the right to, or choose another folder."
    )
