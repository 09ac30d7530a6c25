// Heads that may have to do with each candidate: alike by vector, same slot, same topic, or of the same session.
// params: owner, candidates, session_key, limit, since_day
// returns: rows of position, memory, similarity, rivals, recent_hits
UNWIND $candidates AS c
CALL (c) {
  MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR c.vector
                 WHERE m.owner_key = $owner AND m.current = true LIMIT $limit)
  RETURN m
  UNION
  MATCH (m:Memory {owner_key: $owner, attribute: c.attribute}) WHERE m.current
  RETURN m ORDER BY m.recorded_at DESC LIMIT $limit
  UNION
  MATCH (m:Memory {owner_key: $owner, topic: c.topic}) WHERE m.current
  RETURN m ORDER BY m.recorded_at DESC LIMIT $limit
  UNION
  MATCH (m:Memory {owner_key: $owner, session_key: $session_key}) WHERE m.current
  RETURN m ORDER BY m.recorded_at DESC LIMIT $limit
}
WITH c, m, vector.similarity.cosine(m.embedding_SLOT, c.vector) AS similarity
ORDER BY similarity DESC, m.id
RETURN collect({
  position: c.position,
  rivals: [(m)-[r:CONFLICT_WITH WHERE r.until IS NULL]-(other:Memory WHERE other.owner_key = $owner) | other.id],
  similarity: similarity,
  recent_hits: reduce(n = 0, i IN range(0, size(coalesce(m.use_days, [])) - 1) |
                      n + CASE WHEN m.use_days[i] >= $since_day THEN m.day_hits[i] ELSE 0 END),
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
