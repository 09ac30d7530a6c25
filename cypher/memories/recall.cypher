// Candidates for an answer: alike by vector or by words; each with its exact similarity.
// params: owner, vector, query, types, now, depth
// returns: rows of memory, similarity, search_text, excepts
CALL () {
  MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR $vector
                 WHERE m.owner_key = $owner AND m.recallable = true AND m.type IN $types LIMIT $depth)
  RETURN m
  UNION
  MATCH (m:Memory)
    SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce($query, 'owner_key:none') LIMIT $depth)
  WHERE m.owner_key = $owner AND m.recallable
  RETURN m
}
WITH m
WHERE (m.valid_to IS NULL OR m.valid_to > $now) AND m.type IN $types
RETURN collect({
  similarity: vector.similarity.cosine(m.embedding_SLOT, $vector),
  search_text: m.search_text,
  excepts: [(m)-[:EXCEPTION_TO]->(standing:Memory WHERE standing.owner_key = $owner) | standing.lineage_id],
  memory: m {
    .id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
    .source, .reason, .search_phrases, .session_id, .agent_id, .external_id, .flags, .current, .status, .confidence,
    .importance, .weight, .mention_count, .mention_sessions, .mentioned_at, .last_session_id, .confirmed, .denial_count,
    .verdict, .pinned, .status_reason,
    recorded_at: m.recorded_at.epochSeconds * 1000000 + m.recorded_at.microsecond,
    occurred_at: m.occurred_at.epochSeconds * 1000000 + m.occurred_at.microsecond,
    updated_at: m.updated_at.epochSeconds * 1000000 + m.updated_at.microsecond,
    retired_at: m.retired_at.epochSeconds * 1000000 + m.retired_at.microsecond,
    valid_from: m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    valid_to: m.valid_to.epochSeconds * 1000000 + m.valid_to.microsecond
  }
}) AS rows
