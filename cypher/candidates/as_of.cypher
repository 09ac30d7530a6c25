// Versions that were recallable at an instant: the most alike by vector, and those found by words, each with its exact
// similarity and the state of that instant; each shared space that is read beside the user has lists of its own.
// params: owner, shared, probes, statuses, types, valid_at, as_of, depth
// returns: rows of owner, memory, place, is_surrounded, similarities, search_text, state, excepts
UNWIND [{key: $owner, types: $types, words: [p IN $probes | p.words]}] + $shared AS owner
CALL (owner) {
  MATCH (m:Memory {owner_key: owner.key})
  WHERE m.recorded_at <= $as_of AND m.id IS NOT NULL AND m.type IN owner.types
  MATCH (m)<-[:OF]-(e:Event)
  WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IN $statuses
  UNWIND $probes AS probe
  WITH m, max(vector.similarity.cosine(m.embedding_SLOT, probe.vector)) AS similarity
  WHERE similarity IS NOT NULL
  ORDER BY similarity DESC, m.id LIMIT $depth
  RETURN m
  UNION
  UNWIND owner.words AS words
  MATCH (m:Memory)
    SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(words, 'owner_key:none') LIMIT $depth)
  WHERE m.owner_key = owner.key AND m.type IN owner.types
  RETURN m
}
MATCH (m)<-[:OF]-(e:Event)
WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IN $statuses
  AND m.recorded_at <= $as_of
  AND ($valid_at IS NULL OR m.valid_to IS NULL OR m.valid_to > $valid_at)
RETURN collect({
  owner: m.owner_key,
  place: m.position,
  is_surrounded: false,
  similarities: [p IN $probes | vector.similarity.cosine(m.embedding_SLOT, p.vector)],
  search_text: m.search_text,
  excepts: CASE WHEN 'exception' IN m.flags
    THEN [(m)-[:EXCEPTION_TO]->(standing:Memory WHERE standing.owner_key = m.owner_key) | standing.lineage_id] ELSE [] END,
  state: e {
    .status, .confidence, .importance, .weight, .mention_count, .mention_sessions, .mentioned_at, .last_session_id,
    .confirmed, .denial_count, .verdict, .pinned, .reason,
    at: e.at.epochSeconds * 1000000 + e.at.microsecond
  },
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
