// End a session: it is left out from now on.
// params: owner, session_key, at
// returns: nothing
MATCH (session:Session {key: $session_key}) WHERE session.owner_key = $owner
SET session.ended_at = $at, session.expires_at = $at
