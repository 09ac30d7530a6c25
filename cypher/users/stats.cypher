// Counts of an owner's heads by status.
// params: owner
// returns: status, count
MATCH (m:Memory {owner_key: $owner}) WHERE m.recorded_at IS NOT NULL AND m.id IS NOT NULL AND m.current
RETURN m.status AS status, count(*) AS count ORDER BY status
