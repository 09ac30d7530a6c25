// Begin a session anew, or for the first time; a plan that is given becomes that of the user.
// params: owner, session_key, session_id, at, seconds, plan, given_plan, working, notes_tokens
// returns: nothing
OPTIONAL MATCH (user:User {owner_key: $owner})
FOREACH (u IN CASE WHEN user IS NULL OR $given_plan IS NULL THEN [] ELSE [user] END | SET u.plan = $given_plan)
MERGE (session:Session {key: $session_key})
ON CREATE SET session.owner_key = $owner, session.id = $session_id, session.length = 0
WITH session, coalesce(user.plan, $plan) AS plan WHERE session.owner_key = $owner
SET session.started_at = $at, session.last_at = $at, session.covered = session.length, session.since = 0,
    session.pending = 0, session.plan = plan, session.working = $working, session.notes_tokens = $notes_tokens,
    session.expires_at = $at + duration({seconds: coalesce($seconds[plan], $seconds[$plan])})
REMOVE session.linked, session.ended_at
