// The vector of a version in the slot that recall reads, and whether it has one in any.
// params: owner, id
// returns: vector, is_in_a_slot
MATCH (m:Memory {id: $id}) WHERE m.owner_key = $owner
RETURN m.embedding_SLOT AS vector, m.embedding_a IS NOT NULL OR m.embedding_b IS NOT NULL AS is_in_a_slot
