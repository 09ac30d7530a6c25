// Write new versions with their vectors; those of a session come after all that it has.
// params: owner, sessions, versions
// returns: nothing
CALL () {
  UNWIND $sessions AS key
  CALL (key) {
    MATCH (said:Memory) WHERE said.session_key = key AND said.position >= 0 AND said.owner_key = $owner
    RETURN said.position + 1 AS next ORDER BY said.position DESC LIMIT 1
  }
  RETURN collect({key: key, next: next}) AS bases
}
UNWIND $versions AS row
CREATE (m:Memory)
SET m = row.properties, m.owner_key = $owner,
    m.position = row.ordinal + coalesce([b IN bases WHERE b.key = m.session_key | b.next][0], 0),
    m.recorded_at = datetime(row.instants.recorded_at), m.occurred_at = datetime(row.instants.occurred_at),
    m.updated_at = datetime(row.instants.updated_at), m.retired_at = datetime(row.instants.retired_at),
    m.valid_from = datetime(row.instants.valid_from), m.valid_to = datetime(row.instants.valid_to)
WITH m, row
CALL db.create.setNodeVectorProperty(m, 'embedding_SLOT', row.vector)
