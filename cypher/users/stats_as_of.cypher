// Counts of an owner's heads by status, as they stood at an instant.
// params: owner, as_of
// returns: status, count
MATCH (m:Memory {owner_key: $owner})
WHERE m.recorded_at <= $as_of AND m.id IS NOT NULL AND (m.retired_at IS NULL OR m.retired_at > $as_of)
MATCH (m)<-[:OF]-(e:Event) WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IS NOT NULL
RETURN e.status AS status, count(*) AS count ORDER BY status
