// Candidates for an answer: alike by vector or by words; each with its exact similarity.
// params: owner, vector, query, types, now, depth
// returns: memory, similarity, search_text
CALL () {
  MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR $vector
                 WHERE m.owner_key = $owner AND m.recallable = true LIMIT $depth)
  RETURN m
  UNION
  MATCH (m:Memory)
    SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce($query, 'owner_key:none') LIMIT $depth)
  WHERE m.owner_key = $owner AND m.recallable
  RETURN m
}
WITH m
WHERE (m.valid_to IS NULL OR m.valid_to > $now) AND ($types IS NULL OR m.type IN $types)
RETURN vector.similarity.cosine(m.embedding_SLOT, $vector) AS similarity, m.search_text AS search_text,
       m {.id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
         .source, .recorded_at, .occurred_at, .reason, .search_phrases, .session_id, .agent_id, .external_id, .valid_from,
         .valid_to, .retired_at, .flags, .current, .status, .confidence, .importance, .weight, .mention_count, .pinned,
         .status_reason, .updated_at} AS memory
