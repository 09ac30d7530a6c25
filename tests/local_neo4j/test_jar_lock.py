"""The committed list of jars."""

import string

import pytest

from graphmem.local_neo4j.jar_lock import Jar, JarLock
from graphmem.local_neo4j.make_lock import RELEASE

LINE = "io.netty:netty-transport-native-epoll:4.2.18.Final:linux-x86_64 " + "0a" * 32 + " 39852"


def test_a_line_gives_the_file_name_and_the_path_that_maven_uses() -> None:
    jar = Jar.parse(LINE)
    assert jar.name == "netty-transport-native-epoll-4.2.18.Final-linux-x86_64.jar"
    assert jar.path == f"io/netty/netty-transport-native-epoll/4.2.18.Final/{jar.name}"


def test_a_jar_writes_the_line_it_was_read_from() -> None:
    assert Jar.parse(LINE).line == LINE


def test_a_line_without_a_size_is_refused() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        Jar.parse("org.example:thing:1.0 " + "0a" * 32)


def test_comments_and_empty_lines_of_a_lock_are_skipped() -> None:
    assert JarLock.parse(["# made by hand", "", LINE]).jars == (Jar.parse(LINE),)


def test_another_set_of_jars_goes_into_another_folder() -> None:
    committed = JarLock.committed()
    assert JarLock(committed.jars[:-1]).folder != committed.folder


def test_the_committed_lock_is_of_the_release_that_would_be_locked_next() -> None:
    assert JarLock.committed().release == RELEASE


def test_the_committed_lock_names_each_jar_once_with_a_full_checksum() -> None:
    jars = JarLock.committed().jars
    assert jars[0].artifact == "neo4j"
    assert len({jar.name for jar in jars}) == len(jars)
    assert all(len(jar.sha256) == 64 and set(jar.sha256) <= set(string.hexdigits) and jar.size > 0 for jar in jars)
