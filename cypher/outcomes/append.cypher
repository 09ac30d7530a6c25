// Append revisions, making the outcome where it is new, and link the versions that they made.
// params: owner, revisions
// returns: nothing
UNWIND $revisions AS row
MERGE (o:Outcome {owner_key: $owner, kind: row.kind, key: row.key})
ON CREATE SET o.id = row.outcome_id, o.created_at = datetime(row.instants.recorded_at)
SET o.lineage_id = row.lineage_id
CREATE (r:OutcomeRevision)
SET r = row.properties, r.owner_key = $owner,
    r.occurred_at = datetime(row.instants.occurred_at), r.recorded_at = datetime(row.instants.recorded_at)
CREATE (r)-[:REVISION_OF]->(o)
WITH o, row
MATCH (m:Memory {id: row.properties.memory_id} WHERE m.owner_key = $owner)
CREATE (m)-[:RESULT_OF]->(o)
