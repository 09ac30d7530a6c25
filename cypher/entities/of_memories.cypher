// The entities that versions mention, the oldest first.
// params: owner, tenant, ids
// returns: rows of memory_id, entity_id
MATCH (m:Memory) WHERE m.id IN $ids AND m.owner_key = $owner
MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.owner_key IN [$owner, $tenant]
WITH DISTINCT m, e ORDER BY m.id, e.created_at, e.id
RETURN collect({memory_id: m.id, entity_id: e.id}) AS rows
