// What is kept of a session that runs, without its messages.
// params: owner, session_key, at, until
// returns: session
MATCH (session:Session {key: $session_key})
WHERE session.owner_key = $owner AND session.started_at <= $until AND session.expires_at > $at
  AND (session.ended_at IS NULL OR session.ended_at > $until)
RETURN session {
    .id, .plan, .working, .covered, .since, .pending, .length,
    started_at: session.started_at.epochSeconds * 1000000 + session.started_at.microsecond,
    last_at: session.last_at.epochSeconds * 1000000 + session.last_at.microsecond,
    expires_at: session.expires_at.epochSeconds * 1000000 + session.expires_at.microsecond
  } AS session
