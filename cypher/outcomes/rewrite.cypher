// Put other words in the place of what revisions say.
// params: owner, reports
// returns: nothing
UNWIND $reports AS row
MATCH (o:Outcome {owner_key: $owner, kind: row.kind, key: row.key})
MATCH (r:OutcomeRevision {owner_key: $owner, number: row.number})-[:REVISION_OF]->(o)
SET r.status = row.status, r.acceptance = row.acceptance, r.names = row.names, r.values = row.values
