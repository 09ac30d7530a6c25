// Outcomes of an owner, newest first, after a given one, with their revisions up to an instant.
// params: owner, kind, as_of, before_at, before_id, limit
// returns: outcome, revisions
MATCH (o:Outcome {owner_key: $owner})
WHERE o.created_at <= $before_at AND o.created_at <= $as_of AND o.id IS NOT NULL
  AND CASE o.created_at WHEN $before_at THEN o.id < $before_id ELSE true END
  AND ($kind IS NULL OR o.kind = $kind)
WITH o ORDER BY o.owner_key DESC, o.created_at DESC, o.id DESC LIMIT $limit
CALL (o) {
  MATCH (r:OutcomeRevision {owner_key: $owner})-[:REVISION_OF]->(o) WHERE r.recorded_at <= $as_of
  WITH r ORDER BY r.number
  RETURN collect(r {
    .number, .status, .progress, .acceptance, .names, .values, .memory_id,
    occurred_at: r.occurred_at.epochSeconds * 1000000 + r.occurred_at.microsecond,
    recorded_at: r.recorded_at.epochSeconds * 1000000 + r.recorded_at.microsecond
  }) AS revisions
}
RETURN o {
    .id, .kind, .key, .lineage_id, created_at: o.created_at.epochSeconds * 1000000 + o.created_at.microsecond
  } AS outcome,
  revisions
ORDER BY o.created_at DESC, o.id DESC
