// Candidates for an answer: alike by vector or by words to the query or a part of it, the same inside a period it names,
// mentioning the things it names or what is mentioned with these, filling the slots it asks for, and the neighbours of the
// most alike in their sessions; each with its exact similarity to every probe.
// params: owner, tenant, probes, periods, names, slots, reach, statuses, types, valid_at, depth, around, bounds
// returns: rows of memory, place, is_surrounded, similarities, search_text, excepts, mentions
CALL () {
  MATCH (a:Alias)-[:NAMES]->(named:Entity WHERE named.owner_key IN [$owner, $tenant])
  WHERE a.owner_key IN [$owner, $tenant] AND a.key IN $names
  MATCH (named)-[up:MERGED_INTO*0..16]->(root:Entity)
  WHERE root.owner_key IN [$owner, $tenant] AND all(r IN up WHERE r.until IS NULL)
  WITH DISTINCT root
  MATCH (root)<-[down:MERGED_INTO*0..16]-(e:Entity)
  WHERE e.owner_key IN [$owner, $tenant] AND all(r IN down WHERE r.until IS NULL)
  RETURN collect(DISTINCT e) AS named
}
CALL (named) {
  UNWIND named AS e
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(m:Memory WHERE m.owner_key = $owner)
    RETURN m LIMIT $bounds.of_one
  }
  RETURN collect(DISTINCT m) AS naming
}
CALL (named, naming) {
  UNWIND $probes AS probe
  CALL (probe) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR probe.vector
                   WHERE m.owner_key = $owner AND m.recallable IN $reach AND m.type IN $types LIMIT $depth) SCORE AS score
    RETURN m, score
    UNION ALL
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(probe.words, 'owner_key:none') LIMIT $depth)
    WHERE m.owner_key = $owner
    RETURN m, 0.0 AS score
  }
  RETURN m, score
  UNION ALL
  UNWIND $periods AS period
  CALL (period) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR $probes[0].vector
                   WHERE m.owner_key = $owner AND m.recallable IN $reach AND m.type IN $types
                     AND m.occurred_at >= period.begins AND m.occurred_at < period.ends LIMIT $depth) SCORE AS score
    RETURN m, score
    UNION ALL
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(period.words, 'owner_key:none') LIMIT $depth)
    WHERE m.owner_key = $owner
    RETURN m, 0.0 AS score
  }
  RETURN m, score
  UNION ALL
  UNWIND naming AS m
  RETURN m, 0.0 AS score
  UNION ALL
  UNWIND naming AS told
  MATCH (told)-[:MENTIONS]->(via:Entity WHERE via.owner_key = $owner)
  WHERE NOT via IN named
  WITH DISTINCT via LIMIT $bounds.things
  CALL (via) {
    MATCH (via)<-[:MENTIONS]-(m:Memory WHERE m.owner_key = $owner)
    RETURN m LIMIT $bounds.of_thing
  }
  RETURN m, 0.0 AS score LIMIT $bounds.related
  UNION ALL
  UNWIND $slots AS slot
  CALL (slot) {
    MATCH (m:Memory {owner_key: $owner, attribute: slot.attribute})
    WHERE m.subject = slot.subject AND m.status IN $statuses
    RETURN m ORDER BY m.recorded_at DESC LIMIT $bounds.of_one
  }
  RETURN m, 0.0 AS score
}
WITH named, m, max(score) AS score
WHERE m.status IN $statuses AND m.type IN $types AND ($valid_at IS NULL OR m.valid_to IS NULL OR m.valid_to > $valid_at)
WITH named, m ORDER BY score DESC
WITH named, collect(m) AS found
WITH named, found, [m IN found WHERE m.position IS NOT NULL][..$around] AS best
CALL (best) {
  UNWIND best AS b
  MATCH (n:Memory)
  WHERE n.session_key = b.session_key AND n.position >= b.position - $bounds.beside AND n.position <= b.position + $bounds.beside
    AND n.owner_key = $owner AND n.status IN $statuses AND n.type IN $types
    AND ($valid_at IS NULL OR n.valid_to IS NULL OR n.valid_to > $valid_at)
  RETURN collect(DISTINCT n) AS near
}
UNWIND found + near AS m
WITH DISTINCT named, m, best
RETURN collect({
  similarities: [p IN $probes | vector.similarity.cosine(m.embedding_SLOT, p.vector)],
  place: m.position,
  is_surrounded: m IN best,
  search_text: m.search_text,
  excepts: CASE WHEN 'exception' IN m.flags
    THEN [(m)-[:EXCEPTION_TO]->(standing:Memory WHERE standing.owner_key = $owner) | standing.lineage_id] ELSE [] END,
  mentions: CASE WHEN named = [] THEN [] ELSE
    [(m)-[:MENTIONS]->(e:Entity WHERE e.owner_key IN [$owner, $tenant])-[up:MERGED_INTO*0..16]->(root:Entity)
     WHERE all(r IN up WHERE r.until IS NULL) | {key: root.id, is_named: root IN named}] END,
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
