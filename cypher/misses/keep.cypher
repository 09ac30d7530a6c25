// Keep misses of a user who is known; one asked before is counted again, and the oldest beyond a number give way.
// params: owner, misses, kept
// returns: fresh
MATCH (user:User {owner_key: $owner})
UNWIND $misses AS row
MERGE (miss:Miss {key: row.key})
ON CREATE SET miss.owner_key = $owner, miss.tenant = user.tenant, miss.user_id = user.id, miss.id = row.id,
              miss.first_at = row.at, miss.count = 0, miss.new_of = user.tenant
SET miss += row.properties, miss.at = row.at, miss.count = miss.count + row.count,
    miss.reason = CASE WHEN miss.reason = 'unhelpful' THEN miss.reason ELSE row.reason END
WITH count(CASE WHEN miss.id = row.id THEN 1 END) AS fresh
CALL () {
  MATCH (old:Miss {owner_key: $owner}) WHERE old.at IS NOT NULL AND old.id IS NOT NULL
  WITH old ORDER BY old.at DESC, old.id DESC SKIP $kept
  DELETE old
}
RETURN fresh
