// End the open conflicts of versions that left the stage.
// params: owner, ids, at
// returns: nothing
MATCH (m:Memory WHERE m.id IN $ids AND m.owner_key = $owner)-[r:CONFLICT_WITH]-(other:Memory)
WHERE other.owner_key = $owner AND r.until IS NULL
SET r.until = $at
