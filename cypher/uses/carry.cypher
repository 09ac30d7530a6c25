// Give new versions the uses of what they continue: of the version before in their lineage, and of those merged or
// divided into them. A day counts as often as the most used of them was used on it: parts of one statement are mostly
// returned together, and what is split and merged again counts as before. What did not help has other words now.
// params: owner, successions
// returns: nothing
UNWIND $successions AS succession
MATCH (m:Memory {id: succession.id}) WHERE m.owner_key = $owner
CALL (m, succession) {
  MATCH (old:Memory {owner_key: $owner, lineage_id: m.lineage_id})
  WHERE old.version < m.version AND old.access_count IS NOT NULL
  RETURN old ORDER BY old.version DESC LIMIT 1
  UNION
  MATCH (old:Memory) WHERE old.id IN succession.others AND old.owner_key = $owner AND old.access_count IS NOT NULL
  RETURN old
}
WITH m, collect(old) AS olds
CALL (olds) {
  UNWIND olds AS old
  UNWIND range(0, size(old.use_days) - 1) AS i
  WITH old.use_days[i] AS day, max(old.day_accesses[i]) AS accesses, max(old.day_hits[i]) AS hits ORDER BY day
  RETURN collect(day) AS days, collect(accesses) AS accesses, collect(hits) AS hits
}
CALL (olds) {
  UNWIND olds AS old
  RETURN max(old.access_count) AS access_count, max(old.hit_count) AS hit_count,
         max(old.last_accessed_at) AS last_accessed_at, max(old.last_hit_at) AS last_hit_at
}
SET m.day_unhelpful = [day IN days | 0], m.use_days = days, m.day_accesses = accesses, m.day_hits = hits, m.access_count = access_count,
    m.hit_count = hit_count, m.fruitless_count = 0, m.last_accessed_at = last_accessed_at, m.last_hit_at = last_hit_at
