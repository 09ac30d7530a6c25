"""The embedded default: a Neo4j Community on this machine, started from plain jars and a Java that pip installs."""

from graphmem.local_neo4j.jars import install
from graphmem.local_neo4j.options import LocalNeo4jOptions
from graphmem.local_neo4j.process import Endpoint, LocalNeo4j
from graphmem.local_neo4j.progress import Progress, Silence

__all__ = ["Endpoint", "LocalNeo4j", "LocalNeo4jOptions", "Progress", "Silence", "install"]
