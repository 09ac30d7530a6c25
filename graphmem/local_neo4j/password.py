"""The password of the local server: made once, kept for its owner only, set before the server first runs."""

import os
import secrets
import subprocess
from pathlib import Path

from graphmem.errors import InvalidSettings, ServerDied
from graphmem.local_neo4j.configuration import environment
from graphmem.local_neo4j.folder import Folder
from graphmem.local_neo4j.uninterrupted import uninterrupted

USER = "neo4j"
SET_WITHIN = 120.0  # seconds; takes 2


async def ensure_password(folder: Folder, java: Path, jars: Path) -> str:
    """Return the password; before the first start make it and hand it to Neo4j, so that its default is never valid.

    `neo4j.conf` has to exist. Raises InvalidSettings when a server has run here and its password is gone, ServerDied
    when Neo4j's own tool fails.
    """
    password = read_password(folder)
    if folder.is_initialised:
        if password is None:
            raise InvalidSettings(
                f"{folder.password} is missing, and the database beside it can't be opened without. "
                f"Put the file back, or move {folder.home} away to begin with an empty database."
            )
        return password
    password = password or secrets.token_hex(24)
    await uninterrupted(_write_private, folder.password, password)
    await uninterrupted(_set, password, folder, java, jars)
    return password


def read_password(folder: Folder) -> str | None:
    """Return the password that was kept; None before the first start."""
    try:
        return folder.password.read_text("ascii").strip() or None
    except FileNotFoundError:
        return None


def _write_private(path: Path, text: str) -> None:
    """Write a file of mode 0600 that is whole and on the disk, or not there."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _set(password: str, folder: Folder, java: Path, jars: Path) -> None:
    # In a file, because everybody on the machine can read the arguments of a process.
    arguments = folder.run / "set-initial-password"
    _write_private(arguments, f'-cp "{jars}/*" org.neo4j.cli.AdminTool dbms set-initial-password {password}\n')
    try:
        answer = subprocess.run(  # noqa: S603  our own command
            [java, f"@{arguments}"],
            env=environment(folder),
            umask=0o077,
            capture_output=True,
            text=True,
            timeout=SET_WITHIN,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ServerDied(f"Neo4j's tool to set a password did not end within {SET_WITHIN:g} s. Try again.") from error
    finally:
        arguments.unlink()
    if answer.returncode != 0 or not folder.is_initialised:
        said = (answer.stderr + answer.stdout).strip()
        raise ServerDied(f"Neo4j's tool to set a password failed (exit code {answer.returncode}), saying: {said}")
