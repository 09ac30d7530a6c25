// Conflicts of an owner that were open at an instant, the newest first, after a given one.
// params: owner, as_of, before_at, before_id, limit
// returns: newer, older, rule, reason, at
MATCH (newer:Memory)-[r:CONFLICT_WITH {owner_key: $owner}]->(older:Memory)
USING INDEX r:CONFLICT_WITH(owner_key, at)
WHERE r.at <= $before_at AND newer.owner_key = $owner AND older.owner_key = $owner
  AND r.at <= $as_of AND (r.until IS NULL OR r.until > $as_of)
  AND CASE r.at WHEN $before_at THEN newer.id + older.id < $before_id ELSE true END
WITH newer, older, r ORDER BY r.owner_key DESC, r.at DESC, newer.id + older.id DESC LIMIT $limit
RETURN newer.id AS newer, older.id AS older, r.rule AS rule, r.reason AS reason,
       r.at.epochSeconds * 1000000 + r.at.microsecond AS at
