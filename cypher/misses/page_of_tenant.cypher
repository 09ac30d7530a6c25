// Misses of all users of a tenant, the newest first, after a given one; read from the index as in memories/page.
// params: tenant, before_at, before_id, limit
// returns: rows of miss
MATCH (miss:Miss {tenant: $tenant})
WHERE miss.at <= $before_at AND miss.id IS NOT NULL
  AND CASE miss.at WHEN $before_at THEN miss.id < $before_id ELSE true END
WITH miss ORDER BY miss.tenant DESC, miss.at DESC, miss.id DESC LIMIT $limit
RETURN collect({
  miss: miss {
    .id, .user_id, .query, .sensitive, .reason, .space, .count, .memory_ids, .relevances, .cosines, .coverages,
    first_at: miss.first_at.epochSeconds * 1000000 + miss.first_at.microsecond,
    at: miss.at.epochSeconds * 1000000 + miss.at.microsecond
  }
}) AS rows
