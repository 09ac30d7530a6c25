"""What the log of a dead server means, and when a silent one counts as dead."""

import pytest

from graphmem.errors import DiskFull, FolderLocked, PortTaken, ServerDied
from graphmem.local_neo4j.death import Patience, cause_of_death
from graphmem.local_neo4j.folder import Folder


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("bind(..) failed with error(-98): Address already in use", PortTaken),
        ("java.io.IOException: No space left on device", DiskFull),
        ("Lock file has been locked by another process: data/databases/store_lock.", FolderLocked),
        ("Unrecognized setting. No declared setting with name: no.such.", ServerDied),
    ],
)
def test_the_log_tells_the_cause(words: str, error: type[Exception], folder: Folder) -> None:
    folder.console.write_text(f"Starting...\nCaused by: {words}\n" + "\tat org.example.Stack\n" * 40)
    assert type(cause_of_death(folder)) is error


def test_an_unknown_cause_comes_with_the_end_of_the_log_and_its_path(folder: Folder) -> None:
    folder.console.write_text("\n".join(f"line {number}" for number in range(100)))
    message = cause_of_death(folder).message
    assert str(folder.console) in message
    assert message.splitlines()[1:] == [f"line {number}" for number in range(80, 100)]


def test_a_server_without_any_log_still_has_an_error(folder: Folder) -> None:
    assert "(empty)" in cause_of_death(folder).message


def test_silence_ends_the_patience_and_a_line_in_a_log_renews_it(folder: Folder) -> None:
    patience = Patience(folder, 0)
    patience.check()
    (folder.logs / "debug.log").write_text("recovering")
    patience.check()
    with pytest.raises(ServerDied, match="GRAPHMEM_NEO4J_START_TIMEOUT"):
        patience.check()
