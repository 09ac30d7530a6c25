// Remove the outcome whose linked memory is forgotten, with every revision of it.
// params: owner, lineage_id
// returns: purged
MATCH (o:Outcome {owner_key: $owner, lineage_id: $lineage_id})
OPTIONAL MATCH (r:OutcomeRevision {owner_key: $owner})-[:REVISION_OF]->(o)
DETACH DELETE r, o
RETURN count(DISTINCT o) AS purged
