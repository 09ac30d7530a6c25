"""The data folder: private, and refused with a reason."""

import errno
import stat
from pathlib import Path

import pytest

from graphmem.errors import DiskFull, FolderNotWritable
from graphmem.local_neo4j.folder import prepare, refused_write, require_room


def test_the_folders_are_made_for_their_owner_only(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "new" / "data")
    for path in (folder.home, folder.configuration, folder.logs, folder.run):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_an_existing_folder_is_used_as_it_is(tmp_path: Path) -> None:
    prepare(tmp_path).password.write_text("kept")
    assert prepare(tmp_path).password.read_text() == "kept"


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(FolderNotWritable, match="data"):
        prepare(tmp_path / "data")


def test_a_folder_that_nobody_can_write_is_refused() -> None:
    with pytest.raises(FolderNotWritable, match="/proc/graphmem"):
        prepare(Path("/proc/graphmem"))


def test_more_room_than_there_is_is_refused_with_both_figures(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match=r"bytes free and 1,000,000,000,000,000,000 are needed"):
        require_room(tmp_path, 10**18)


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (errno.ENOSPC, DiskFull),
        (errno.EDQUOT, DiskFull),
        (errno.EROFS, FolderNotWritable),
        (errno.EACCES, FolderNotWritable),
    ],
)
def test_a_failed_write_is_told_by_its_cause(number: int, error: type[Exception], tmp_path: Path) -> None:
    assert type(refused_write(OSError(number, "reason"), tmp_path)) is error
