// Add uses to versions, on the current one of a lineage that has one, by day; days before a given one are dropped. The
// first SET takes the lock of each node before it is read, so that two processes that write at once lose nothing. What
// follows from the days is read off them anew, so that a hit can be taken back: which was the last, and how often the
// memory did not help since its day. Instants are microseconds since 1970, as on events; a day has 86,400,000,000.
// params: owner, uses, since_day
// returns: nothing
UNWIND $uses AS use
MATCH (named:Memory {id: use.id}) WHERE named.owner_key = $owner
CALL (named) {
  OPTIONAL MATCH (head:Memory {owner_key: $owner, lineage_id: named.lineage_id}) WHERE head.current
  RETURN coalesce(head, named) AS m
}
WITH m, use ORDER BY m.id
SET m.use_days = coalesce(m.use_days, [])
WITH m, collect(use) AS uses
CALL (m, uses) {
  UNWIND [i IN range(0, size(m.use_days) - 1) | {
           day: m.use_days[i], accesses: m.day_accesses[i], hits: m.day_hits[i], unhelpful: m.day_unhelpful[i]
         }] + reduce(days = [], u IN uses | days + u.days) AS d
  WITH d.day AS day, sum(d.accesses) AS accesses, sum(d.hits) AS hits, sum(d.unhelpful) AS unhelpful
  WHERE day >= $since_day
  WITH day, accesses, CASE WHEN hits < 0 THEN 0 ELSE hits END AS hits, unhelpful ORDER BY day
  RETURN collect(day) AS days, collect(accesses) AS accesses, collect(hits) AS hits, collect(unhelpful) AS unhelpful,
         max(CASE WHEN hits > 0 THEN day END) AS last_day
}
CALL (uses) {
  UNWIND uses AS u
  RETURN sum(u.accesses) AS more_accesses, sum(u.hits) AS more_hits, max(u.accessed_at) AS accessed_at,
         max(u.hit_at) AS hit_at
}
WITH m, days, accesses, hits, unhelpful, last_day, more_accesses, more_hits, accessed_at,
     [at IN [hit_at, m.last_hit_at] WHERE at / 86400000000 = last_day] AS on_last_day
SET m.use_days = days, m.day_accesses = accesses, m.day_hits = hits, m.day_unhelpful = unhelpful,
    m.access_count = coalesce(m.access_count, 0) + more_accesses,
    m.hit_count = CASE WHEN coalesce(m.hit_count, 0) + more_hits > 0 THEN coalesce(m.hit_count, 0) + more_hits ELSE 0 END,
    m.fruitless_count = reduce(n = 0, i IN range(0, size(days) - 1) |
                               n + CASE WHEN last_day IS NULL OR days[i] > last_day THEN unhelpful[i] ELSE 0 END),
    m.last_accessed_at = CASE WHEN accessed_at > coalesce(m.last_accessed_at, 0) THEN accessed_at
                              ELSE m.last_accessed_at END,
    m.last_hit_at = CASE WHEN size(on_last_day) = 2 AND on_last_day[1] > on_last_day[0] THEN on_last_day[1]
                         WHEN size(on_last_day) > 0 THEN on_last_day[0]
                         WHEN last_day IS NOT NULL THEN last_day * 86400000000
                         WHEN m.last_hit_at / 86400000000 < $since_day THEN m.last_hit_at END
