"""A server without a supervisor is ended, and nothing else is."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from graphmem.local_neo4j.folder import Folder
from graphmem.local_neo4j.orphan import end_orphan


def program(folder: Folder, *arguments: str, code: str = "import time; time.sleep(600)") -> subprocess.Popen[str]:
    """A process that the state of the folder names as its server."""
    ready = f"print('up', flush=True); {code}"
    process = subprocess.Popen([sys.executable, "-c", ready, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "up\n"
    process.stdout.close()
    (folder.run / "server.json").write_text(json.dumps({"port": 7687, "java": process.pid}))
    return process


@pytest.fixture
def stranger(folder: Folder) -> Iterator[subprocess.Popen[str]]:
    """A program that got the number of a server that ended."""
    process = program(folder, "--home-dir=/another/folder")
    yield process
    process.kill()
    process.wait()


def test_a_server_of_this_folder_is_stopped(folder: Folder) -> None:
    process = program(folder, f"--home-dir={folder.home}")
    end_orphan(folder)
    assert process.wait() == -15
    assert not (folder.run / "server.json").exists()


def test_another_program_that_got_the_number_is_left_alone(folder: Folder, stranger: subprocess.Popen[str]) -> None:
    end_orphan(folder)
    assert stranger.poll() is None
    assert not (folder.run / "server.json").exists()


def test_nothing_to_end_is_no_error(folder: Folder) -> None:
    end_orphan(folder)
    (folder.run / "server.json").write_text("{half a line")
    end_orphan(folder)
    assert not (folder.run / "server.json").exists()
