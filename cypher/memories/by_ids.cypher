// Versions by id, as they are now.
// params: owner, ids
// returns: memory
MATCH (m:Memory) WHERE m.id IN $ids AND m.owner_key = $owner
RETURN m {.id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
         .source, .recorded_at, .occurred_at, .reason, .search_phrases, .session_id, .agent_id, .external_id, .valid_from,
         .valid_to, .retired_at, .flags, .current, .status, .confidence, .importance, .weight, .mention_count, .pinned,
         .status_reason, .updated_at} AS memory
