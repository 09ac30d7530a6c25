"""The jars of the local Neo4j, each with its checksum and size, as committed in `jars.lock`."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Jar:
    """One Maven artifact; `size` in bytes, `sha256` as 64 hexadecimal digits."""

    group: str
    artifact: str
    version: str
    classifier: str | None
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """File name, as Maven makes it."""
        return "-".join(filter(None, (self.artifact, self.version, self.classifier))) + ".jar"

    @property
    def path(self) -> str:
        """Where a Maven repository keeps it, relative to the address of the repository."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.name}"

    @property
    def line(self) -> str:
        """Its line of the lock: `group:artifact:version[:classifier] sha256 size`."""
        coordinates = ":".join(filter(None, (self.group, self.artifact, self.version, self.classifier)))
        return f"{coordinates} {self.sha256} {self.size}"

    @classmethod
    def parse(cls, line: str) -> "Jar":
        """Read a line of the lock; ValueError when it has another form."""
        coordinates, sha256, size = line.split()
        group, artifact, version, *classifier = coordinates.split(":")
        return cls(group, artifact, version, classifier[0] if classifier else None, sha256, int(size))


@dataclass(frozen=True, slots=True)
class JarLock:
    """All jars of one release; the first one names the release."""

    jars: tuple[Jar, ...]

    @classmethod
    def parse(cls, lines: Iterable[str]) -> "JarLock":
        """Read the lines of a lock; empty ones and those that begin with `#` are skipped."""
        return cls(tuple(Jar.parse(line) for line in lines if line.strip() and not line.startswith("#")))

    @classmethod
    def committed(cls) -> "JarLock":
        """The lock that comes with this version of graphmem."""
        return cls.parse(files("graphmem.local_neo4j").joinpath("jars.lock").read_text("utf-8").splitlines())

    @property
    def size(self) -> int:
        """Bytes of all jars together."""
        return sum(jar.size for jar in self.jars)

    @property
    def digest(self) -> str:
        """Names this very set of jars: 12 hexadecimal digits."""
        text = "\n".join(jar.line for jar in self.jars)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def release(self) -> str:
        """The Neo4j release."""
        return self.jars[0].version

    @property
    def folder(self) -> str:
        """Name of the folder that holds exactly these jars: release and digest."""
        return f"neo4j-{self.release}-{self.digest}"
