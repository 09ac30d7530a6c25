// Versions of an owner, newest first, after a given one.
// params: owner, statuses, types, attribute, heads_only, before_at, before_id, limit
// returns: memory
MATCH (m:Memory {owner_key: $owner})
WHERE m.recorded_at <= $before_at AND (m.recorded_at < $before_at OR m.id < $before_id)
  AND m.status IN $statuses AND ($types IS NULL OR m.type IN $types)
  AND ($attribute IS NULL OR m.attribute = $attribute) AND (NOT $heads_only OR m.current)
WITH m ORDER BY m.recorded_at DESC, m.id DESC LIMIT $limit
RETURN m {.id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
         .source, .recorded_at, .occurred_at, .reason, .search_phrases, .session_id, .agent_id, .external_id, .valid_from,
         .valid_to, .retired_at, .flags, .current, .status, .confidence, .importance, .weight, .mention_count, .pinned,
         .status_reason, .updated_at} AS memory
