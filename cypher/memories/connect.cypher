// Link versions of one owner by typed edges; conflicts are found by their owner.
// params: owner, edges
// returns: nothing
UNWIND $edges AS edge
MATCH (a:Memory {id: edge.source} WHERE a.owner_key = $owner)
MATCH (b:Memory {id: edge.target} WHERE b.owner_key = $owner)
CREATE (a)-[r:$(edge.kind)]->(b)
SET r.at = edge.at, r.rule = edge.rule, r.reason = edge.reason, r.actor = edge.actor, r.note = edge.note, r.until = edge.until,
    r.owner_key = CASE edge.kind WHEN 'CONFLICT_WITH' THEN $owner END
