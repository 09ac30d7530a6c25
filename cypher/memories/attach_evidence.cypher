// Link versions to the exact words they stand on.
// params: owner, evidence
// returns: nothing
UNWIND $evidence AS row
MATCH (m:Memory {id: row.memory_id} WHERE m.owner_key = $owner)
MATCH (message:Message {id: row.message_id} WHERE message.owner_key = $owner)
CREATE (m)-[:STATES {start: row.start, end: row.end}]->(message)
