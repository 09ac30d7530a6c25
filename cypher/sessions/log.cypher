// The last messages of a session up to an instant and those it is linked to, oldest first, each with the places that
// memories stand on which were replaced or have ended since.
// params: owner, session_key, linked, until, limit, longest, ending
// returns: message, outdated
CALL () {
  MATCH (m:Message {session_key: $session_key}) WHERE m.owner_key = $owner AND m.position >= 0
    AND coalesce(m.recorded_at, m.at) <= $until
  RETURN m ORDER BY m.session_key DESC, m.position DESC LIMIT $limit
  UNION
  MATCH (m:Message) WHERE m.id IN $linked AND m.owner_key = $owner AND m.session_key = $session_key
    AND coalesce(m.recorded_at, m.at) <= $until
  RETURN m
}
WITH m ORDER BY m.position
RETURN m {.id, .session_id, .role, .position, .suspected, content: left(m.content, $longest), at: m.at.epochSeconds * 1000000 + m.at.microsecond} AS message,
       COLLECT {
         MATCH (m)<-[s:STATES]-(v:Memory) WHERE v.owner_key = $owner
           AND (v.status = 'expired' OR EXISTS { (v)-[r:SUPERSEDED_BY]->() WHERE r.rule IN $ending })
         RETURN [s.start, s.end]
       } AS outdated
