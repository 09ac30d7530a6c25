// Which of some external ids an owner already has, with the version that carries it.
// params: owner, external_ids
// returns: external_id, id
MATCH (m:Memory {owner_key: $owner}) WHERE m.external_id IN $external_ids
RETURN m.external_id AS external_id, m.id AS id
