// Write new versions with their vectors.
// params: owner, versions
// returns: nothing
UNWIND $versions AS row
CREATE (m:Memory)
SET m = row.properties, m.owner_key = $owner,
    m.recorded_at = datetime(row.instants.recorded_at), m.occurred_at = datetime(row.instants.occurred_at),
    m.updated_at = datetime(row.instants.updated_at), m.retired_at = datetime(row.instants.retired_at),
    m.valid_from = datetime(row.instants.valid_from), m.valid_to = datetime(row.instants.valid_to)
WITH m, row
CALL db.create.setNodeVectorProperty(m, 'embedding_SLOT', row.vector)
