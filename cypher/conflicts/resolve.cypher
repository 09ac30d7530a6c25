// End the open conflict between the two of each pair, both of which go on.
// params: owner, pairs, at
// returns: nothing
UNWIND $pairs AS pair
MATCH (one:Memory {id: pair[0]} WHERE one.owner_key = $owner)-[r:CONFLICT_WITH]-(other:Memory {id: pair[1]} WHERE other.owner_key = $owner)
WHERE r.until IS NULL
SET r.until = $at
