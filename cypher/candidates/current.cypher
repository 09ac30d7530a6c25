// Candidates for an answer: alike by vector or by words to the query or a part of it, the same inside a period it names,
// mentioning the things it names, and the neighbours of the most alike in their sessions; each with its exact similarity
// to every probe. Each shared space that is read beside the user has lists of its own, of the same depth; what is remembered
// there stands in no conversation, and has no neighbours.
// params: owner, tenant, shared, probes, periods, names, reach, statuses, types, valid_at, depth, around
// returns: rows of owner, memory, place, is_surrounded, similarities, search_text, excepts
UNWIND [{key: $owner, types: $types, words: [p IN $probes | p.words], days: [p IN $periods | p.words]}] + $shared AS owner
CALL (owner) {
  UNWIND range(0, size($probes) - 1) AS i
  CALL (owner, i) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR $probes[i].vector
                   WHERE m.owner_key = owner.key AND m.recallable IN $reach AND m.type IN owner.types
                   LIMIT $depth) SCORE AS score
    RETURN m, score
    UNION ALL
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(owner.words[i], 'owner_key:none') LIMIT $depth)
    WHERE m.owner_key = owner.key AND m.type IN owner.types
    RETURN m, 0.0 AS score
  }
  RETURN m, score
  UNION ALL
  UNWIND range(0, size($periods) - 1) AS i
  CALL (owner, i) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR $probes[0].vector
                   WHERE m.owner_key = owner.key AND m.recallable IN $reach AND m.type IN owner.types
                     AND m.occurred_at >= $periods[i].begins AND m.occurred_at < $periods[i].ends
                   LIMIT $depth) SCORE AS score
    RETURN m, score
    UNION ALL
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(owner.days[i], 'owner_key:none') LIMIT $depth)
    WHERE m.owner_key = owner.key AND m.type IN owner.types
    RETURN m, 0.0 AS score
  }
  RETURN m, score
  UNION ALL
  MATCH (a:Alias)-[:NAMES]->(named:Entity WHERE named.owner_key IN [owner.key, $tenant])
  WHERE a.owner_key IN [owner.key, $tenant] AND a.key IN $names
  MATCH (named)-[up:MERGED_INTO*0..16]->(root:Entity)
  WHERE root.owner_key IN [owner.key, $tenant] AND all(r IN up WHERE r.until IS NULL)
  WITH DISTINCT owner, root
  MATCH (root)<-[down:MERGED_INTO*0..16]-(e:Entity)
  WHERE e.owner_key IN [owner.key, $tenant] AND all(r IN down WHERE r.until IS NULL)
  WITH DISTINCT owner, e
  CALL (owner, e) {
    MATCH (e)<-[:MENTIONS]-(m:Memory WHERE m.owner_key = owner.key AND m.type IN owner.types)
    RETURN m LIMIT 20
  }
  RETURN m, 0.0 AS score
}
WITH m, max(score) AS score
WHERE m.status IN $statuses AND ($valid_at IS NULL OR m.valid_to IS NULL OR m.valid_to > $valid_at)
WITH m ORDER BY score DESC
WITH collect(m) AS found
WITH found, [m IN found WHERE m.position IS NOT NULL AND m.owner_key = $owner][..$around] AS best
CALL (best) {
  UNWIND best AS b
  MATCH (n:Memory)
  WHERE n.session_key = b.session_key AND n.position >= b.position - 2 AND n.position <= b.position + 2
    AND n.owner_key = $owner AND n.status IN $statuses AND n.type IN $types
    AND ($valid_at IS NULL OR n.valid_to IS NULL OR n.valid_to > $valid_at)
  RETURN collect(DISTINCT n) AS near
}
UNWIND found + near AS m
WITH DISTINCT m, best
RETURN collect({
  owner: m.owner_key,
  similarities: [p IN $probes | vector.similarity.cosine(m.embedding_SLOT, p.vector)],
  place: m.position,
  is_surrounded: m IN best,
  search_text: m.search_text,
  excepts: CASE WHEN 'exception' IN m.flags
    THEN [(m)-[:EXCEPTION_TO]->(standing:Memory WHERE standing.owner_key = m.owner_key) | standing.lineage_id] ELSE [] END,
  memory: m {
    .id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
    .source, .reason, .search_phrases, .session_id, .agent_id, .external_id, .flags, .current, .status, .confidence,
    .importance, .weight, .mention_count, .mention_sessions, .mentioned_at, .last_session_id, .confirmed, .denial_count,
    .verdict, .pinned, .status_reason, .access_count, .hit_count, .fruitless_count, .last_accessed_at, .last_hit_at,
    recorded_at: m.recorded_at.epochSeconds * 1000000 + m.recorded_at.microsecond,
    occurred_at: m.occurred_at.epochSeconds * 1000000 + m.occurred_at.microsecond,
    updated_at: m.updated_at.epochSeconds * 1000000 + m.updated_at.microsecond,
    retired_at: m.retired_at.epochSeconds * 1000000 + m.retired_at.microsecond,
    valid_from: m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    valid_to: m.valid_to.epochSeconds * 1000000 + m.valid_to.microsecond
  }
}) AS rows
