"""Write `jars.lock` anew: `python -m graphmem.local_neo4j.make_lock`, with the extra `lock` installed.

Resolves the Neo4j release below with jgo (about two minutes) and writes each jar's coordinates, SHA-256 and size.
To move to another release change `RELEASE`, run this, read the difference and run the tests of `local_neo4j`.
"""

import hashlib
import importlib
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from graphmem.local_neo4j.jar_lock import Jar

RELEASE = "2026.09.0"
ENDPOINT = f"org.neo4j:neo4j:{RELEASE}+org.neo4j.app:neo4j-server:{RELEASE}"
HEADER = f"""# The jars of Neo4j Community {RELEASE} (GPL-3.0) and of all it needs: coordinates, SHA-256, bytes.
# Made by python -m graphmem.local_neo4j.make_lock; don't edit.
"""


def resolve(endpoint: str, folder: Path) -> list[Jar]:
    """Fetch an endpoint's jars into `folder`, in the order of the resolution; ImportError without jgo."""
    jgo: Any = importlib.import_module("jgo")  # by name: only the extra `lock` installs it, type checks run without
    environment = Path(jgo.build(endpoint, cache_dir=folder).path)
    entries = tomllib.loads((environment / "jgo.lock.toml").read_text("utf-8"))["dependencies"]
    fetched = {file.name: file for file in environment.rglob("*.jar")}
    return [_measured(entry, fetched) for entry in entries]


def _measured(entry: dict[str, str], fetched: dict[str, Path]) -> Jar:
    coordinates = entry["groupId"], entry["artifactId"], entry["version"], entry.get("classifier")
    body = fetched[Jar(*coordinates, "", 0).name].read_bytes()
    return Jar(*coordinates, hashlib.sha256(body).hexdigest(), len(body))


def main() -> None:
    """Resolve and write the file beside this module."""
    target = Path(__file__).with_name("jars.lock")
    with tempfile.TemporaryDirectory() as folder:
        jars = resolve(ENDPOINT, Path(folder))
    target.write_text(HEADER + "".join(f"{jar.line}\n" for jar in jars), "utf-8")
    sys.stdout.write(f"{len(jars)} jars, {sum(jar.size for jar in jars):,} bytes: {target}\n")


if __name__ == "__main__":
    main()
