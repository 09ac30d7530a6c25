// The stored vectors and analysed texts of versions, to write the same content again.
// params: owner, ids
// returns: id, vector, search_text
MATCH (m:Memory) WHERE m.id IN $ids AND m.owner_key = $owner
RETURN m.id AS id, m.embedding_SLOT AS vector, m.search_text AS search_text
