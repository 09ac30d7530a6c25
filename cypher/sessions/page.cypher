// Sessions of an owner that ran at an instant, by their last turn, the newest first, after a given one.
// params: owner, at, until, before_at, before_id, limit
// returns: session
MATCH (session:Session {owner_key: $owner})
WHERE session.last_at <= $before_at AND session.id IS NOT NULL
  AND CASE session.last_at WHEN $before_at THEN session.id < $before_id ELSE true END
  AND session.started_at <= $until AND session.expires_at > $at
  AND (session.ended_at IS NULL OR session.ended_at > $until)
WITH session ORDER BY session.owner_key DESC, session.last_at DESC, session.id DESC LIMIT $limit
RETURN session {
    .id, .plan, .working, .covered, .since, .pending, .length,
    started_at: session.started_at.epochSeconds * 1000000 + session.started_at.microsecond,
    last_at: session.last_at.epochSeconds * 1000000 + session.last_at.microsecond,
    expires_at: session.expires_at.epochSeconds * 1000000 + session.expires_at.microsecond
  } AS session
ORDER BY session.last_at DESC, session.id DESC
