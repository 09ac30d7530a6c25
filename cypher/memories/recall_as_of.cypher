// Every version that was recallable at an instant, with its exact similarity and the state of that instant.
// params: owner, vector, types, as_of, depth
// returns: memory, similarity, search_text, state
MATCH (m:Memory {owner_key: $owner})
WHERE m.recorded_at <= $as_of AND m.id IS NOT NULL AND (m.retired_at IS NULL OR m.retired_at > $as_of)
  AND (m.valid_to IS NULL OR m.valid_to > $as_of) AND ($types IS NULL OR m.type IN $types)
MATCH (m)<-[:OF]-(e:Event)
WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IN ['active', 'needs_review']
WITH m, e, vector.similarity.cosine(m.embedding_SLOT, $vector) AS similarity
ORDER BY similarity DESC, m.id LIMIT $depth
RETURN similarity, m.search_text AS search_text,
       e {.status, .confidence, .importance, .weight, .mention_count, .pinned, .reason, .at} AS state,
       m {.id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
         .source, .recorded_at, .occurred_at, .reason, .search_phrases, .session_id, .agent_id, .external_id, .valid_from,
         .valid_to, .retired_at, .flags, .current, .status, .confidence, .importance, .weight, .mention_count, .pinned,
         .status_reason, .updated_at} AS memory
