// Audit events of one lineage, oldest first, up to an instant.
// params: owner, lineage_id, as_of
// returns: event
MATCH (e:Event {owner_key: $owner, lineage_id: $lineage_id}) WHERE e.at <= $as_of
WITH e ORDER BY e.at, e.id LIMIT 1000
RETURN e {.*} AS event
