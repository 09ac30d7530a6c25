// Put other words in the place of what revisions say.
// params: owner, reports
// returns: nothing
UNWIND $reports AS row
MATCH (r:OutcomeRevision {owner_key: $owner, number: row.number})-[:REVISION_OF]->(:Outcome {id: row.outcome_id, owner_key: $owner})
SET r.status = row.status, r.acceptance = row.acceptance, r.names = row.names, r.values = row.values
