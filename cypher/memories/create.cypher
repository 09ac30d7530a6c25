// Write new versions with their vectors.
// params: owner, versions
// returns: id
UNWIND $versions AS row
CREATE (m:Memory)
SET m = row.properties, m.owner_key = $owner
WITH m, row
CALL db.create.setNodeVectorProperty(m, 'embedding_SLOT', row.vector)
RETURN m.id AS id
