// The last 1,000 audit events of one lineage, oldest first, up to an instant.
// params: owner, lineage_id, as_of
// returns: rows of event
MATCH (e:Event {owner_key: $owner, lineage_id: $lineage_id}) WHERE e.at <= $as_of
WITH e ORDER BY e.at DESC, e.id DESC LIMIT 1000
WITH e ORDER BY e.at, e.id
RETURN collect({
  event: e {.*,
    at: e.at.epochSeconds * 1000000 + e.at.microsecond,
    until: e.until.epochSeconds * 1000000 + e.until.microsecond
  }
}) AS rows
