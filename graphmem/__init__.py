"""graphmem: memory for AI agents, versioned in a Neo4j graph and asked by GraphQL."""

__version__ = "0.1.0"
