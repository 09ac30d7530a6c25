// The last messages of a session, oldest first.
// params: owner, session_key, limit
// returns: message
MATCH (message:Message {session_key: $session_key}) WHERE message.owner_key = $owner AND message.position >= 0
WITH message ORDER BY message.session_key DESC, message.position DESC LIMIT $limit
WITH message ORDER BY message.position
RETURN message {.id, .session_id, .role, .content, .position, at: message.at.epochSeconds * 1000000 + message.at.microsecond} AS message
