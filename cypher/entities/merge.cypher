// Merge entities into another; they and their names and mentions stay where they are.
// params: owner, tenant, whole, parts, at
// returns: nothing
MATCH (whole:Entity {id: $whole} WHERE whole.owner_key IN [$owner, $tenant])
UNWIND $parts AS id
MATCH (part:Entity {id: id} WHERE part.owner_key = $owner)
CREATE (part)-[:MERGED_INTO {owner_key: $owner, at: $at}]->(whole)
