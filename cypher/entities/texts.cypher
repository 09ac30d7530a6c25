// The words of the newest versions that mention one of some entities, with every entity that each mentions.
// params: owner, tenant, ids, limit
// returns: rows of id, content, search_phrases, entity_ids
MATCH (m:Memory)-[:MENTIONS]->(e:Entity)
WHERE e.id IN $ids AND e.owner_key IN [$owner, $tenant] AND m.owner_key = $owner
WITH DISTINCT m ORDER BY m.recorded_at DESC, m.id DESC LIMIT $limit
RETURN collect({
  id: m.id, content: m.content, search_phrases: m.search_phrases,
  entity_ids: COLLECT { MATCH (m)-[:MENTIONS]->(named:Entity) WHERE named.owner_key IN [$owner, $tenant] RETURN named.id }
}) AS rows
