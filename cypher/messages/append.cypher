// Append messages to a session's raw log and make the session known; refused for a session of another user. A session
// that was ended or has expired begins anew. Where its working memory is to be compressed, the messages are returned
// that it takes: those it is linked to and those that are not compressed yet.
// params: owner, session_key, session_id, messages, at, seconds, plan, exchanges, tokens, compress_after, room, longest
// returns: working, covered, length, since, pending, is_due, log
OPTIONAL MATCH (user:User {owner_key: $owner})
MERGE (session:Session {key: $session_key})
ON CREATE SET session.owner_key = $owner, session.id = $session_id, session.length = 0
WITH session, coalesce(user.plan, $plan) AS plan WHERE session.owner_key = $owner
FOREACH (_ IN CASE WHEN coalesce(session.expires_at > $at, false) THEN [] ELSE [1] END |
  SET session.started_at = $at, session.covered = session.length, session.since = 0, session.pending = 0,
      session.plan = plan
  REMOVE session.working, session.linked, session.notes_tokens, session.ended_at
)
SET session.last_at = $at, session.since = session.since + $exchanges, session.pending = session.pending + $tokens,
    session.expires_at = $at + duration({seconds: coalesce($seconds[session.plan], $seconds[$plan])})
WITH session, session.length AS length,
     session.since >= $compress_after OR session.pending + coalesce(session.notes_tokens, 0) > $room AS is_due
SET session.length = length + size($messages)
WITH session, length, is_due,
     CASE WHEN is_due THEN session.covered ELSE length END AS first,
     CASE WHEN is_due THEN coalesce(session.linked, []) ELSE [] END AS linked
WITH session, length, is_due,
     COLLECT {
       MATCH (m:Message {session_key: $session_key}) WHERE m.owner_key = $owner AND m.position >= first
       RETURN m {.id, .session_id, .role, .position, .suspected, content: left(m.content, $longest), at: m.at.epochSeconds * 1000000 + m.at.microsecond}
     } +
     COLLECT {
       MATCH (m:Message) WHERE m.id IN linked AND m.owner_key = $owner AND m.position < first
       RETURN m {.id, .session_id, .role, .position, .suspected, content: left(m.content, $longest), at: m.at.epochSeconds * 1000000 + m.at.microsecond}
     } AS log
CALL (session, length) {
  UNWIND range(0, size($messages) - 1) AS i
  CREATE (message:Message)
  SET message = $messages[i], message.owner_key = $owner, message.session_key = $session_key,
      message.position = length + i, message.recorded_at = $at
  CREATE (message)-[:IN_SESSION]->(session)
}
RETURN session.working AS working, session.covered AS covered, length, session.since AS since,
       session.pending AS pending, is_due, log
