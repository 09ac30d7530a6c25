// Names that are known: those with some keys, the user's or the tenant's, the newest of the user to compare with, and those
// nearest by vector to names that no key finds, of the same kind and in the other script; each with the entity that it names,
// the one that this was merged into or itself, and, where asked for by key, all names of that.
// params: owner, tenant, keys, compared, sought, nearest, least
// returns: rows of near, score, entity_id, root_id, kind, name, key, is_personal, has_vector, names
CALL () {
  MATCH (a:Alias) WHERE a.owner_key IN [$owner, $tenant] AND a.key IN $keys
  RETURN a, null AS near, null AS score
  UNION
  MATCH (a:Alias {owner_key: $owner}) WHERE a.since IS NOT NULL
  RETURN a, null AS near, null AS score ORDER BY a.owner_key DESC, a.since DESC LIMIT $compared
  UNION
  UNWIND $sought AS name
  WITH name WHERE NOT EXISTS { MATCH (a:Alias) WHERE a.owner_key IN [$owner, $tenant] AND a.key = name.key AND a.kind = name.kind }
  CALL (name) {
    MATCH (a:Alias)
      SEARCH a IN (VECTOR INDEX name_vectors_SLOT FOR name.vector
                   WHERE a.owner_key IN [$owner, $tenant] AND a.kind = name.kind AND a.is_han = name.wants_han
                   LIMIT $nearest) SCORE AS score
    WHERE score >= $least
    RETURN a, score
  }
  RETURN a, name.key AS near, score
}
MATCH (a)-[:NAMES]->(e:Entity WHERE e.owner_key IN [$owner, $tenant])
MATCH (e)-[merges:MERGED_INTO*0..16]->(root:Entity WHERE root.owner_key IN [$owner, $tenant])
WHERE all(r IN merges WHERE r.until IS NULL) AND NOT EXISTS { (root)-[r:MERGED_INTO]->() WHERE r.until IS NULL }
RETURN collect({
  near: near, score: score, has_vector: a.embedding_SLOT IS NOT NULL,
  entity_id: e.id, root_id: root.id, kind: a.kind, name: a.name, key: a.key,
  is_personal: a.owner_key <> $tenant,
  names: COLLECT {
    MATCH (other:Alias)-[:NAMES]->(named:Entity)-[ms:MERGED_INTO*0..16]->(root)
    WHERE near IS NULL AND a.key IN $keys AND other.owner_key IN [$owner, $tenant] AND named.owner_key IN [$owner, $tenant]
      AND all(r IN ms WHERE r.until IS NULL)
    WITH other ORDER BY other.since, other.id LIMIT 50
    RETURN other.name
  }
}) AS rows
