// Messages of an owner in the order of their sessions and places, after a given one. A session's key begins with its
// owner's key and a slash; `0` is the character behind the slash.
// params: owner, after_key, after_position, limit
// returns: message, session_key
MATCH (message:Message)
WHERE message.session_key >= $after_key AND message.session_key < $owner + '0' AND message.position IS NOT NULL
  AND message.owner_key = $owner
  AND CASE message.session_key WHEN $after_key THEN message.position > $after_position ELSE true END
WITH message ORDER BY message.session_key, message.position LIMIT $limit
RETURN message {.id, .session_id, .role, .content, .position, at: message.at.epochSeconds * 1000000 + message.at.microsecond} AS message,
       message.session_key AS session_key
