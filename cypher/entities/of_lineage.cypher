// The user's own entities that the versions of a lineage mention.
// params: owner, lineage_id
// returns: id
MATCH (m:Memory {owner_key: $owner, lineage_id: $lineage_id})
MATCH (m)-[:MENTIONS]->(e:Entity WHERE e.owner_key = $owner)
RETURN DISTINCT e.id AS id
