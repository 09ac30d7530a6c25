// End the merge of an entity into another; how many were ended.
// params: owner, tenant, id, at
// returns: ended
MATCH (part:Entity {id: $id} WHERE part.owner_key = $owner)-[r:MERGED_INTO]->(whole:Entity)
WHERE r.until IS NULL AND whole.owner_key IN [$owner, $tenant]
SET r.until = $at
RETURN count(*) AS ended
