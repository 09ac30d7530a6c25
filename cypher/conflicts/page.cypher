// Conflicts of an owner that were open at an instant, the newest first, after a given one.
// params: owner, as_of, before_at, before_id, limit
// returns: newer, older, rule, reason, at
MATCH (newer:Memory {owner_key: $owner})-[r:CONFLICT_WITH]->(older:Memory)
WHERE older.owner_key = $owner AND r.at <= $as_of AND (r.until IS NULL OR r.until > $as_of)
  AND (r.at < $before_at OR (r.at = $before_at AND newer.id + older.id < $before_id))
WITH newer, older, r ORDER BY r.at DESC, newer.id + older.id DESC LIMIT $limit
RETURN newer.id AS newer, older.id AS older, r.rule AS rule, r.reason AS reason,
       r.at.epochSeconds * 1000000 + r.at.microsecond AS at
