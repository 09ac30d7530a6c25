"""The only room that speaks to Neo4j: one function a statement file."""
