// Put a session's working memory in the place of what it was.
// params: owner, session_key, working, linked, notes_tokens, covered, since, pending
// returns: nothing
MATCH (session:Session {key: $session_key}) WHERE session.owner_key = $owner
SET session.working = $working, session.linked = $linked, session.notes_tokens = $notes_tokens,
    session.covered = $covered, session.since = $since, session.pending = $pending
