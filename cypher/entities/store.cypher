// Write new entities, names with their vectors, doubts and mentions; what is there already stays as it is, but for the kind
// of an entity of which nothing had told it, and of its names where another entity has none of these. Mentions come in the
// order of their entities, so that two users who mention the same shared ones lock these in one order.
// params: owner, tenant, entities, aliases, vectors, doubts, mentions, kinds
// returns: nothing
CALL () {
  UNWIND $entities AS row
  CREATE (e:Entity {id: row.id, owner_key: $owner})
  SET e.kind = row.kind, e.name = row.name, e.origin = row.origin, e.created_at = row.at
}
CALL () {
  UNWIND $aliases AS row
  MATCH (e:Entity {id: row.entity_id} WHERE e.owner_key = $owner)
  MERGE (a:Alias {id: row.id})
  ON CREATE SET a.owner_key = $owner, a.kind = row.kind, a.key = row.key, a.folded = row.folded, a.name = row.name,
    a.origin = row.origin, a.since = row.at
  MERGE (a)-[:NAMES]->(e)
}
CALL () {
  UNWIND $vectors AS row
  MATCH (a:Alias {id: row.id} WHERE a.owner_key = $owner)
  SET a.is_han = row.is_han
  WITH a, row
  CALL db.create.setNodeVectorProperty(a, 'embedding_SLOT', row.vector)
}
CALL () {
  UNWIND $doubts AS row
  MATCH (e:Entity {id: row.entity_id} WHERE e.owner_key = $owner)
  MATCH (other:Entity {id: row.other_id} WHERE other.owner_key IN [$owner, $tenant])
  MERGE (e)-[r:MAYBE_SAME_AS]->(other)
  ON CREATE SET r.at = row.at
}
CALL () {
  UNWIND $mentions AS row
  MATCH (m:Memory {id: row.memory_id} WHERE m.owner_key = $owner)
  MATCH (e:Entity {id: row.entity_id} WHERE e.owner_key IN [$owner, $tenant])
  CREATE (m)-[:MENTIONS {key: row.key}]->(e)
}
CALL () {
  UNWIND $kinds AS row
  MATCH (e:Entity {id: row.entity_id} WHERE e.owner_key = $owner)
  SET e.kind = row.kind
  WITH e, row
  MATCH (a:Alias WHERE a.owner_key = $owner AND a.kind = 'other')-[:NAMES]->(e)
  WITH a, row, $owner + '/' + row.kind + '/' + a.key AS id
  WHERE NOT EXISTS { MATCH (taken:Alias {id: id} WHERE taken.owner_key = $owner) }
  SET a.kind = row.kind, a.id = id
}
