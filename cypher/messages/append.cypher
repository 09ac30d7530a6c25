// Append messages to a session's raw log and make the session known; refused for a session of another user.
// params: owner, session_key, session_id, messages, at
// returns: id, position
MERGE (session:Session {key: $session_key})
ON CREATE SET session.owner_key = $owner, session.id = $session_id, session.started_at = $at, session.length = 0
WITH session WHERE session.owner_key = $owner
SET session.last_at = $at
WITH session, coalesce(session.length, 0) AS length
SET session.length = length + size($messages)
WITH session, length
UNWIND range(0, size($messages) - 1) AS i
CREATE (message:Message)
SET message = $messages[i], message.owner_key = $owner, message.session_key = $session_key, message.position = length + i
CREATE (message)-[:IN_SESSION]->(session)
RETURN message.id AS id, message.position AS position
