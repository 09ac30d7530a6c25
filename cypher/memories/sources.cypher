// The messages, and the exact characters of each, that versions stand on.
// params: owner, ids
// returns: memory_id, start, end, message
MATCH (m:Memory) WHERE m.id IN $ids AND m.owner_key = $owner
MATCH (m)-[s:STATES]->(message:Message) WHERE message.owner_key = $owner
RETURN m.id AS memory_id, s.start AS start, s.end AS end,
       message {.id, .session_id, .role, .content, .position, at: message.at.epochSeconds * 1000000 + message.at.microsecond} AS message
ORDER BY message.at, message.position, s.start
