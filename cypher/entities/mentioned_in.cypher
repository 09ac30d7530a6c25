// Versions that were current at an instant and mention one of some entities, the newest first.
// params: owner, tenant, ids, as_of, before_at, before_id, limit
// returns: id, recorded_at
MATCH (m:Memory)-[:MENTIONS]->(e:Entity)
WHERE e.id IN $ids AND e.owner_key IN [$owner, $tenant] AND m.owner_key = $owner AND m.recorded_at <= $as_of
  AND (m.retired_at IS NULL OR m.retired_at > $as_of)
  AND (m.recorded_at < $before_at OR m.recorded_at = $before_at AND m.id < $before_id)
WITH DISTINCT m ORDER BY m.recorded_at DESC, m.id DESC LIMIT $limit
RETURN m.id AS id, m.recorded_at.epochSeconds * 1000000 + m.recorded_at.microsecond AS recorded_at
