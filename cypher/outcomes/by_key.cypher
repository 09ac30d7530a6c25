// The outcome of a kind and key with its revisions up to an instant, in the order they were recorded.
// params: owner, kind, key, as_of
// returns: outcome, revisions
MATCH (o:Outcome {owner_key: $owner, kind: $kind, key: $key})
MATCH (r:OutcomeRevision {owner_key: $owner})-[:REVISION_OF]->(o) WHERE r.recorded_at <= $as_of
WITH o, r ORDER BY r.number
RETURN o {
    .id, .kind, .key, .lineage_id, created_at: o.created_at.epochSeconds * 1000000 + o.created_at.microsecond
  } AS outcome,
  collect(r {
    .number, .status, .progress, .acceptance, .names, .values, .memory_id,
    occurred_at: r.occurred_at.epochSeconds * 1000000 + r.occurred_at.microsecond,
    recorded_at: r.recorded_at.epochSeconds * 1000000 + r.recorded_at.microsecond
  }) AS revisions
