// Entities that were merged into no other at an instant, the newest first: the user's own, and the shared ones that
// the user's memories mention.
// params: owner, tenant, types, kind, prefix, sees_everything, as_of, before_at, before_id, limit
// returns: id, created_at
CALL () {
  MATCH (e:Entity {owner_key: $owner}) WHERE e.created_at <= $as_of AND e.id IS NOT NULL
  RETURN e
  UNION
  MATCH (m:Memory {owner_key: $owner}) WHERE m.recorded_at <= $as_of AND m.id IS NOT NULL
  MATCH (m)-[:MENTIONS]->(said:Entity) WHERE said.owner_key IN [$owner, $tenant]
  WITH DISTINCT said
  MATCH (said)-[merges:MERGED_INTO*0..16]->(e:Entity)
  WHERE e.owner_key = $tenant AND e.created_at <= $as_of AND all(r IN merges WHERE r.at <= $as_of AND (r.until IS NULL OR r.until > $as_of))
  RETURN e
}
WITH e
WHERE ($kind IS NULL OR e.kind = $kind) AND ($sees_everything OR e.origin <> 'conversation' OR EXISTS {
    MATCH (m:Memory)-[:MENTIONS]->(e) WHERE m.owner_key = $owner AND m.type IN $types AND NOT 'sensitive' IN m.flags
  })
  AND (e.created_at < $before_at OR e.created_at = $before_at AND e.id < $before_id)
  AND NOT EXISTS { (e)-[r:MERGED_INTO]->() WHERE r.at <= $as_of AND (r.until IS NULL OR r.until > $as_of) }
  AND ($prefix IS NULL OR EXISTS {
    MATCH (a:Alias)-[:NAMES]->(named:Entity)-[merges:MERGED_INTO*0..16]->(e)
    WHERE a.owner_key IN [$owner, $tenant] AND named.owner_key IN [$owner, $tenant] AND a.since <= $as_of
      AND (a.key STARTS WITH $prefix OR a.folded STARTS WITH $prefix)
      AND all(r IN merges WHERE r.at <= $as_of AND (r.until IS NULL OR r.until > $as_of))
      AND ($sees_everything OR a.origin <> 'conversation' OR EXISTS {
        MATCH (m:Memory)-[s:MENTIONS]->(named)
        WHERE m.owner_key = $owner AND s.key = a.key AND m.type IN $types AND NOT 'sensitive' IN m.flags
      })
  })
WITH e ORDER BY e.created_at DESC, e.id DESC LIMIT $limit
RETURN e.id AS id, e.created_at.epochSeconds * 1000000 + e.created_at.microsecond AS created_at
