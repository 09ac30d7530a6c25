"""The password is made once, private, and never replaced behind a database that needs it."""

import stat
from pathlib import Path

import pytest

from graphmem.errors import InvalidSettings, ServerDied
from graphmem.local_neo4j.folder import Folder
from graphmem.local_neo4j.password import ensure_password, read_password

JARS = Path("jars")
SET = 'mkdir -p "$NEO4J_HOME/data/dbms"; touch "$NEO4J_HOME/data/dbms/auth.ini"'


def tool(path: Path, *, does: str) -> Path:
    """A Java that does what Neo4j's tool would do, or fails as it would."""
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)
    return path


async def test_the_first_password_reaches_the_tool_by_a_private_file_that_is_removed(
    folder: Folder, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    works = tool(tmp_path / "java", does=f'file="${{1#@}}"; ls -l "$file" > {seen}; cat "$file" >> {seen}; {SET}')
    password = await ensure_password(folder, works, JARS)
    mode, arguments = seen.read_text().splitlines()
    assert mode.startswith("-rw------- ")
    assert arguments.endswith(f"set-initial-password {password}")
    assert len(password) >= 32
    assert password not in "".join(path.read_text() for path in folder.run.iterdir())


async def test_the_password_is_kept_for_its_owner_only(folder: Folder, tmp_path: Path) -> None:
    works = tool(tmp_path / "java", does=SET)
    password = await ensure_password(folder, works, JARS)
    assert read_password(folder) == password
    assert stat.S_IMODE(folder.password.stat().st_mode) == 0o600
    assert await ensure_password(folder, Path("/not/needed/again"), JARS) == password


async def test_a_first_start_that_was_cut_off_goes_on_with_the_same_password(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(ServerDied, match=r"exit code 3.*broken"):
        await ensure_password(folder, tool(tmp_path / "java", does="echo broken; exit 3"), JARS)
    kept = read_password(folder)
    works = tool(tmp_path / "java", does=SET)
    assert await ensure_password(folder, works, JARS) == kept


async def test_a_tool_that_sets_nothing_is_not_believed(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(ServerDied, match="exit code 0"):
        await ensure_password(folder, tool(tmp_path / "java", does="exit 0"), JARS)


async def test_a_database_whose_password_is_gone_is_not_given_another(folder: Folder) -> None:
    (folder.home / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(InvalidSettings, match=r"password is missing.*Put the file back"):
        await ensure_password(folder, Path("java"), JARS)
    assert read_password(folder) is None
