// End the open conflicts of versions that left the stage, and name the other sides that only waited.
// params: owner, ids, at
// returns: waiting, ended
MATCH (m:Memory WHERE m.id IN $ids AND m.owner_key = $owner)-[r:CONFLICT_WITH]-(other:Memory)
WHERE other.owner_key = $owner AND r.until IS NULL
SET r.until = $at
WITH m, other WHERE other.status = 'observed' AND other.current AND NOT other.id IN $ids
RETURN other.id AS waiting, m.id AS ended ORDER BY waiting, ended
