"""What can be chosen about the local Neo4j."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalNeo4jOptions:
    """Folders and sizes of a local Neo4j; whoever joins a running server gets it as it was started."""

    data_dir: Path
    """Holds the graph, the password and the logs, all below `neo4j`."""
    cache_dir: Path
    """Holds the jars; may be shared by any number of data folders."""
    repository: str | None = None
    """Address of a Maven repository; Maven Central when None."""
    heap: str = "1g"
    page_cache: str = "256m"
    port: int = 0
    """Port of Bolt on the loopback address; 0 takes a free one at each start."""
    start_timeout: float = 60
    """Seconds a starting server may be silent; every line in its logs begins them anew."""
    java: Path | None = None
    """The Java to use, of version 21 or newer; None looks for one."""
    java_home: Path | None = None
    """Where to look when no Java came as a package, before the search path: what JAVA_HOME says."""
    configuration: Mapping[str, str] = field(default_factory=dict[str, str])
    """Further settings of `neo4j.conf`, which win over ours."""
