// Audit events of an owner, newest first, after a given one; read from the index as in memories/page.
// params: owner, actions, rule, lineage_id, as_of, before_at, before_id, limit
// returns: rows of event
MATCH (e:Event {owner_key: $owner})
WHERE e.at <= $before_at AND e.at <= $as_of AND e.id IS NOT NULL
  AND CASE e.at WHEN $before_at THEN e.id < $before_id ELSE true END
  AND ($actions IS NULL OR e.action IN $actions) AND ($rule IS NULL OR e.rule = $rule)
  AND ($lineage_id IS NULL OR e.lineage_id = $lineage_id)
WITH e ORDER BY e.owner_key DESC, e.at DESC, e.id DESC LIMIT $limit
RETURN collect({
  event: e {.*,
    at: e.at.epochSeconds * 1000000 + e.at.microsecond,
    until: e.until.epochSeconds * 1000000 + e.until.microsecond
  }
}) AS rows
